import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LedgerEventData } from '#contract';
import { isAbsent } from './describe-file.ts';
import { mapBounded } from './map-bounded.ts';
import type { ContentStore } from './ports.ts';
import { differenceOf } from './state-difference.ts';
import { type TreeSnapshot, takeSnapshot, type WatchedEntry } from './tree-snapshot.ts';
import { DEFAULT_WATCH_LIMITS, type WatchLimits } from './watch-limits.ts';

export interface WatchTreeOptions {
  /** The workspace; links in it are not followed. */
  readonly root: string;
  readonly content: ContentStore;
  readonly limits?: Partial<WatchLimits>;
  /** Absolute paths of folders that are not watched; the ledger's own folder never is. */
  readonly excluded?: readonly string[];
}

export type TreeChange = Pick<LedgerEventData<'file.changed'>, 'path' | 'change' | 'before' | 'after'>;

export interface TreeChanges {
  /** By path. */
  readonly changes: readonly TreeChange[];
  /** What was not watched or not kept, and why; short sentences. */
  readonly notWatched: readonly string[];
}

/** Tells what happened to a workspace between two moments. What it saw once makes the next time quick. */
export interface TreeWatch {
  /** Resolves when the bytes of every file that is watched are kept. @throws the signal's reason */
  before(signal?: AbortSignal): Promise<TreeSnapshot>;
  /** Compares with now, what is new kept as well. @throws the signal's reason */
  after(snapshot: TreeSnapshot, signal?: AbortSignal): Promise<TreeChanges>;
}

export function watchTree({ root, content, limits, excluded = [] }: WatchTreeOptions): TreeWatch {
  const options = { root, content, limits: { ...DEFAULT_WATCH_LIMITS, ...limits }, excluded };
  let known: ReadonlyMap<string, WatchedEntry> = new Map();
  let last: Promise<unknown> = Promise.resolve();
  const snapshot = async (signal: AbortSignal | undefined): Promise<TreeSnapshot> => {
    const taken = await takeSnapshot({ ...options, signal }, known);
    known = taken.entries;
    void content.settle();
    return taken;
  };
  // One walk at a time: a second one would do the same work once more.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  return {
    before: (signal) => inTurn(() => snapshot(signal)),
    after: (before, signal) => inTurn(async () => compare(before, await snapshot(signal))),
  };
}

async function compare(before: TreeSnapshot, after: TreeSnapshot): Promise<TreeChanges> {
  const changes = [...createdOrModified(before, after), ...(await deleted(before, after))];
  return {
    changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)),
    notWatched: [...new Set([...before.notWatched, ...after.notWatched])],
  };
}

function* createdOrModified(before: TreeSnapshot, after: TreeSnapshot): Generator<TreeChange> {
  for (const [path, { state, fingerprint }] of after.entries) {
    const old = before.entries.get(path);
    if (!old) {
      if (wasWatched(before, dirname(path))) yield { path, change: 'created', after: state };
    } else if (differenceOf(old.state, state) || (isUnknown(old, state) && old.fingerprint !== fingerprint)) {
      yield { path, change: 'modified', before: old.state, after: state };
    }
  }
}

/** Without the bytes of both sides, the file's times are all there is to compare. */
function isUnknown(old: WatchedEntry, state: WatchedEntry['state']): boolean {
  return old.state.notKept !== undefined || state.notKept !== undefined;
}

/** A folder that was seen whole, or one that was not there, below such a folder. */
function wasWatched(before: TreeSnapshot, folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if (before.listed.has(path)) return true;
    if (before.entries.get(path)?.state.kind === 'directory' || path === dirname(path)) return false;
  }
}

async function deleted(before: TreeSnapshot, after: TreeSnapshot): Promise<TreeChange[]> {
  const missing = [...before.entries].filter(([path]) => !after.entries.has(path));
  const gone = await mapBounded(missing, 8, async ([path, { state }]) =>
    // It may be there and merely beyond the limits now.
    after.listed.has(dirname(path)) || (await isGone(path))
      ? ({ path, change: 'deleted', before: state } as const)
      : undefined,
  );
  return gone.filter((change) => change !== undefined);
}

async function isGone(path: string): Promise<boolean> {
  return await lstat(path).then(() => false, isAbsent);
}
