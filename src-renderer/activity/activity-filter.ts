import type { AnyLedgerEvent } from '#contract';

/** What of the ledger is shown; an empty string means everything. */
export interface ActivityFilter {
  readonly session: string;
  readonly type: string;
  readonly tool: string;
  readonly text: string;
}

export const everything: ActivityFilter = { session: '', type: '', tool: '', text: '' };

/** The filter as the host takes it. */
export function queryOf({ session, type, tool, text }: ActivityFilter) {
  return {
    ...(session === '' ? {} : { session }),
    ...(type === '' ? {} : { types: [type] }),
    ...(tool === '' ? {} : { tool }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
  };
}

/** Whether an event that has just been appended belongs to what is shown; kept output is not looked into. */
export function passes(event: AnyLedgerEvent, { session, type, tool, text }: ActivityFilter): boolean {
  if (session !== '' && event.session !== session) return false;
  if (type !== '' && event.type !== type) return false;
  if (tool !== '' && event.data.tool !== tool) return false;
  if (text.trim() === '') return true;
  const whole = JSON.stringify(event).toLowerCase();
  return text
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

/** Newest first, each once. */
export function merged(fresh: readonly AnyLedgerEvent[], loaded: readonly AnyLedgerEvent[]): readonly AnyLedgerEvent[] {
  const known = new Set(loaded.map(({ session, id }) => `${session} ${id}`));
  return [...fresh.filter(({ session, id }) => !known.has(`${session} ${id}`)).toReversed(), ...loaded];
}
