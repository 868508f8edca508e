import { expect, test } from 'vitest';
import {
  argumentError,
  BUILTINS,
  callArgumentError,
  convertArgument,
  countError,
  isTrue,
  kindName,
  parameterType,
  templateTypeName,
} from '../../../../src-main/template/values/index.ts';
import {
  Complex,
  EMPTY,
  FunctionError,
  FunctionValue,
  type TemplateFunction,
  type TemplateValue,
  Uint8,
} from '../../../../src-main/template/values.ts';

const CONTEXT = { signal: undefined, place: { template: 'main', offset: 0 } };

function call(name: string, ...args: TemplateValue[]): unknown {
  const fn = BUILTINS.get(name);
  if (fn === undefined) throw new Error(`no function ${name}`);
  return fn.call(args, CONTEXT);
}

function failure(name: string, ...args: TemplateValue[]): string {
  try {
    call(name, ...args);
  } catch (error) {
    if (error instanceof FunctionError) return error.message;
    throw error;
  }
  return 'no failure';
}

test.each<[TemplateValue, boolean, string]>([
  [undefined, false, '<nil>'],
  [null, false, '<nil>'],
  [EMPTY, false, 'string'],
  [0, false, 'float64'],
  [Number.NaN, true, 'float64'],
  [0n, false, 'int'],
  ['', false, 'string'],
  ['0', true, 'string'],
  [new Uint8(0), false, 'uint8'],
  [new Complex(0, 1), true, 'complex128'],
  [[], false, '[]interface {}'],
  [{}, false, 'map[string]interface {}'],
  [JSON.parse('{"__proto__":null}'), true, 'map[string]interface {}'],
  [new FunctionValue({ call: () => 1 }), true, 'func(...interface {}) interface {}'],
])('%o is %s, of type %s', (value, truth, type) => {
  expect(isTrue(value)).toBe(truth);
  expect(templateTypeName(value)).toBe(type);
});

test('texts of errors name a nil that came in an interface by the interface', () => {
  expect(kindName(null)).toBe('interface {}');
});

test.each<[string, TemplateValue[], unknown]>([
  ['eq', [1n, 2n, 1n], true],
  ['eq', [1n, 1n, 'x'], true],
  ['eq', [new Uint8(104), 104n], true],
  ['eq', [EMPTY, ''], true],
  ['eq', [EMPTY, EMPTY], true],
  ['ne', [EMPTY, 'x'], true],
  ['lt', [EMPTY, 'x'], true],
  ['eq', [null, undefined], true],
  ['eq', [undefined, 'x'], false],
  ['eq', [[], null], false],
  ['eq', [Number.NaN, Number.NaN], false],
  ['gt', [Number.NaN, 1], true],
  ['eq', [new Complex(1, 2), new Complex(1, 2)], true],
  ['lt', ['\ufffd', '😀'], true],
  ['le', [2n, new Uint8(1)], false],
  ['ge', [2.5, 2.5], true],
  ['and', [1n, '', 2n], ''],
  ['or', [0n, '', null], null],
  ['not', [EMPTY], true],
  ['len', ['日本'], 6n],
  ['len', [JSON.parse('{"__proto__":1,"a":2}')], 2n],
  ['len', [EMPTY], 0n],
  ['index', ['abc', 1n], new Uint8(98)],
  ['index', [[['x', 'y']], 0n, new Uint8(1)], 'y'],
  ['index', [{}, 'constructor'], null],
  ['index', [JSON.parse('{"__proto__":7}'), '__proto__'], 7],
  ['index', [EMPTY, 'a', 3n], EMPTY],
  ['slice', ['世界', 3n], '界'],
  ['slice', ['世界', 1n, 3n], '\udcb8\udc96'],
  ['slice', [['a', 'b', 'c'], 1n, 2n, 3n], ['b']],
  ['html', ['<a b="\'&\0">'], '&lt;a b=&#34;&#39;&amp;\ufffd&#34;&gt;'],
  ['html', [null], '&lt;no value&gt;'],
  ['js', ['\\\'"<>&=\n\u2028é🎉\u007f'], '\\\\\\\'\\"\\u003C\\u003E\\u0026\\u003D\\u000A\\u2028é🎉\u007f'],
  ['urlquery', ['a b/ä~'], 'a+b%2F%C3%A4~'],
  ['urlquery', [], ''],
  ['printf', ['%s %v', 'x', EMPTY], 'x '],
])('%s of %o', (name, args, result) => {
  expect(call(name, ...args)).toEqual(result);
});

test.each<[string, TemplateValue[], string]>([
  ['eq', [1n], 'missing argument for comparison'],
  ['eq', [3, 3n], 'incompatible types for comparison: float64 and int'],
  ['eq', [[], []], 'non-comparable type []: []interface {}'],
  ['eq', [{}, []], 'non-comparable types map[]: map[string]interface {}, []interface {}: []'],
  ['lt', [true, false], 'invalid type for comparison'],
  ['lt', [null, 1n], 'invalid type for comparison'],
  ['lt', ['a', 1n], 'incompatible types for comparison: string and int'],
  ['len', [null], 'len of nil pointer'],
  ['len', [undefined], 'reflect: call of reflect.Value.Type on zero Value'],
  ['len', [3], 'len of type float64'],
  ['index', [undefined, 0n], 'index of untyped nil'],
  ['index', [[null], 0n, 0n], 'index of nil pointer'],
  ['index', [[1], 1n], 'reflect: slice index out of range'],
  ['index', [[1], 2n], 'index out of range: 2'],
  ['index', [[1], -1n], 'index out of range: -1'],
  ['index', [[1], 0], 'cannot index slice/array with type float64'],
  ['index', [[1], null], 'cannot index slice/array with nil'],
  ['index', [{}, 1n], 'value has type int; should be string'],
  ['index', [{}, null], 'value is nil; should be of type string'],
  ['index', ['', 0n], 'reflect: string index out of range'],
  ['slice', ['abc', 0n, 1_000_000_000n], 'index out of range: 1000000000'],
  ['slice', [[1, 2], 2n, 1n], 'invalid slice index: 2 > 1'],
  ['slice', ['abc', 0n, 1n, 2n], 'cannot 3-index slice a string'],
  ['slice', [null], 'slice of untyped nil'],
  ['call', [null], 'call of nil'],
  ['call', ['x'], 'non-function x of type string'],
])('%s of %o fails as in Go', (name, args, message) => {
  expect(failure(name, ...args)).toBe(message);
});

const REPEAT: TemplateFunction = {
  parameters: ['int', 'string'],
  result: 'string',
  call: ([count, text]) => String(text).repeat(Number(count)),
};
const JOIN: TemplateFunction = { parameters: ['string', 'string'], isVariadic: true, call: (args) => args.length };

test('call checks what it hands over', () => {
  const fn = new FunctionValue(REPEAT);
  expect(call('call', fn, 2n, 'ab')).toBe('abab');
  expect(failure('call', fn, 2n)).toBe('wrong number of args for <func(int, string) string Value>: got 1 want 2');
  expect(failure('call', fn, '2', 'ab')).toBe('arg 0: value has type string; should be int');
  expect(failure('call', fn, 2n, null)).toBe('arg 1: value is nil; should be of type string');
  expect(failure('call', new FunctionValue({ ...JOIN, canFail: true }))).toBe(
    'wrong number of args for <func(string, ...string) (interface {}, error) Value>: got 0 want at least 1',
  );
});

test('the number of arguments is checked with the one of the pipeline', () => {
  expect(countError('repeat', REPEAT, 1, true)).toBeUndefined();
  expect(countError('repeat', REPEAT, 1, false)).toBe('wrong number of args for repeat: want 2 got 1');
  expect(countError('repeat', REPEAT, 2, true)).toBe('wrong number of args for repeat: want 2 got 3');
  expect(countError('join', JOIN, 0, false)).toBe('wrong number of args for join: want at least 1 got 0');
  expect(countError('join', JOIN, 9, true)).toBeUndefined();
  expect(countError('any', { call: () => 1 }, 0, false)).toBeUndefined();
  expect([0, 1, 5].map((at) => parameterType(JOIN, at))).toEqual(['string', 'string', 'string']);
});

test('what a typed parameter is given is told as Go tells it', () => {
  expect(argumentError('x', 'string')).toBeUndefined();
  expect(argumentError(3, 'string')).toBe('wrong type for value; expected string; got float64');
  expect(argumentError(null, 'string')).toBe('wrong type for value; expected string; got interface {}');
  expect(argumentError(undefined, 'int')).toBe('invalid value; expected int');
  expect(argumentError([], 'map')).toBe('wrong type for value; expected map[string]interface {}; got []interface {}');
  expect(argumentError(undefined, 'list')).toBeUndefined();
  expect(argumentError(new Uint8(1), 'int')).toBe('wrong type for value; expected int; got uint8');
  expect(callArgumentError(null, 'map')).toBeUndefined();
});

test('nothing and EMPTY are the empty value of the type they are handed over as', () => {
  expect(convertArgument(undefined, 'list')).toEqual([]);
  expect(convertArgument(EMPTY, 'map')).toEqual({});
  expect(convertArgument(EMPTY, 'string')).toBe('');
  expect(convertArgument(EMPTY, 'any')).toBe(EMPTY);
  expect(convertArgument('x', 'string')).toBe('x');
});
