import { integer } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';

/** Settings of what is removed by itself. */
export const RetentionSettings = z
  .strictObject({
    sweep_after_days: integer
      .min(1)
      .max(36_500)
      .optional()
      .describe(
        'Days after which data that nothing refers to is removed automatically, soon after a start. Empty: never',
      ),
  })
  .prefault({});
