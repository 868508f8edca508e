import { type BigIntStats, closeSync, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import type { FileState } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { Pace } from '#core/async/pace';
import { READ_NONBLOCKING_NOFOLLOW } from '#core/files/open-flags';
import { pathToBytes } from '#core/files/path-bytes';
import { isAbsent } from '../content/describe-file.ts';
import { metadataOf } from '../content/file-metadata.ts';
import type { ThreadContent } from '../content/thread-content.ts';
import { NO_ROOM, unreadStateOf } from './entry-of.ts';
import type { KeptBudget } from './kept-budget.ts';
import { fingerprintOf, hasFingerprint, type TreeEntry } from './tree-entry.ts';
import type { PendingEntry } from './walk-tree.ts';

/** Extended attributes of files by path, as lines; of those that have some. `undefined` if they cannot be read. */
export type ReadAttributes = (paths: readonly string[]) => Promise<ReadonlyMap<string, string> | undefined>;

export interface KeeperOptions {
  readonly content: ThreadContent;
  readonly budget: KeptBudget;
  readonly readAttributes: ReadAttributes;
}

/** Size above which files are read piece by piece, in bytes. */
const SMALL_BYTES = 1024 * 1024;
/** Files whose attributes are asked for together. */
const BATCH = 5000;
/** A file that changes while it is read is read so often at most. */
const ATTEMPTS = 3;
const CHANGED = 'it was changed before it could be kept';

/** Reads what is to be kept of a workspace: bytes, targets of links and attributes, small files first. */
export class Keeper {
  readonly #options: KeeperOptions;
  readonly #pace = new Pace();
  readonly #buffer = Buffer.allocUnsafe(SMALL_BYTES);
  readonly #inHand = new Map<TreeEntry, Promise<void>>();
  /** Entries that were read, while their batch still waits for attributes: what they are now is for the next look. */
  readonly #alreadyRead = new WeakSet<TreeEntry>();
  #isClosed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Resolves when each is kept, or its state says why not. Never rejects. */
  async keep(pending: readonly PendingEntry[]): Promise<void> {
    const size = ({ entry }: PendingEntry) => entry.print?.size ?? 0;
    const sorted = pending.filter(({ entry }) => entry.isPending).sort((a, b) => size(a) - size(b));
    for (let at = 0; at < sorted.length && !this.#isClosed; at += BATCH)
      await this.#keepBatch(sorted.slice(at, at + BATCH));
    this.#options.budget.save();
  }

  /** Stops after the file in hand. */
  close(): void {
    this.#isClosed = true;
  }

  async #keepBatch(batch: readonly PendingEntry[]): Promise<void> {
    const left = batch.filter(({ entry }) => entry.isPending);
    const asked = this.#options.readAttributes(left.map(({ path }) => path)).catch(() => undefined);
    for (const one of left) {
      if (this.#isClosed) return;
      if (this.#pace.isDue) await this.#pace.giveWay();
      await this.#keepOne(one);
    }
    const attributes = await asked;
    for (const { path, entry } of left) {
      if (attributes) this.#addAttributes(entry, attributes.get(path));
      entry.isPending = false;
    }
  }

  async #keepOne(one: PendingEntry): Promise<void> {
    const { entry } = one;
    const running = this.#inHand.get(entry);
    if (running !== undefined) return await running;
    if (!entry.isPending || entry.state.kind === 'directory' || this.#alreadyRead.has(entry)) return;
    const keeping = this.#tryToKeep(one, 1).finally(() => {
      this.#inHand.delete(entry);
      this.#alreadyRead.add(entry);
    });
    this.#inHand.set(entry, keeping);
    await keeping;
  }

  async #tryToKeep(one: PendingEntry, attempt: number): Promise<void> {
    const { path, entry } = one;
    try {
      const kept = await this.#read(one);
      const isLast = attempt === ATTEMPTS || entry.isTold === true;
      if (kept && (kept.isAsSeen || (isLast && !entry.isTold))) fillIn(entry, kept);
      else if (isLast) entry.state = unkept(entry, CHANGED);
      else if (seeAgain(path, entry)) await this.#tryToKeep(one, attempt + 1);
    } catch (error) {
      fail(entry, error);
    }
  }

  /**
   * Reads and keeps a pending entry; `undefined` if something else is there by now. @throws file system errors;
   * AppError if it cannot be written
   */
  async #read({ path, entry, isLikelyKept }: PendingEntry): Promise<KeptState | undefined> {
    if (entry.state.kind === 'symlink') return this.#readLink(path, entry);
    const size = entry.print?.size ?? 0;
    if (size <= SMALL_BYTES) return this.#readSmall(path, entry);
    const { content, budget } = this.#options;
    const hasRoom = budget.hasRoom(size);
    if (!hasRoom && !isLikelyKept) return NOT_KEPT;
    if (!hasFingerprint(statsOf(path), entry.print)) return undefined;
    // A file of which only times or permissions changed has its bytes here already, and they need no room.
    const kept = hasRoom ? await content.keepFile(path, { isNew: !isLikelyKept }) : await content.findFile(path);
    const stats = statsOf(path);
    if (!kept) return NOT_KEPT;
    if (kept.isNew) budget.add(kept.size);
    return keptState(entry, stats, kept);
  }

  #readLink(path: string, entry: TreeEntry): KeptState | undefined {
    const stats = statsOf(path);
    if (!stats.isSymbolicLink()) return undefined;
    const target = readlinkSync(pathToBytes(path), { encoding: 'buffer' });
    return keptState(entry, stats, this.#options.content.keep(target));
  }

  #readSmall(path: string, entry: TreeEntry): KeptState | undefined {
    const file = openSync(pathToBytes(path), READ_NONBLOCKING_NOFOLLOW);
    try {
      if (!hasFingerprint(fstatSync(file, { bigint: true }), entry.print)) return undefined;
      const bytes = this.#buffer.subarray(0, readUpTo(file, this.#buffer, entry.print?.size ?? 0));
      const stats = fstatSync(file, { bigint: true });
      const { content, budget } = this.#options;
      const kept = content.keep(bytes, (size) => budget.hasRoom(size));
      if (!kept) return NOT_KEPT;
      if (kept.isNew) budget.add(kept.size);
      return keptState(entry, stats, kept);
    } finally {
      closeSync(file);
    }
  }

  #addAttributes(entry: TreeEntry, lines: string | undefined): void {
    entry.knowsAttributes = true;
    const { attributes, ...state } = entry.state;
    if (lines === undefined) {
      if (attributes !== undefined) entry.state = state;
      return;
    }
    try {
      entry.state = { ...state, attributes: this.#options.content.keep(Buffer.from(lines)).hash };
    } catch {
      entry.knowsAttributes = false;
    }
  }
}

interface KeptState {
  /** Whether the file was unchanged while it was read. */
  readonly isAsSeen: boolean;
  readonly state: Partial<FileState>;
}

const NOT_KEPT: KeptState = { isAsSeen: true, state: { notKept: NO_ROOM } };

function keptState(
  entry: TreeEntry,
  stats: BigIntStats,
  { hash, size }: { readonly hash: string; readonly size: number },
): KeptState {
  return { isAsSeen: hasFingerprint(stats, entry.print), state: { ...metadataOf(stats), hash, size } };
}

function fillIn(entry: TreeEntry, { isAsSeen, state }: KeptState): void {
  const { notKept, hash, ...known } = entry.state;
  entry.state = { ...known, ...state };
  if (!isAsSeen) entry.unsureSince = performance.now();
}

function fail(entry: TreeEntry, error: unknown): void {
  if (isAbsent(error)) {
    entry.isGone = entry.isTold !== true;
    entry.state = unkept(entry, CHANGED);
    return;
  }
  entry.state = unkept(entry, error instanceof AppError ? error.message : `it cannot be read: ${messageOf(error)}`);
  // The next look tries again.
  entry.print = undefined;
}

function unkept({ state: { hash, ...state } }: TreeEntry, notKept: string): FileState {
  return { ...state, notKept };
}

/** Looks at it again; answers whether it is still of the same kind. */
function seeAgain(path: string, entry: TreeEntry): boolean {
  const stats = statsOf(path);
  const isSameKind = entry.state.kind === 'symlink' ? stats.isSymbolicLink() : stats.isFile();
  entry.print = isSameKind ? fingerprintOf(stats) : undefined;
  entry.state = isSameKind ? unreadStateOf(stats, undefined) : unkept(entry, CHANGED);
  entry.unsureSince = performance.now();
  return isSameKind;
}

function statsOf(path: string): BigIntStats {
  return lstatSync(pathToBytes(path), { bigint: true });
}

/** Answers how many bytes there were. */
function readUpTo(file: number, buffer: Buffer, size: number): number {
  let done = 0;
  while (done < size) {
    const read = readSync(file, buffer, done, size - done, done);
    if (read === 0) break;
    done += read;
  }
  return done;
}
