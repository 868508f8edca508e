/** Schemas without limits, made once for the whole contract. */
import * as z from './zod.ts';

export const text = z.string();
export const flag = z.boolean();
export const number = z.number();
export const integer = z.int();
/** An integer from 0. */
export const count = integer.nonnegative();
export const anything = z.unknown();
export const texts = z.array(text);

export const optionalText = text.optional();
export const optionalFlag = flag.optional();
export const optionalNumber = number.optional();
export const optionalInteger = integer.optional();
export const optionalCount = count.optional();

/** Seconds from 1 to `max`, `fallback` unless told. */
export const seconds = (fallback: number, max: number) => number.min(1).max(max).default(fallback);
