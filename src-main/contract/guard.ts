import { z } from 'zod';
import { flag, integer, optionalText, text } from './plain-schemas.ts';
import { procedure, stream, Timestamp } from './procedure.ts';

/** How often the calls of a model were repaired in one way. */
export const RepairCount = z.object({
  /** Absent: a client of our MCP server, or a record that does not say. */
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
   * Has repairs of this rule made or not, by the setting `guard.disabled_rules`. Fails with NOT_FOUND for a rule that does not
   * exist, CONFLICT while the settings file is broken.
   */
  setRule: procedure.input(z.object({ rule: text.min(1).max(200), enabled: flag })).output(z.void()),
};
