import { z } from 'zod';
import { Timestamp } from './procedure.ts';

/** What is missing of a session's record, by the count and hash that are kept outside its file. */
export const RecordCut = z.object({
  /** `exchanged`: the last event that is known to have been written is not in the record. */
  how: z.enum(['shortened', 'emptied', 'exchanged', 'missing']),
  /** Events that are left; of an exchanged record all that are there. */
  left: z.int().nonnegative(),
  /** Events that were written at least, with the hash and the time of the last of them. */
  events: z.int().positive(),
  hash: z.string(),
  at: Timestamp,
});
export type RecordCut = z.infer<typeof RecordCut>;
