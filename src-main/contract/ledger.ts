import { z } from 'zod';
import type { LedgerEventData, LedgerEventType } from './ledger-events.ts';
import { EventId, SessionId, Timestamp } from './procedure.ts';

const envelope = z.object({
  v: z.literal(1),
  id: EventId,
  at: Timestamp,
  session: SessionId,
  /** Groups everything that one message of the person led to. */
  turn: z.string().optional(),
  /** The event that led to this one. */
  cause: EventId.optional(),
  /** SHA-256 of the line before, or the empty string at the start of a file. */
  previous: z.string(),
});

/** An event whose type may be one we do not know: such events are kept and shown as they are. */
export const AnyLedgerEvent = envelope.extend({ type: z.string(), data: z.record(z.string(), z.unknown()) });
export type AnyLedgerEvent = z.infer<typeof AnyLedgerEvent>;

export type LedgerEvent = {
  [T in LedgerEventType]: z.infer<typeof envelope> & { type: T; data: LedgerEventData<T> };
}[LedgerEventType];
