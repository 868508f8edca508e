import { flag, integer, number, optionalInteger, optionalText, text } from './schema/plain-schemas.ts';
import { EventId, procedure, SessionId } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** Result of applying a filter to a kept output. */
export const FilteredOutput = z.object({
  text: text,
  /** Size of the filter's whole output, in bytes; `text` is cut if it is longer than can be shown. */
  bytes: integer,
  isCut: flag,
  exitCode: optionalInteger,
  /** Text that the filter wrote to standard error. */
  problem: optionalText,
  durationMs: number,
  /** Time that running the command again would have taken, in milliseconds. */
  savedMs: number,
  /** Whether the filter ran in a sandbox; otherwise it runs proven programs alone. */
  isSandboxed: flag,
});
export type FilteredOutput = z.infer<typeof FilteredOutput>;

export const outputsContract = {
  /**
   * Runs filter programs, such as `grep FAIL | head -5`, on the kept output of a command, a tool or a typed line.
   * Nothing is run again. Fails with NOT_FOUND if nothing of it is kept, INVALID_INPUT for a filter that is no filter.
   */
  filter: procedure
    .input(z.object({ session: SessionId, event: EventId, filter: text.min(1).max(10_000) }))
    .output(FilteredOutput),
};
