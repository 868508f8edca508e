import { flag, integer, optionalText, text } from './schema/plain-schemas.ts';
import { procedure, stream, Timestamp } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** Number of times the calls of a model were repaired in one way. */
export const RepairCount = z.object({
  /** Model that made the mistake; absent for a client of our MCP server, or a record without one. */
  model: optionalText,
  rule: text,
  count: integer.positive(),
  last: Timestamp,
});
export type RepairCount = z.infer<typeof RepairCount>;

export const guardContract = {
  /**
   * Streams the counts over all recorded sessions, most frequent first: once at the start and again after each change.
   */
  counts: stream(z.array(RepairCount).readonly()),
  /**
   * Switches repairs of this rule on or off, by the setting `guard.disabled_rules`. Fails with NOT_FOUND for a rule
   * that does not exist, CONFLICT while the settings file is broken.
   */
  setRule: procedure.input(z.object({ rule: text.min(1).max(200), enabled: flag })).output(z.void()),
};
