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
        'Remove what nothing refers to by itself, soon after a start, when it was not used for so many days. Never if empty',
      ),
  })
  .prefault({});
