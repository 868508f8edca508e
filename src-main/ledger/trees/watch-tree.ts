import type { ContentStore } from '../ports.ts';
import { compareTrees, type TreeChange } from './compare-trees.ts';
import { loadTree, TreeIndex, type TreeReference } from './tree-index.ts';
import { type SnapshotOptions, type TreeSnapshot, takeSnapshot, type WatchedEntry } from './tree-snapshot.ts';
import { DEFAULT_WATCH_LIMITS, type WatchLimits } from './watch-limits.ts';
import { WatchRuns } from './watch-runs.ts';

export interface WatchTreeOptions {
  /** The workspace; links in it are not followed. */
  readonly root: string;
  readonly content: ContentStore;
  readonly limits?: Partial<WatchLimits>;
  /** Absolute paths of folders that are not watched; the ledger's own folder never is. */
  readonly excluded?: readonly string[];
  /** Holds what was seen last, for a start after a crash; without it, nothing of it is on disk. */
  readonly indexFolder?: string;
}

export interface TreeChanges {
  /** By path. */
  readonly changes: readonly TreeChange[];
  /** What was not watched or not kept, and why; short sentences. */
  readonly notWatched: readonly string[];
  /** What else ran in the workspace meanwhile. */
  readonly alongside: readonly string[];
}

/** What was seen at one moment, compared with an earlier one. */
export interface SeenChanges extends TreeChanges {
  readonly snapshot: TreeSnapshot;
}

/** Tells what happened to a workspace between two moments. What it saw once makes the next time quick. */
export interface TreeWatch extends AsyncDisposable {
  /**
   * Resolves when the bytes of every file that is watched are kept. `label` says to others what runs from now on, until `end`.
   *
   * @throws the signal's reason
   */
  before(label: string, signal?: AbortSignal): Promise<TreeSnapshot>;
  /** Where the snapshot is on disk; `undefined` without an index. @throws AppError UNAVAILABLE */
  saved(snapshot: TreeSnapshot): Promise<TreeReference | undefined>;
  /** Compares with now, what is new kept as well. @throws the signal's reason */
  after(snapshot: TreeSnapshot, signal?: AbortSignal): Promise<SeenChanges>;
  /** Looks once more, when nothing runs. @throws the signal's reason */
  look(signal?: AbortSignal): Promise<TreeSnapshot>;
  /** Nothing runs any more between this snapshot and now. */
  end(snapshot: TreeSnapshot): void;
}

export function watchTree({ limits, indexFolder, excluded = [], ...given }: WatchTreeOptions): TreeWatch {
  const options = { ...given, limits: { ...DEFAULT_WATCH_LIMITS, ...limits }, excluded };
  const index = indexFolder === undefined ? undefined : new TreeIndex(indexFolder, options.root);
  const runs = new WatchRuns();
  let known: ReadonlyMap<string, WatchedEntry> = new Map();
  let last: Promise<unknown> = Promise.resolve();
  const snapshot = async (signal: AbortSignal | undefined): Promise<TreeSnapshot> => {
    const taken = await takeSnapshot({ ...options, signal }, known);
    known = taken.entries;
    runs.saw(taken);
    void options.content.settle();
    return taken;
  };
  // One walk at a time: a second one would do the same work once more.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  return {
    before: (label, signal) =>
      inTurn(async () => {
        const taken = await snapshot(signal);
        runs.begin(taken, label);
        return taken;
      }),
    saved: (taken) => inTurn(async () => await index?.save(taken)),
    after: (before, signal) =>
      inTurn(async () => {
        const taken = await snapshot(signal);
        const changes = await compareTrees(before, taken);
        return {
          changes: changes.map((change) => runs.credited(before, change)),
          notWatched: notWatchedIn(before, taken),
          alongside: runs.alongside(before),
          snapshot: taken,
        };
      }),
    look: (signal) => inTurn(() => snapshot(signal)),
    end: (before) => runs.end(before),
    // Out of turn: a walk that takes too long must not hold up the end.
    [Symbol.asyncDispose]: async () => await index?.close(),
  };
}

export interface TreeSinceOptions extends Omit<WatchTreeOptions, 'root' | 'indexFolder'> {
  /** Where an earlier process wrote down what it saw. */
  readonly saved: TreeReference;
  readonly signal?: AbortSignal;
}

/** What has changed in a workspace since an earlier process saw it. @throws as `loadTree` does, and the signal's reason */
export async function changesSince(options: TreeSinceOptions): Promise<TreeChanges> {
  const { saved, content, limits, excluded = [], signal } = options;
  const before = await loadTree(saved);
  const given: SnapshotOptions = {
    root: before.root,
    content,
    limits: { ...DEFAULT_WATCH_LIMITS, ...limits },
    excluded,
    signal,
  };
  const after = await takeSnapshot(given, before.entries);
  return { changes: await compareTrees(before, after), notWatched: notWatchedIn(before, after), alongside: [] };
}

function notWatchedIn(before: TreeSnapshot, after: TreeSnapshot): string[] {
  return [...new Set([...before.notWatched, ...after.notWatched])];
}
