import { EMPTY, type GoType, type TemplateFunction, type TemplateValue } from '../values.ts';
import { goTypeName, isList, isMap, kindName } from './type-name.ts';

const ANY: readonly GoType[] = ['any'];

function functionParameters(fn: TemplateFunction): readonly GoType[] {
  return fn.parameters ?? ANY;
}

export function isVariadic(fn: TemplateFunction): boolean {
  return fn.parameters === undefined || fn.isVariadic === true;
}

/** Type of the parameter at this position, counted from 0. */
export function parameterType(fn: TemplateFunction, position: number): GoType {
  const parameters = functionParameters(fn);
  return parameters[Math.min(position, parameters.length - 1)] ?? 'any';
}

/** @param written arguments in the command, without the one of the pipeline before it. @returns Go's error */
export function countError(name: string, fn: TemplateFunction, written: number, isPiped: boolean): string | undefined {
  const expected = functionParameters(fn).length;
  const given = isPiped ? written + 1 : written;
  if (isVariadic(fn)) {
    const least = expected - 1;
    return given < least ? `wrong number of args for ${name}: want at least ${least} got ${written}` : undefined;
  }
  return given === expected ? undefined : `wrong number of args for ${name}: want ${expected} got ${given}`;
}

function isOfType(value: TemplateValue, type: GoType): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'string':
      return typeof value === 'string' || value === EMPTY;
    case 'int':
      return typeof value === 'bigint';
    case 'float64':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'list':
      return value === undefined || value === EMPTY || isList(value);
    case 'map':
      return value === undefined || value === EMPTY || isMap(value);
  }
}

/**
 * Explains why the value is not an argument of this type, in the words of Go's Execute; constants have errors of their
 * own.
 */
export function argumentError(value: TemplateValue, type: GoType): string | undefined {
  if (isOfType(value, type)) return undefined;
  const expected = goTypeName(type);
  if (value === undefined) return `invalid value; expected ${expected}`;
  return `wrong type for value; expected ${expected}; got ${kindName(value)}`;
}

/** The same as `argumentError`, but where `call` makes the call. */
export function callArgumentError(value: TemplateValue, type: GoType): string | undefined {
  const expected = goTypeName(type);
  if (value === undefined || value === null) {
    const mayBeNil = type === 'any' || type === 'list' || type === 'map';
    return mayBeNil ? undefined : `value is nil; should be of type ${expected}`;
  }
  return isOfType(value, type) ? undefined : `value has type ${kindName(value)}; should be ${expected}`;
}

/** Converts an argument to the type: EMPTY and nil become its empty value, if there is one. */
export function convertArgument(value: TemplateValue, type: GoType): TemplateValue {
  if (value !== EMPTY && value !== undefined && value !== null) return value;
  if (type === 'list') return [];
  if (type === 'map') return {};
  return type === 'string' && value === EMPTY ? '' : value;
}
