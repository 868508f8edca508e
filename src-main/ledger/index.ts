/** The append-only record of every action: files, content store, undo, search and export. */
export { type ActivityOptions, createActivity } from './activity.ts';
export { type DescribeOptions, describeFile } from './content/describe-file.ts';
export { metadataOf } from './content/file-metadata.ts';
export { openKept, removeKept, type StoredContent, storedContent } from './content/stored-content.ts';
export { knownEvent } from './event-line.ts';
export { keepRedacted } from './keep-redacted.ts';
export { type LedgerOptions, openLedger } from './open-ledger.ts';
export { OwedEvents, unrecordedLine } from './owed-events.ts';
export type {
  AppendOptions,
  ContentStore,
  DescribeFile,
  KeepOptions,
  Ledger,
  RecordReadOptions,
  SessionLedger,
  SessionLine,
} from './ports.ts';
export { BackwardRewinds } from './rewinds/backward-rewinds.ts';
export { copiedEvent } from './rewinds/copied-event.ts';
export { type RecordedRewind, type RedoProblem, RewindFold } from './rewinds/rewind-fold.ts';
export { type InterruptedRun, RunJournal, type StartedRun } from './run-journal.ts';
export { newSessionId } from './session-id.ts';
export { eventsIfReadable, sessionIfThere } from './session-if-there.ts';
export { differenceOf } from './state-difference.ts';
export type { TreeChange } from './trees/compare-trees.ts';
export { type LaidOutWithout, layOutTree } from './trees/lay-out-tree.ts';
export type { SavedTree, TreeReference, WatchState } from './trees/tree-messages.ts';
export type { SeenChanges, TreeChanges, TreeSnapshot, TreeWatch } from './trees/tree-watch.ts';
export { DEFAULT_WATCH_LIMITS, type WatchLimits } from './trees/watch-limits.ts';
export { changesSince, type TreeSinceOptions, type WatchTreeOptions, watchTree } from './trees/watch-tree.ts';
export type { AttributePort } from './undo/attributes.ts';
export { ChangeStates } from './undo/change-states.ts';
export { pathOutcome } from './undo/end-transaction.ts';
export { changedBetween, type Direction, type FoldedChange, netChanges, type PathGoal } from './undo/net-changes.ts';
export { redoChange, type SettleRequest, settleChanges, undoChange } from './undo/undo-change.ts';
export { UndoTransactions } from './undo/undo-transactions.ts';
