import { z } from 'zod';

/** US dollars for a million tokens; `cached` is input that the service had in its cache, and costs as `input` where it is left out. */
export const Price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cached: z.number().nonnegative().optional(),
});
export type Price = z.infer<typeof Price>;
