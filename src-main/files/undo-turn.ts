import type { UndoneTurn } from '#contract';
import { AppError } from '#core/app-error';
import { type Ledger, undoChange } from '#ledger';
import { copyAttributes } from '#process/copy-attributes';
import type { ChangeHistory } from './change-history.ts';

/**
 * Undoes what one turn changed, newest first, and stops at the first that cannot be undone: what is older may rest on it.
 *
 * @throws AppError NOT_FOUND when the turn changed nothing that still stands
 */
export async function undoTurn(
  { session, turn }: { readonly session: string; readonly turn: string },
  { ledger, history }: { readonly ledger: Ledger; readonly history: ChangeHistory },
): Promise<UndoneTurn> {
  const changes = await history.ofTurn(session, turn);
  const standing = changes.filter(({ state }) => state === 'applied' || state === 'interrupted');
  if (standing.length === 0) throw new AppError('NOT_FOUND', 'There is nothing of this turn left to undo');
  const waiting = standing.map(({ id, data }) => ({ event: id, path: data.path }));
  const undone: UndoneTurn['undone'] = [];
  for (const [at, change] of waiting.entries()) {
    try {
      await undoChange(ledger, { session, event: change.event, force: false }, { copyAttributes });
      undone.push(change);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { undone, left: waiting.slice(at), why: error.message };
    }
  }
  return { undone, left: [] };
}
