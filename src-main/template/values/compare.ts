import { Complex, EMPTY, FunctionError, FunctionValue, type TemplateValue, Uint8 } from '../values.ts';
import { sprintf } from './printf.ts';
import { compareText } from './text-order.ts';
import { templateTypeName } from './type-name.ts';

type ValueKind = 'bool' | 'complex' | 'int' | 'float' | 'string' | 'uint' | 'other';

function basicKind(value: TemplateValue): ValueKind {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'float';
    case 'bigint':
      return 'int';
    case 'boolean':
      return 'bool';
    default:
      return objectKind(value);
  }
}

function objectKind(value: TemplateValue): ValueKind {
  if (value === EMPTY) return 'string';
  if (value instanceof Uint8) return 'uint';
  return value instanceof Complex ? 'complex' : 'other';
}

function isNil(value: TemplateValue): boolean {
  return value === undefined || value === null;
}

function incompatible(left: TemplateValue, right: TemplateValue): FunctionError {
  return new FunctionError(
    `incompatible types for comparison: ${templateTypeName(left)} and ${templateTypeName(right)}`,
  );
}

function comparedText(value: TemplateValue): string {
  return value === EMPTY ? '' : String(value);
}

/** Integers of both kinds, told by their value; undefined for what is none. */
function integerValue(value: TemplateValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return value instanceof Uint8 ? BigInt(value.value) : undefined;
}

/** Whether two values of the same kind that are not text, number or boolean are equal. */
function isEqualObject(left: TemplateValue, right: TemplateValue): boolean {
  if (left instanceof Complex && right instanceof Complex) {
    return left.real === right.real && left.imaginary === right.imaginary;
  }
  if (isNil(left) || isNil(right)) return isNil(left) === isNil(right);
  if (
    Array.isArray(left) !== Array.isArray(right) ||
    left instanceof FunctionValue !== right instanceof FunctionValue
  ) {
    const texts = [templateTypeName(left), templateTypeName(right)];
    throw new FunctionError(
      `non-comparable types ${sprintf('%s', [left])}: ${texts[0]}, ${texts[1]}: ${sprintf('%v', [right])}`,
    );
  }
  throw new FunctionError(`non-comparable type ${sprintf('%s', [right])}: ${templateTypeName(right)}`);
}

function isEqualUnlike(left: TemplateValue, right: TemplateValue): boolean {
  const one = integerValue(left);
  const other = integerValue(right);
  if (one !== undefined && other !== undefined) return one === other;
  const kind = basicKind(left);
  if (kind === basicKind(right))
    return kind === 'string' ? comparedText(left) === comparedText(right) : isEqualObject(left, right);
  if (isNil(left) || isNil(right)) return false;
  throw incompatible(left, right);
}

/** @throws FunctionError where they cannot be compared */
export function isEqual(left: TemplateValue, right: TemplateValue): boolean {
  const type = typeof left;
  if (type === typeof right && type !== 'object' && type !== 'undefined') return left === right;
  return isEqualUnlike(left, right);
}

/** @throws FunctionError where neither is before the other by its kind */
export function isLess(left: TemplateValue, right: TemplateValue): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right) < 0;
  const one = integerValue(left);
  const other = integerValue(right);
  if (one !== undefined && other !== undefined) return one < other;
  return isLessByKind(left, right);
}

function isLessByKind(left: TemplateValue, right: TemplateValue): boolean {
  const kind = basicKind(left);
  const otherKind = basicKind(right);
  const invalid = new FunctionError('invalid type for comparison');
  if (kind === 'other' || otherKind === 'other') throw invalid;
  if (kind !== otherKind) throw incompatible(left, right);
  if (kind === 'string') return compareText(comparedText(left), comparedText(right)) < 0;
  throw invalid;
}

/** Go's `eq`: whether the first is equal to any of the others. */
export function isEqualToAny(args: readonly TemplateValue[]): boolean {
  if (args.length < 2) throw new FunctionError('missing argument for comparison');
  const first = args[0];
  for (let at = 1; at < args.length; at++) if (isEqual(first, args[at])) return true;
  return false;
}

/** Go's `le`: less or equal, which numbers that are no number are not. */
export function isLessOrEqual(left: TemplateValue, right: TemplateValue): boolean {
  return isLess(left, right) || isEqual(left, right);
}
