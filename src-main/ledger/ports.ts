import type { AnyLedgerEvent, ContentHash, FileState, LedgerEventData, LedgerEventType } from '#contract';
import type { Subscribe } from '#core/emitter';

export interface AppendOptions {
  readonly turn?: string | undefined;
  /** The event that led to this one. */
  readonly cause?: string | undefined;
}

/** One session's file. Appends are written in the order they were asked for, each on disk (fdatasync) before its promise resolves. */
export interface SessionLedger {
  readonly session: string;
  /** @throws AppError UNAVAILABLE when it cannot be written (disk full, no rights); nothing of it is then in the file. */
  append<T extends LedgerEventType>(
    type: T,
    data: LedgerEventData<T>,
    options?: AppendOptions,
  ): Promise<AnyLedgerEvent>;
  /** Everything on disk so far, in order; unknown types included. */
  read(): AsyncIterable<AnyLedgerEvent>;
}

/** Bytes by their SHA-256, each kept once; what is kept is never changed. */
export interface ContentStore {
  /** On disk before it resolves. */
  keep(bytes: Uint8Array): Promise<ContentHash>;
  /** Keeps a file's bytes without holding them in memory. @throws as reading the file does. */
  keepFile(path: string): Promise<{ readonly hash: ContentHash; readonly size: number }>;
  /** @throws AppError NOT_FOUND */
  read(hash: ContentHash): Promise<Buffer>;
  has(hash: ContentHash): Promise<boolean>;
}

export interface Ledger extends AsyncDisposable {
  readonly content: ContentStore;
  /** Every event after it is on disk. */
  readonly onAppended: Subscribe<AnyLedgerEvent>;
  /** Ids of all sessions on disk. */
  sessions(): Promise<readonly string[]>;
  /** Opens or creates a session's file; a torn last line is moved aside, with a warning. The same object for the same id. */
  session(id: string): Promise<SessionLedger>;
  /** Moves the file to the trash folder, and back. @throws AppError NOT_FOUND, CONFLICT */
  remove(id: string): Promise<void>;
  restore(id: string): Promise<void>;
}

/** A file on disk as the ledger describes it, its bytes kept; `undefined` when there is none. */
export type DescribeFile = (path: string) => Promise<FileState | undefined>;
