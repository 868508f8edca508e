/** The append-only record of every action: files, content store, undo, search and export. */
export type { AppendOptions, ContentStore, DescribeFile, Ledger, SessionLedger } from './ports.ts';
