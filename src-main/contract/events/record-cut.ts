import { count, integer, text } from '../schema/plain-schemas.ts';
import { Timestamp } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';

/** Part missing from a session's record, detected by the count and hash that are kept outside its file. */
export const RecordCut = z.object({
  /** `exchanged`: the last event that is known to have been written is not in the record. */
  how: z.enum(['shortened', 'emptied', 'exchanged', 'missing']),
  /** Events that are left; of an exchanged record all that are there. */
  left: count,
  /** Events that were written at least, with the hash and the time of the last of them. */
  events: integer.positive(),
  hash: text,
  at: Timestamp,
});
export type RecordCut = z.infer<typeof RecordCut>;
