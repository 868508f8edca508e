import type { ContentHash } from '#contract';
import type { TreeChange } from './compare-trees.ts';
import type { OldTreeReference } from './old-tree-file.ts';
import type { WatchLimits } from './watch-limits.ts';

/** A snapshot on disk: the hash of its record in the content store. */
export interface TreeReference {
  readonly snapshot: ContentHash;
}

/** A snapshot that an earlier process left, perhaps one of the version before. */
export type SavedTree = TreeReference | OldTreeReference;

/** Messages between the main thread and the thread that looks at workspaces; both run in one process. */
export interface WorkspaceAddress {
  /** Unique in this process. */
  readonly watch: number;
  readonly root: string;
  readonly contentFolder: string;
  /** Holds fingerprints and the count of what was kept. */
  readonly indexFolder: string | undefined;
  readonly excluded: readonly string[];
  /** Whether extended attributes are read. */
  readonly readsAttributes: boolean;
}

/** Answer to a look: the snapshot stays in the thread, and its number names it. */
export interface LookAnswer {
  readonly snapshot: number;
  /** Number of what was seen: snapshots of one watch with equal numbers do not differ. */
  readonly version: number;
  /** The snapshot on disk; absent unless it was requested and was there without waiting for the disk. */
  readonly saved?: TreeReference | undefined;
  /** Absolute, links resolved. */
  readonly root: string;
  /** Parts that are not watched or not kept, and why; short sentences. */
  readonly notWatched: readonly string[];
  /** Content not kept yet; short sentences. */
  readonly pending: readonly string[];
  /** Paths that may have changed since the last look, if that was requested. */
  readonly changedPaths: readonly string[];
}

export type TreeQuestion =
  /** Brings what is known up to date, in the background. */
  | { readonly ask: 'warm'; readonly limits: WatchLimits }
  /** Looks now; what is new is kept before the answer, the first time within `waitMs`. */
  | {
      readonly ask: 'look';
      readonly limits: WatchLimits;
      readonly waitMs: number;
      readonly wantsPaths: boolean;
      /** Whether the snapshot is written down as well. */
      readonly saves: boolean;
    }
  /** Looks again, keeps what has changed since the snapshot, and tells. */
  | {
      readonly ask: 'changes';
      readonly limits: WatchLimits;
      readonly snapshot: number;
      readonly wantsPaths: boolean;
    }
  | { readonly ask: 'compare'; readonly before: number; readonly after: number }
  /** Compares a snapshot on disk with one of this watch. */
  | { readonly ask: 'compare-saved'; readonly saved: TreeReference; readonly after: number }
  | { readonly ask: 'save'; readonly snapshot: number }
  | { readonly ask: 'since'; readonly limits: WatchLimits; readonly saved: SavedTree }
  /** Writes down what was seen last, so that what it refers to can be found on the disk. */
  | { readonly ask: 'write-down' }
  /** Reports how many kept bytes were removed. */
  | { readonly ask: 'freed'; readonly bytes: number }
  | { readonly ask: 'close' };

export interface TreeAnswers {
  readonly warm: undefined;
  readonly look: LookAnswer;
  readonly changes: LookAnswer;
  readonly compare: undefined;
  readonly 'compare-saved': undefined;
  readonly save: TreeReference;
  readonly since: { readonly notWatched: readonly string[] };
  readonly 'write-down': { readonly isWritten: boolean };
  readonly freed: undefined;
  readonly close: undefined;
}

export type ToTreeThread =
  | { readonly kind: 'ask'; readonly id: number; readonly at: WorkspaceAddress; readonly question: TreeQuestion }
  | { readonly kind: 'forget'; readonly watch: number; readonly snapshot: number };

export type FromTreeThread =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: TreeAnswers[keyof TreeAnswers] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly advice: string | undefined }
  /** Some of the changes that belong to an answer, before it. */
  | { readonly kind: 'some'; readonly id: number; readonly changes: readonly TreeChange[] }
  | { readonly kind: 'state'; readonly watch: number; readonly state: WatchState }
  | {
      readonly kind: 'log';
      readonly watch: number;
      readonly event: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** State of a workspace before a call. */
export interface WatchState {
  /** `unknown`: it was not examined yet. `first`: it is being kept for the first time. */
  readonly phase: 'unknown' | 'first' | 'ready';
  /** Sentences: what is not watched, not kept, or not kept yet. */
  readonly notKept: readonly string[];
}
