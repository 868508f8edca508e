import type { Change, Diff } from '#contract';
import { AppError } from '#core/app-error';
import { os } from '#core/procedures';
import { latestOf } from '#core/streams';
import { type Ledger, redoChange, type UndoTransactions, undoChange } from '#ledger';
import { copyAttributes } from '#process/copy-attributes';
import type { ChangeHistory } from './change-history.ts';
import { listChanges } from './change-list.ts';
import type { TextComparer } from './compare-texts.ts';
import { diffOfPast } from './past-diff.ts';
import { diffOf } from './proposal.ts';
import type { Proposals } from './proposals.ts';
import { planTurn, settleTurn } from './settle-turn.ts';

export interface ChangesOptions {
  readonly ledger: Ledger;
  readonly proposals: Proposals;
  readonly history: ChangeHistory;
  readonly transactions: UndoTransactions;
  readonly comparer: TextComparer;
  readonly sessionTitle: (id: string) => string;
}

/** Implements `os.changes`: proposals that wait and changes that happened are one list to the person. */
export function changesRouter(options: ChangesOptions) {
  const { proposals, ledger } = options;
  return os.changes.router({
    changed: os.changes.changed.handler(({ signal }) => changed(options, signal)),
    diff: os.changes.diff.handler(({ input }) => diff(options, input.id)),
    revise: os.changes.revise.handler(({ input }) => proposals.revise(input.id, input.proposed)),
    isCurrent: os.changes.isCurrent.handler(({ input }) => proposals.renewal(input.id).isCurrent()),
    renew: os.changes.renew.handler(async ({ input }) => {
      await proposals.renewal(input.id).renew();
      return await diff(options, input.id);
    }),
    undo: os.changes.undo.handler(async ({ input }) => {
      await undoChange(ledger, input, { copyAttributes });
    }),
    redo: os.changes.redo.handler(async ({ input }) => {
      await redoChange(ledger, input, { copyAttributes });
    }),
    planTurn: os.changes.planTurn.handler(({ input }) => planTurn({ ...input, confirmed: [] }, options)),
    undoTurn: os.changes.undoTurn.handler(({ input }) => settleTurn({ ...input, direction: 'undo' }, options)),
    redoTurn: os.changes.redoTurn.handler(({ input }) => settleTurn({ ...input, direction: 'redo' }, options)),
  });
}

async function* changed(
  { proposals, history, sessionTitle }: ChangesOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Change[], void> {
  const sources = latestOf<true>((listener) => {
    const stops = [proposals.onChanged(listener), history.onChanged(listener)];
    listener(true);
    return () => {
      for (const stop of stops) stop();
    };
  }, signal);
  await history.refresh();
  for await (const _ of sources) {
    yield listChanges({
      proposals: proposals.list(),
      past: history.list(),
      titleOf: sessionTitle,
      turnOf: (session, callId) => history.turnOf(session, callId),
    });
  }
}

async function diff(options: ChangesOptions, id: string): Promise<Diff> {
  const { proposals, history, ledger, comparer } = options;
  const proposal = proposals.get(id);
  if (proposal) return diffOf(proposal);
  const past = await history.find(id);
  if (past) return await diffOfPast(past, { content: ledger.content, comparer });
  throw new AppError('NOT_FOUND', 'There is no such change: it was answered, withdrawn, or its session was removed');
}
