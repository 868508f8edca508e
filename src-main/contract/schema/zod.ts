/**
 * zod, whose schemas are made when they are first used: each costs some 50 µs and a few kB, a contract has thousands of
 * them, and a start uses a few.
 */
import * as zod from 'zod';
import { madeLate } from './late-schema.ts';

export * from 'zod';

/**
 * Parses without zod's search for values that contain themselves, of which the first parse makes every schema below the
 * one it parses. Only YAML can hold such a value here, and no schema for YAML contains itself, so that each parse ends.
 */
zod.config({
  memoizer: { attach: () => undefined, alloc: (_schema, _payload, empty) => empty, guard: () => undefined },
});

export const object = madeLate(zod.object);
export const looseObject = madeLate(zod.looseObject);
export const strictObject = madeLate(zod.strictObject);
export const array = madeLate(zod.array);
export const record = madeLate(zod.record);
export const union = madeLate(zod.union);
export const discriminatedUnion = madeLate(zod.discriminatedUnion);
export const literal = madeLate(zod.literal);
export const string = madeLate(zod.string);
export const base64 = madeLate(zod.base64);
export const url = madeLate(zod.url);
export const number = madeLate(zod.number);
export const int = madeLate(zod.int);
export const boolean = madeLate(zod.boolean);
export const unknown = madeLate(zod.unknown);

// `enum`, `null` and `void` are words of the language.
const enumeration = madeLate(zod.enum);
const nothing = madeLate(zod.null);
const noValue = madeLate(zod.void);

export { enumeration as enum, nothing as null, noValue as void };

/** Context of a parse that a start does, and hardly anything does again: zod compiles a function for each object otherwise. */
export const ONCE = { jitless: true } as const;
