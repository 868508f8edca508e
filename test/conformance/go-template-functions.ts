import {
  BUILTINS,
  FunctionError,
  FunctionValue,
  type GoType,
  type TemplateCallContext,
  type TemplateFunction,
  type TemplateMap,
  type TemplateValue,
} from '#template';

/** The functions that the recorded templates call, as the README of the cases describes them. */

const CONTEXT: TemplateCallContext = { signal: undefined, place: { template: '', offset: 0 } };

function builtIn(name: string, ...args: readonly TemplateValue[]): TemplateValue {
  return BUILTINS.get(name)?.call(args, CONTEXT) as TemplateValue;
}

function printed(args: readonly TemplateValue[]): string {
  return String(builtIn('print', ...args));
}

function typeOf(value: TemplateValue): string {
  return String(builtIn('printf', '%T', value));
}

function typed(
  parameters: readonly GoType[],
  result: GoType,
  call: (...args: readonly never[]) => TemplateValue,
): TemplateFunction {
  return { parameters, result, call: (args) => call(...(args as readonly never[])) };
}

function untyped(call: (args: readonly TemplateValue[]) => TemplateValue): TemplateFunction {
  return { call };
}

function toInt(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

function added(left: TemplateValue, right: TemplateValue): TemplateValue {
  if (typeof left === 'bigint' && typeof right === 'bigint') return toInt(left + right);
  const isNumber = (value: TemplateValue) => typeof value === 'bigint' || typeof value === 'number';
  if (isNumber(left) && isNumber(right)) return Number(left) + Number(right);
  throw new FunctionError(`add: cannot add ${typeOf(left)} and ${typeOf(right)}`);
}

function joined(separator: string, list: TemplateValue): string {
  if (!Array.isArray(list)) throw new FunctionError(`join: not a list: ${typeOf(list)}`);
  return list.map((item) => printed([item])).join(separator);
}

function repeatedOrNegative(count: bigint, text: string): string {
  if (count < 0n) throw new FunctionError('negative');
  return text.repeat(Number(count));
}

const VALUE_FUNCTION: TemplateFunction = { result: 'string', call: (args) => `called:${printed(args)}` };
const FALLIBLE_FUNCTION: TemplateFunction = {
  ...typed(['int', 'string'], 'string', repeatedOrNegative),
  canFail: true,
};

const OBJECT: TemplateMap = { id: 7, name: 'obj', tags: ['x', 'y'], nested: { k: 'v' }, nothing: null };

export const GO_TEMPLATE_FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map<string, TemplateFunction>([
  ['upper', typed(['string'], 'string', (text: string) => text.toUpperCase())],
  ['lower', typed(['string'], 'string', (text: string) => text.toLowerCase())],
  ['repeat', typed(['int', 'string'], 'string', (count: bigint, text: string) => text.repeat(Number(count)))],
  ['addi', typed(['int', 'int'], 'int', (left: bigint, right: bigint) => toInt(left + right))],
  ['mulf', typed(['float64', 'float64'], 'float64', (left: number, right: number) => left * right)],
  ['isset', typed(['bool'], 'string', (value: boolean) => `set=${value}`)],
  ['cat', { ...typed(['string', 'string'], 'string', concatenated), isVariadic: true }],
  ['mapkeys', typed(['map'], 'int', (map: TemplateMap | null) => BigInt(Object.keys(map ?? {}).length))],
  ['listlen', typed(['list'], 'int', (list: readonly TemplateValue[]) => BigInt(list.length))],
  [
    'seq',
    typed(['int'], 'list', (count: bigint) => Array.from({ length: Number(count) }, (_, index) => BigInt(index))),
  ],
  ['typeof', typed(['any'], 'string', typeOf)],
  ['count', { result: 'int', call: (args) => BigInt(args.length) }],
  ['add', typed(['any', 'any'], 'any', added)],
  ['join', typed(['string', 'any'], 'string', joined)],
  [
    'dflt',
    typed(['any', 'any'], 'any', (other: TemplateValue, value: TemplateValue) => (isTrue(value) ? value : other)),
  ],
  ['echo', untyped((args) => [...args])],
  ['first', untyped(([first]) => first ?? null)],
  ['null', untyped(() => null)],
  ['empty', untyped(() => '')],
  ['obj', untyped(() => OBJECT)],
  ['codebase_look_ref', untyped((args) => `refs(${printed(args)})`)],
  [
    'codebase_list',
    untyped(() => [
      { path: 'a.go', lines: 10 },
      { path: 'b.go', lines: 2_500_000 },
    ]),
  ],
  ['fail', untyped(failed)],
  ['failval', untyped(() => failed([]))],
  ['kaboom', untyped(panicked)],
  ['mkfn', typed([], 'any', () => new FunctionValue(VALUE_FUNCTION))],
  ['mkfn2', typed([], 'any', () => new FunctionValue(FALLIBLE_FUNCTION))],
]);

function concatenated(separator: string, ...texts: readonly string[]): string {
  return texts.join(separator);
}

function isTrue(value: TemplateValue): boolean {
  return builtIn('not', value) === false;
}

function failed(args: readonly TemplateValue[]): never {
  throw new FunctionError(args.length === 0 ? 'boom' : printed(args));
}

function panicked(): never {
  throw new Error('kaboom');
}
