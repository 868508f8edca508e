/** The append-only record of every action: files, content store, undo, search and export. */
export { type ActivityOptions, createActivity } from './activity.ts';
export { type DescribeOptions, describeFile } from './content/describe-file.ts';
export { knownEvent } from './event-line.ts';
export { type LedgerOptions, openLedger } from './open-ledger.ts';
export type {
  AppendOptions,
  ContentStore,
  DescribeFile,
  KeepOptions,
  Ledger,
  ReadOptions,
  SessionLedger,
  SessionLine,
} from './ports.ts';
export { type InterruptedRun, RunJournal, type StartedRun } from './run-journal.ts';
export { newSessionId } from './session-id.ts';
export { compareTrees, type TreeChange } from './trees/compare-trees.ts';
export type { TreeReference } from './trees/tree-index.ts';
export type { TreeSnapshot } from './trees/tree-snapshot.ts';
export { DEFAULT_WATCH_LIMITS, type WatchLimits } from './trees/watch-limits.ts';
export {
  changesSince,
  type SeenChanges,
  type TreeChanges,
  type TreeSinceOptions,
  type TreeWatch,
  type WatchTreeOptions,
  watchTree,
} from './trees/watch-tree.ts';
export { ChangeStates } from './undo/change-states.ts';
export { outcomeOf } from './undo/end-transaction.ts';
export { type Direction, type FoldedChange, netChanges, type PathGoal } from './undo/net-changes.ts';
export { redoChange, undoChange } from './undo/undo-change.ts';
export { UndoTransactions } from './undo/undo-transactions.ts';
