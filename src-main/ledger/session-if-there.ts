import type { AnyLedgerEvent } from '#contract';
import { isAppError, messageOf } from '#core/app-error';
import type { Ledger, RecordReadOptions, SessionLedger } from './ports.ts';

/** Opens a session that was listed; `undefined` if it was deleted since, while others were read. @throws as `Ledger.session` else */
export async function sessionIfThere(ledger: Pick<Ledger, 'session'>, id: string): Promise<SessionLedger | undefined> {
  try {
    return await ledger.session(id);
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

/**
 * Reads a session that was listed, as far as it is there and can be read; that it cannot be is a problem like that of a
 * line. For readers that fold many records.
 */
export async function* eventsIfReadable(
  ledger: Pick<Ledger, 'session'>,
  id: string,
  options: RecordReadOptions,
): AsyncGenerator<AnyLedgerEvent, void> {
  try {
    yield* (await sessionIfThere(ledger, id))?.read(options) ?? [];
  } catch (error) {
    options.onProblem?.(unreadableRecord(id, error));
  }
}

/** Sentence about a record that cannot be read, where others can. */
export function unreadableRecord(id: string, error: unknown): string {
  const message = messageOf(error);
  return isAppError(error, 'UNAVAILABLE') ? message : `The record of session ${id} cannot be read: ${message}`;
}
