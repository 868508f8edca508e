import type { LiveValue } from '#core/async/streams';
import type { TreeChange } from './compare-trees.ts';
import type { TreeReference, WatchState } from './tree-messages.ts';

/** A workspace at one moment, as far as it was kept. */
export interface TreeSnapshot {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Parts that are not watched, not kept, or not kept yet, and why; short sentences. */
  readonly notWatched: readonly string[];
  /** Sentences of `notWatched` about what is not kept yet. */
  readonly pending: readonly string[];
}

export interface TreeChanges {
  /** Changes sorted by path. */
  readonly changes: readonly TreeChange[];
  /** Parts that were not watched or not kept, and why; short sentences. */
  readonly notWatched: readonly string[];
  /** Labels of what else ran in the workspace at the same time. */
  readonly alongside: readonly string[];
}

/** Changes seen at one moment, compared with an earlier one. */
export interface SeenChanges extends TreeChanges {
  readonly snapshot: TreeSnapshot;
}

/** Tells what happened to a workspace between two moments. What it saw once makes the next time quick. */
export interface TreeWatch extends AsyncDisposable {
  /** State that tells what would not be kept if a call began now, for a person to read before it does. */
  readonly state: Pick<LiveValue<WatchState>, 'value' | 'onChanged'>;
  /** Brings what is known of the workspace up to date, in the background. */
  warm(): void;
  /**
   * Resolves when the bytes of every file that is watched are kept; while they are kept for the first time, after 2 s at the
   * latest. `label` says to others what runs from now on, until `end`.
   *
   * @throws the signal's reason; AppError UNAVAILABLE when nobody can look
   */
  before(label: string, signal?: AbortSignal): Promise<TreeSnapshot>;
  /** Returns the position of the snapshot on disk; `undefined` without an index. @throws AppError UNAVAILABLE */
  saved(snapshot: TreeSnapshot): Promise<TreeReference | undefined>;
  /** Compares with now, what is new kept as well. @throws the signal's reason */
  after(snapshot: TreeSnapshot, signal?: AbortSignal): Promise<SeenChanges>;
  /** Looks once more, when nothing runs. @throws as `before` does */
  look(signal?: AbortSignal): Promise<TreeSnapshot>;
  /** Compares two snapshots; the changes are sorted by path. @throws AppError UNAVAILABLE */
  compare(before: TreeSnapshot, after: TreeSnapshot): Promise<readonly TreeChange[]>;
  /**
   * Compares a snapshot that `saved` wrote down, in this process or an earlier one, with this one. @throws AppError
   * UNAVAILABLE, as when it is not kept any more
   */
  compareSaved(saved: TreeReference, after: TreeSnapshot): Promise<readonly TreeChange[]>;
  /** Writes the last look to disk. @returns whether it is there @throws AppError UNAVAILABLE */
  writeDown(): Promise<boolean>;
  /** Takes note that so many kept bytes were removed, which makes room for others. @throws AppError UNAVAILABLE */
  freed(bytes: number): Promise<void>;
  /** Ends a watch: nothing runs any more between this snapshot and now. */
  end(snapshot: TreeSnapshot): void;
}
