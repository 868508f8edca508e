import * as z from '../schema/zod.ts';

/** Settings of the app's own life. */
export const AppSettings = z
  .strictObject({
    background: z
      .enum(['ask', 'end', 'stay'])
      .default('ask')
      .describe('What happens when the last window is closed while a session socket or another service is on'),
  })
  .prefault({});
