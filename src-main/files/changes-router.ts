import type { Change, Diff } from '#contract';
import { AppError } from '#core/app-error';
import { os } from '#core/procedures';
import { latestOf } from '#core/streams';
import { type Ledger, undoChange } from '#ledger';
import type { ChangeHistory } from './change-history.ts';
import { listChanges } from './change-list.ts';
import { diffOfPast } from './past-diff.ts';
import { diffOf } from './proposal.ts';
import type { Proposals } from './proposals.ts';

export interface ChangesOptions {
  readonly ledger: Ledger;
  readonly proposals: Proposals;
  readonly history: ChangeHistory;
  readonly workspace: () => string;
  readonly sessionTitle: (id: string) => string;
}

/** Implements `os.changes`: proposals that wait and changes that happened are one list to the person. */
export function changesRouter(options: ChangesOptions) {
  const { proposals, ledger } = options;
  return os.changes.router({
    changed: os.changes.changed.handler(({ signal }) => changed(options, signal)),
    diff: os.changes.diff.handler(({ input }) => diff(options, input.id)),
    revise: os.changes.revise.handler(({ input }) => proposals.revise(input.id, input.proposed)),
    undo: os.changes.undo.handler(async ({ input }) => {
      await undoChange(ledger, input);
    }),
  });
}

async function* changed(
  { proposals, history, sessionTitle, workspace }: ChangesOptions,
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
      workspace: workspace(),
    });
  }
}

async function diff({ proposals, history, ledger, workspace }: ChangesOptions, id: string): Promise<Diff> {
  const proposal = proposals.get(id);
  if (proposal) return diffOf(proposal);
  const past = await history.find(id);
  if (past) return await diffOfPast(past, ledger.content, workspace());
  throw new AppError('NOT_FOUND', 'There is no such change: it was answered, withdrawn, or its session was removed');
}
