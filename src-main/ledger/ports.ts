import type { AnyLedgerEvent, ContentHash, FileState, LedgerEventData, LedgerEventType, RecordCut } from '#contract';
import type { Subscribe } from '#core/async/emitter';

export interface AppendOptions {
  readonly turn?: string | undefined;
  /** The event that led to this one. */
  readonly cause?: string | undefined;
}

/** A line of a session's file as it is on disk. */
export interface SessionLine {
  /** 1-based; when reading backwards 0, as it is not known. */
  readonly number: number;
  /** Bytes of the line, without its newline; `undefined` if it is too long to be an event. */
  readonly bytes: Buffer | undefined;
  readonly event?: AnyLedgerEvent;
  /** Reason why it holds no event. */
  readonly problem?: string;
}

export interface RecordReadOptions {
  /** Lines that cannot be read are left out and told here; the app log has them in any case. */
  readonly onProblem?: (text: string) => void;
  /** Newest first, without reading what is not asked for. */
  readonly backward?: boolean;
}

/**
 * Result of comparing a record with its anchor: count and hash that are kept outside its file. Empty if the record is
 * complete.
 */
export interface AnchorCheck {
  /** Missing part of the record that is not mentioned in it as `record.cut`. */
  readonly cut?: RecordCut;
  /**
   * Reason why the anchor cannot be used, as the end of a sentence about it: then it is unknown whether something is
   * missing.
   */
  readonly problem?: string;
}

/** An event that is on its way to the disk. */
export interface AddedEvent {
  readonly id: string;
  /** Resolves and rejects as `append` does. */
  readonly onDisk: Promise<AnyLedgerEvent>;
}

/** One session's file. Appends are written in the order they were asked for, each on disk (fdatasync) before its promise resolves. */
export interface SessionLedger {
  readonly session: string;
  /** @throws AppError UNAVAILABLE if it cannot be written (disk full, no rights); nothing of it is then in the file. */
  append<T extends LedgerEventType>(
    type: T,
    data: LedgerEventData<T>,
    options?: AppendOptions,
  ): Promise<AnyLedgerEvent>;
  /**
   * Appends an event and says its id before it is on disk, so that the next one can name it as its cause. What is added in one turn
   * of the event loop goes to the disk in one write. @throws AppError LIMIT_EXCEEDED, UNAVAILABLE as `append`
   */
  add<T extends LedgerEventType>(type: T, data: LedgerEventData<T>, options?: AppendOptions): AddedEvent;
  /** Everything on disk so far, in order; unknown types included. */
  read(options?: RecordReadOptions): AsyncIterable<AnyLedgerEvent>;
  /** Every line on disk so far, broken ones included. */
  lines(options?: Pick<RecordReadOptions, 'backward'>): AsyncIterable<SessionLine>;
  /** Compares what is in the file now with what was written at least; reads no more than its end where all is there. @throws AppError UNAVAILABLE */
  checkAnchor(): Promise<AnchorCheck>;
}

export interface KeepOptions {
  /**
   * `now`, the default: it is flushed to the disk when the call resolves. `later`: it outlives a crash of this process from
   * then on, and a power cut after the next `settle`; several times as fast for many small files.
   */
  readonly settle?: 'now' | 'later';
  /** The bytes are probably not kept yet: a large file is copied while it is hashed, instead of being hashed first. */
  readonly isNew?: boolean;
  /** Called if a large file's bytes had not been kept before. */
  readonly onAdded?: () => void;
  /** Ends the reading of a large file: it is not kept then. */
  readonly signal?: AbortSignal | undefined;
}

/** A session's file in the trash. */
export interface TrashedSession {
  readonly id: string;
  /** The last it was given; undefined if its file cannot be read. */
  readonly title: string | undefined;
  readonly deletedAt: number;
  readonly bytes: number;
}

/** Bytes by their SHA-256, each kept once; what is kept is never changed. */
export interface ContentStore {
  /** Absolute; nothing in it is worth keeping once more. */
  readonly folder: string;
  keep(bytes: Uint8Array, options?: KeepOptions): Promise<ContentHash>;
  /** Keeps a regular file's bytes without holding them in memory; a link is not followed. @throws as reading the file does. */
  keepFile(path: string, options?: KeepOptions): Promise<{ readonly hash: ContentHash; readonly size: number }>;
  /** Flushes what was kept with `later`. Resolves with what is still not on disk: why is in the app log, and it is tried again. */
  settle(): Promise<ReadonlySet<ContentHash>>;
  /** @throws AppError NOT_FOUND; UNAVAILABLE if the kept bytes are damaged */
  read(hash: ContentHash): Promise<Buffer>;
  /**
   * Writes it to a new file of mode 0600, on disk after a flush of the caller's; where the file system can, the two
   * share their room. @throws AppError NOT_FOUND; UNAVAILABLE if the kept bytes are damaged; file system errors, as
   * when there is a file; if the signal aborts, and nothing is left there then
   */
  copyTo(hash: ContentHash, target: string, signal?: AbortSignal): Promise<void>;
  /** A piece of it, and the size of the whole; for looking at, so not checked for damage. @throws AppError NOT_FOUND */
  readPart(
    hash: ContentHash,
    range: { readonly offset: number; readonly length: number },
  ): Promise<{ readonly bytes: Buffer; readonly size: number }>;
  has(hash: ContentHash): Promise<boolean>;
  /** The same as `read` and `has`, but for small bytes and without giving way: several times as fast for thousands of files. */
  readNow(hash: ContentHash): Buffer;
  hasNow(hash: ContentHash): boolean;
}

export interface Ledger extends AsyncDisposable {
  readonly content: ContentStore;
  /** Every event after it is on disk. */
  readonly onAppended: Subscribe<AnyLedgerEvent>;
  /** Ids of all sessions on disk, those included whose file is gone and was neither removed nor erased. */
  sessions(): Promise<readonly string[]>;
  /**
   * A session, its file made with the first event; a torn last line is moved aside, with a warning. The same object for the same id.
   * @throws AppError NOT_FOUND when it is in the trash
   */
  session(id: string): Promise<SessionLedger>;
  /** Moves the file to the trash folder, and back. @throws AppError NOT_FOUND, CONFLICT */
  remove(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  /** Lists the trash, the newest deletion first; one session of it alone where that is named. */
  trash(session?: string): Promise<readonly TrashedSession[]>;
  /** Deletes a file in the trash for good; what it points to in the content store stays. @throws AppError NOT_FOUND, UNAVAILABLE */
  erase(id: string): Promise<void>;
}

/** A file on disk as the ledger describes it, its bytes kept; `undefined` if there is none. */
export type DescribeFile = (path: string) => Promise<FileState | undefined>;
