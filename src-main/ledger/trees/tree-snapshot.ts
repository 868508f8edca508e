import type { BigIntStats } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileState } from '#contract';
import { messageOf } from '#core/app-error';
import { describeStats, isAbsent } from '../content/describe-file.ts';
import { formatBytes } from '../format-bytes.ts';
import { mapBounded } from '../map-bounded.ts';
import type { ContentStore } from '../ports.ts';
import { listTree, type TreeEntry } from './list-tree.ts';
import type { WatchLimits } from './watch-limits.ts';

export interface WatchedEntry {
  /** The same as long as the system says that nothing was done to it. */
  readonly fingerprint: string;
  readonly state: FileState;
  /** It changed so shortly before it was read that another change might not show: it is read again the next time. */
  readonly isRacy: boolean;
}

/** A workspace at one moment, its bytes kept. */
export interface TreeSnapshot {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly entries: ReadonlyMap<string, WatchedEntry>;
  /** Folders of which every entry is there. */
  readonly listed: ReadonlySet<string>;
  readonly notWatched: readonly string[];
}

export interface SnapshotOptions {
  readonly root: string;
  readonly content: ContentStore;
  readonly limits: WatchLimits;
  readonly excluded: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** No file system in use counts time more coarsely (FAT). */
const RACY_MS = 2000;
const PARALLEL = 4;

/** Reads only what is not in `known` as it is now. */
export async function takeSnapshot(
  options: SnapshotOptions,
  known: ReadonlyMap<string, WatchedEntry>,
): Promise<TreeSnapshot> {
  const { content, limits, signal } = options;
  const root = await realpath(options.root).catch(() => options.root);
  // What is in the ledger's own folder would be kept again and again.
  const own = [...options.excluded, dirname(content.folder)];
  const excluded = await Promise.all(own.map((folder) => realpath(folder).catch(() => folder)));
  const listing = await listTree({ root, limits, excluded, signal });
  const overflow = overflowOf(listing.entries, limits);
  const keeping = new Keeping(content, limits);
  const watched = await mapBounded(listing.entries, PARALLEL, async (entry) => {
    signal?.throwIfAborted();
    if (overflow.has(entry.path)) return keeping.overflowing(entry);
    const old = known.get(entry.path);
    return old && !old.isRacy && old.fingerprint === fingerprintOf(entry.stats) ? old : await keeping.entry(entry);
  });
  const entries = new Map<string, WatchedEntry>();
  for (const [index, { path }] of listing.entries.entries()) {
    const entry = watched[index];
    if (entry) entries.set(path, entry);
  }
  const notWatched = [...listing.leftOut, ...keeping.failures];
  if (overflow.size > 0) notWatched.push(`${overflow.size} files are not kept: ${keeping.overflowReason}`);
  return { root, entries, listed: listing.listed, notWatched };
}

class Keeping {
  readonly failures = new Set<string>();
  readonly overflowReason: string;
  readonly #content: ContentStore;
  readonly #limits: WatchLimits;

  constructor(content: ContentStore, limits: WatchLimits) {
    this.#content = content;
    this.#limits = limits;
    this.overflowReason = `the workspace holds more than ${formatBytes(limits.maxTotalBytes)}`;
  }

  /** `undefined` when it has vanished. */
  async entry({ path, stats }: TreeEntry): Promise<WatchedEntry | undefined> {
    const readAt = Date.now();
    try {
      const options = { maxKeptBytes: this.#limits.maxFileBytes, settle: 'later' } as const;
      const state = await describeStats(path, stats, this.#content, options);
      return { state, fingerprint: fingerprintOf(stats), isRacy: isRacy(stats, readAt) };
    } catch (error) {
      if (isAbsent(error)) return undefined;
      this.failures.add(`Some files are not kept: ${messageOf(error)}`);
      return { ...unkept(stats, messageOf(error)), isRacy: true };
    }
  }

  overflowing({ stats }: TreeEntry): WatchedEntry {
    return { ...unkept(stats, this.overflowReason), isRacy: true };
  }
}

/** The files that no longer fit, in the order of the listing, so that it is the same ones the next time. */
function overflowOf(entries: readonly TreeEntry[], limits: WatchLimits): Set<string> {
  const overflow = new Set<string>();
  let total = 0;
  for (const { path, stats } of entries) {
    const size = stats.isFile() && stats.size <= limits.maxFileBytes ? Number(stats.size) : 0;
    if (total + size > limits.maxTotalBytes) overflow.add(path);
    else total += size;
  }
  return overflow;
}

function unkept(stats: BigIntStats, notKept: string): Pick<WatchedEntry, 'state' | 'fingerprint'> {
  const mode = Number(stats.mode) & 0o7777;
  return { state: { kind: 'file', size: Number(stats.size), mode, notKept }, fingerprint: fingerprintOf(stats) };
}

function fingerprintOf(stats: BigIntStats): string {
  // A folder's times change with its entries, which are seen one by one.
  if (stats.isDirectory()) return `folder ${stats.mode}`;
  return [stats.mode, stats.size, stats.mtimeNs, stats.ctimeNs, stats.ino, stats.dev].join(' ');
}

function isRacy(stats: BigIntStats, readAt: number): boolean {
  if (stats.isDirectory()) return false;
  return Math.max(Number(stats.ctimeMs), Number(stats.mtimeMs)) > readAt - RACY_MS;
}
