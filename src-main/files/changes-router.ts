import type { Diff } from '#contract';
import { AppError } from '#core/app-error';
import type { Redactor } from '#core/secrets/redact';
import { os } from '#core/servers/procedures';
import { type Ledger, redoChange, type UndoTransactions, undoChange } from '#ledger';
import type { TextComparer } from './diff/compare-texts.ts';
import type { ChangeHistory } from './history/change-history.ts';
import type { NetLineCounts } from './history/net-line-counts.ts';
import { diffOfPast } from './history/past-diff.ts';
import { planTurn, settleTurn } from './history/settle-turn.ts';
import type { TurnRows } from './history/turn-rows.ts';
import { changeLists, findPlace, turnFiles } from './history/turn-streams.ts';
import { proposalDiff } from './review/proposal.ts';
import type { ProposedChanges } from './review/proposals.ts';
import { undoPorts } from './undo-ports.ts';

export interface ChangesOptions {
  readonly ledger: Ledger;
  readonly proposals: ProposedChanges;
  readonly history: ChangeHistory;
  readonly transactions: UndoTransactions;
  readonly comparer: TextComparer;
  readonly rows: TurnRows;
  readonly lineCounts: NetLineCounts;
  readonly sessionTitle: (id: string) => string;
  /** Blanks keys in the diffs of what has happened. */
  readonly redactor?: Redactor | undefined;
}

/** Implements `os.changes`: proposals that wait and changes that happened are one list to the person. */
export function changesRouter(options: ChangesOptions) {
  const { proposals, ledger, history } = options;
  return os.changes.router({
    changed: os.changes.changed.handler(({ input, signal }) => changeLists(options, input, signal)),
    files: os.changes.files.handler(({ input, signal }) => turnFiles(options, input, signal)),
    find: os.changes.find.handler(({ input }) => findPlace(history, input.id)),
    diff: os.changes.diff.handler(({ input }) => diff(options, input.id, input.since)),
    revise: os.changes.revise.handler(({ input }) => proposals.revise(input.id, input.proposed)),
    isCurrent: os.changes.isCurrent.handler(({ input }) => proposals.renewal(input.id).isCurrent()),
    renew: os.changes.renew.handler(async ({ input }) => {
      await proposals.renewal(input.id).renew();
      return await diff(options, input.id);
    }),
    undo: os.changes.undo.handler(async ({ input, signal }) => {
      await undoChange(ledger, { ...input, signal }, undoPorts);
    }),
    redo: os.changes.redo.handler(async ({ input, signal }) => {
      await redoChange(ledger, { ...input, signal }, undoPorts);
    }),
    planTurn: os.changes.planTurn.handler(({ input, signal }) =>
      planTurn({ ...input, confirmed: [], signal }, options),
    ),
    undoTurn: os.changes.undoTurn.handler(({ input, signal }) =>
      settleTurn({ ...input, direction: 'undo', signal }, options),
    ),
    redoTurn: os.changes.redoTurn.handler(({ input, signal }) =>
      settleTurn({ ...input, direction: 'redo', signal }, options),
    ),
  });
}

/** Computes the diff of a change; with `since`, of all changes of the file from that one on. */
async function diff(options: ChangesOptions, id: string, since?: string): Promise<Diff> {
  const { proposals, history, ledger, comparer, redactor } = options;
  const proposal = proposals.get(id);
  if (proposal) return proposalDiff(proposal);
  const past = await history.find(id, since);
  if (past) return await diffOfPast(past, { content: ledger.content, comparer, redactor });
  throw new AppError('NOT_FOUND', 'There is no such change: it was answered, withdrawn, or its session was removed');
}
