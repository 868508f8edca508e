/** The append-only record of every action: files, content store, undo, search and export. */
export { knownEvent } from './event-line.ts';
export { type LedgerOptions, openLedger } from './open-ledger.ts';
export type {
  AppendOptions,
  ContentStore,
  DescribeFile,
  Ledger,
  ReadOptions,
  SessionLedger,
  SessionLine,
} from './ports.ts';
