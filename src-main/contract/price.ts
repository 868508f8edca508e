import { number } from './schema/plain-schemas.ts';
import * as z from './schema/zod.ts';

/** US dollars for a million tokens; `cached` is input that the service had in its cache, and costs as `input` where it is left out. */
export const Price = z.strictObject({
  input: number.nonnegative(),
  output: number.nonnegative(),
  cached: number.nonnegative().optional(),
});
export type Price = z.infer<typeof Price>;
