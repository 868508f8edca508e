import type { LedgerEventData, LedgerEventType } from './events/ledger-events.ts';
import { anything, optionalText, text } from './schema/plain-schemas.ts';
import { EventId, SessionId, Timestamp } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

const envelope = z.object({
  v: z.literal(1),
  id: EventId,
  at: Timestamp,
  session: SessionId,
  /** Groups everything that one message of the person led to. */
  turn: optionalText,
  /** The event that led to this one. */
  cause: EventId.optional(),
  /** SHA-256 of the line before, or the empty string at the start of a file. */
  previous: text,
});

/** An event whose type may be one we do not know: such events are kept and shown as they are. */
export const AnyLedgerEvent = envelope.extend({ type: text, data: z.record(text, anything) });
export type AnyLedgerEvent = z.infer<typeof AnyLedgerEvent>;

export type LedgerEvent = {
  [T in LedgerEventType]: z.infer<typeof envelope> & { type: T; data: LedgerEventData<T> };
}[LedgerEventType];
