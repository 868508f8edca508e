import type { GoType, TemplateFunction, TemplateValue } from '../values.ts';
import { indexValue, lengthValue, sliceValue } from './access.ts';
import { callValue } from './call.ts';
import { isEqual, isEqualToAny, isLess, isLessOrEqual } from './compare.ts';
import { escapeHtml, escapeJs, escapeQuery } from './escape.ts';
import { sprint, sprintln } from './print.ts';
import { sprintf } from './printf.ts';
import { isTrue } from './truth.ts';

type BuiltInFunction = (args: readonly TemplateValue[]) => TemplateValue;

const ONE: readonly GoType[] = ['any'];
const TWO: readonly GoType[] = ['any', 'any'];

function ofTwo(compare: (left: TemplateValue, right: TemplateValue) => boolean): TemplateFunction {
  return { parameters: TWO, result: 'bool', call: (args) => compare(args[0], args[1]) };
}

/** One argument, and any number behind it. */
function ofFirstAndMore(call: BuiltInFunction): TemplateFunction {
  return { parameters: TWO, isVariadic: true, call };
}

function ofAny(call: BuiltInFunction): TemplateFunction {
  return { result: 'string', call };
}

/** Evaluates without short-circuiting, which is the engine's task: the first operand that decides, else the last. */
function firstThat(isDecided: (value: TemplateValue) => boolean): BuiltInFunction {
  return (args) => {
    const decisive = args.findIndex(isDecided);
    return args[decisive < 0 ? args.length - 1 : decisive];
  };
}

function formatAll(args: readonly TemplateValue[]): string {
  const [format, ...rest] = args;
  return sprintf(typeof format === 'string' ? format : '', rest);
}

/** Go's predefined functions. `call` gives a promise where the function it calls does. */
export const BUILTINS: ReadonlyMap<string, TemplateFunction> = new Map<string, TemplateFunction>([
  ['and', ofFirstAndMore(firstThat((value) => !isTrue(value)))],
  ['or', ofFirstAndMore(firstThat(isTrue))],
  ['not', { parameters: ONE, result: 'bool', call: (args) => !isTrue(args[0]) }],
  ['call', { parameters: TWO, isVariadic: true, call: callValue }],
  ['html', ofAny(escapeHtml)],
  ['js', ofAny(escapeJs)],
  ['urlquery', ofAny(escapeQuery)],
  ['index', ofFirstAndMore(indexValue)],
  ['slice', ofFirstAndMore(sliceValue)],
  ['len', { parameters: ONE, result: 'int', call: (args) => lengthValue(args[0]) }],
  ['print', ofAny(sprint)],
  ['printf', { parameters: ['string', 'any'], isVariadic: true, result: 'string', call: formatAll }],
  ['println', ofAny(sprintln)],
  ['eq', { ...ofFirstAndMore(isEqualToAny), result: 'bool' }],
  ['ne', ofTwo((left, right) => !isEqual(left, right))],
  ['lt', ofTwo(isLess)],
  ['le', ofTwo(isLessOrEqual)],
  ['gt', ofTwo((left, right) => !isLessOrEqual(left, right))],
  ['ge', ofTwo((left, right) => !isLess(left, right))],
]);
