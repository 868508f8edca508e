import { isAppError } from '#core/app-error';
import type { Ledger, SessionLedger } from './ports.ts';

/** Opens a session that was listed; `undefined` if it was deleted since, while others were read. @throws as `Ledger.session` else */
export async function sessionIfThere(ledger: Pick<Ledger, 'session'>, id: string): Promise<SessionLedger | undefined> {
  try {
    return await ledger.session(id);
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}
