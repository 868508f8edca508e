/** The file tools, changes that are proposed as hunks, and what became of them. */
import { dirname } from 'node:path';
import type { AcceptedChange, Diff, FileState, TurnId } from '#contract';
import { KeyedMutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import { describeFile, type Ledger, type SettleRequest, settleChanges, UndoTransactions } from '#ledger';
import type { Tool, ToolSource } from '#tools';
import { changesRouter } from './changes-router.ts';
import { type TextComparer, textComparer } from './diff/compare-texts.ts';
import { countChangedLines } from './diff/hunks.ts';
import { ChangeHistory } from './history/change-history.ts';
import { NetLineCounts } from './history/net-line-counts.ts';
import { diffOfStates } from './history/past-diff.ts';
import { describeBlockers } from './history/settle-turn.ts';
import { TurnRows } from './history/turn-rows.ts';
import { turnLines } from './history/turn-streams.ts';
import { answerProblem } from './review/answer-problem.ts';
import { compareSides, hunksOf, shownSides } from './review/proposal.ts';
import { ProposedChanges } from './review/proposals.ts';
import { takeEntriesTool } from './take/take-entries-tool.ts';
import { takeFileTool } from './take/take-file-tool.ts';
import type { WantedPathFinder } from './take/wanted-path.ts';
import { createOrUpdateTool } from './tools/create-or-update-tool.ts';
import { deleteTool } from './tools/delete-tool.ts';
import { editFileTool } from './tools/edit-file-tool.ts';
import { readFileTool } from './tools/read-file-tool.ts';
import { undoPorts } from './undo-ports.ts';

export { TAKE_ENTRIES } from './take/take-entries-tool.ts';
export { TAKE_FILE } from './take/take-file-tool.ts';
export { takesModeAlone, type WantedPath, type WantedPathFinder } from './take/wanted-path.ts';

const FLAG_REMOVED_LINES = 50;

export interface FilesOptions {
  readonly ledger: Ledger;
  readonly sessionTitle: (id: string) => string;
  readonly log: Logger;
  /** Blanks keys in the diffs of what has happened; bytes that are kept for Undo stay as they are. */
  readonly redactor?: Redactor;
  /** Files and folders of the app beside the ledger's, such as its settings, for work in this workspace: no tool may change them. */
  readonly ownFiles?: (workspace: string) => readonly string[];
  /** A change that removes more lines than this is flagged. */
  readonly flagRemovedLines?: () => number;
  readonly now?: () => number;
}

export function createFiles(options: FilesOptions) {
  const { ledger, sessionTitle, log, ownFiles = () => [], now = Date.now } = options;
  const comparer = textComparer();
  const proposals = new ProposedChanges(comparer);
  const history = new ChangeHistory(ledger, log);
  const transactions = new UndoTransactions({ ledger, ...undoPorts, log });
  const { content } = ledger;
  const own = (workspace: string) => [dirname(content.folder), ...ownFiles(workspace)];
  const flagRemovedLines = options.flagRemovedLines ?? (() => FLAG_REMOVED_LINES);
  const services = { content, proposals, ownFiles: own, now, targets: new KeyedMutex(), comparer, flagRemovedLines };
  const tools: readonly Tool[] = [
    createOrUpdateTool(services),
    deleteTool(services),
    readFileTool(),
    editFileTool(services),
  ];
  const ofTurns = {
    ledger,
    proposals,
    history,
    sessionTitle,
    rows: new TurnRows({ history, sessionTitle }),
    lineCounts: new NetLineCounts(history, { content, comparer }),
  };
  return {
    router: changesRouter({ ...ofTurns, transactions, comparer, redactor: options.redactor }),
    /** Lines that a turn added and removed. */
    linesOf: (turn: TurnId) => turnLines(ofTurns, turn),
    tools: { tools: () => tools } satisfies ToolSource,
    /** Tools that no model is offered: they take what a branch has made of a path into the workspace, through the same review. */
    taking: (find: WantedPathFinder): ToolSource => {
      const taking = [takeFileTool(services, find), takeEntriesTool(services, find)];
      return { tools: () => taking };
    },
    /** Compares two contents as a review shows it. */
    compare: (before: Uint8Array | undefined, after: Uint8Array | undefined) => shownChange(before, after, comparer),
    /** Finishes, or takes back, what a crash interrupted of an undo; to be awaited before anything else changes files. */
    recoverUndo: () => transactions.recover(),
    /** Ports for others that restore files: the transactions, what blocks a path, and what is visible of a file. */
    wayBack: {
      transactions,
      teller: () => describeBlockers(history),
      stateAt: (path: string) => describeFile(path, content),
      /** The diff between two states of a file whose bytes are kept, keys blanked. */
      diffOf: async (
        file: Pick<Diff, 'path' | 'shownPath'>,
        before: FileState | undefined,
        after: FileState | undefined,
      ) => await diffOfStates(file, { before, after }, { content, comparer, redactor: options.redactor }),
    },
    /** Undoes changes of a session, or makes them again; see `settleChanges`. */
    settle: async (request: SettleRequest) =>
      (await settleChanges(ledger, request, undoPorts)).map(({ goal: { path }, refusal }) => {
        const { why: left, isAlready, isChangedSince } = refusal ?? {};
        return { path, left, isAlready, isChangedSince };
      }),
    /** Finds the waiting proposal; `undefined` once it was answered or withdrawn. */
    reviewed: (id: string) => {
      const proposal = proposals.get(id);
      if (!proposal) return undefined;
      const problemWith = (answer: AcceptedChange) => answerProblem(proposal, answer);
      return { revision: proposal.revision, problemWith };
    },
    [Symbol.asyncDispose]: async () => {
      history[Symbol.dispose]();
      await comparer[Symbol.asyncDispose]();
    },
  };
}

async function shownChange(before: Uint8Array | undefined, after: Uint8Array | undefined, comparer: TextComparer) {
  const sides = await compareSides(before, after, comparer);
  const hunks = sides.kind === 'text' ? [...sides.diff.hunks] : [...hunksOf({ sides, before: undefined })];
  return { ...shownSides(sides), hunks, ...(sides.kind === 'text' && { counts: countChangedLines(sides.diff) }) };
}
