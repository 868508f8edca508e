/**
 * Value in a template, with each of Go's kinds as represented in JavaScript.
 *
 * - `undefined`: no value at all, as of a missing key (Go's zero reflect.Value); prints `<no value>`
 * - `null`: a nil interface, as of a JSON null; prints `<no value>` at top level and `<nil>` elsewhere
 * - `number`: float64, the kind of every JSON number
 * - `bigint`: int, 64 bits, the kind of constants without a point, of `len` and of indices
 * - `Uint8`: a byte, as `index "str" 0` gives
 * - `string`: UTF-8 by meaning; a byte that is not UTF-8 is a lone low surrogate U+DC80..U+DCFF (as Python's
 * surrogateescape), shown as U+FFFD when it leaves the template
 * - arrays and objects: `[]interface {}` and `map[string]interface {}`. Only own keys of an object exist, whatever
 * their name
 * - `EMPTY`: the result of a tool that failed: prints nothing, is false, has no length, and everything in it is EMPTY
 * again
 */
export type TemplateValue =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8
  | Complex
  | FunctionValue
  | typeof EMPTY
  | TemplateList
  | TemplateMap;

export type TemplateList = readonly TemplateValue[];
export interface TemplateMap {
  readonly [key: string]: TemplateValue;
}

export class Uint8 {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** complex128. */
export class Complex {
  readonly real: number;
  readonly imaginary: number;
  constructor(real: number, imaginary: number) {
    this.real = real;
    this.imaginary = imaginary;
  }
}

/** A function as a value, for `call`. */
export class FunctionValue {
  readonly function: TemplateFunction;
  constructor(fn: TemplateFunction) {
    this.function = fn;
  }
}

export const EMPTY: unique symbol = Symbol('empty');

/** Go's types of parameters, by name; `any` takes everything. */
export type GoType = 'any' | 'string' | 'int' | 'float64' | 'bool' | 'list' | 'map';

/**
 * A function that templates may call. It throws `FunctionError` for what Go's function would return as its error; anything
 * else that it throws is a fault, told as Go tells a panic.
 */
export interface TemplateFunction {
  /** `...any` where absent. The last one takes all further arguments where `isVariadic`. */
  readonly parameters?: readonly GoType[] | undefined;
  readonly isVariadic?: boolean | undefined;
  /** Type of its result in Go, if declared; `any` if absent. */
  readonly result?: GoType | undefined;
  /** Go says that it has an error as second result. */
  readonly canFail?: boolean | undefined;
  /** Whether it may return a promise. Only then is a template that calls it executed asynchronously. */
  readonly isAsync?: boolean | undefined;
  call(args: readonly TemplateValue[], context: TemplateCallContext): TemplateValue | Promise<TemplateValue>;
}

/** Context of one call in one execution. */
export interface TemplateCallContext {
  /** Aborted when the execution's time is up, or its result is no longer wanted. */
  readonly signal: AbortSignal | undefined;
  /** Place of the call in the text: the position of the function's name. */
  readonly place: { readonly template: string; readonly offset: number };
  /** Callee of `call` as written, if there is one. */
  readonly callee?: string | undefined;
}

/** A function's own error; the template's error names the function and says this. */
export class FunctionError extends Error {}
