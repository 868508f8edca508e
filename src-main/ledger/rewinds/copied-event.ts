import type { LedgerEvent } from '#contract';
import { knownEvent } from '../event-line.ts';

/** The event of another session that a fork began with, as it was there; `undefined` if its type is not known. */
export function copiedEvent(copy: Extract<LedgerEvent, { type: 'event.copied' }>): LedgerEvent | undefined {
  const { v, session, previous } = copy;
  const { id, at, type, turn, cause, data } = copy.data;
  const links = { ...(turn !== undefined && { turn }), ...(cause !== undefined && { cause }) };
  return knownEvent({ v, session, previous, id, at, type, data, ...links });
}
