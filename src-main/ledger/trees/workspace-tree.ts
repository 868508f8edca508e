import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Mutex } from '#core/async/mutex';
import { realOrSameAtOnce } from '#core/files/real-path';
import type { ThreadContent } from '../content/thread-content.ts';
import { type DifferingPath, differingPaths, type TreeChange, treeChangeAt } from './compare-trees.ts';
import { Keeper, type ReadAttributes } from './keeper.ts';
import type { KeptBudget } from './kept-budget.ts';
import { markTold, notKeptIn, type SeenTree } from './seen-tree.ts';
import type { TreeTop } from './tree-entry.ts';
import type { WatchState } from './tree-messages.ts';
import { type PendingEntry, TreeWalk } from './walk-tree.ts';
import type { WatchLimits } from './watch-limits.ts';

export interface WorkspaceTreeOptions {
  readonly root: string;
  readonly excluded: readonly string[];
  readonly content: ThreadContent;
  readonly budget: KeptBudget;
  /** Reader of extended attributes; absent if they cannot be read. */
  readonly readAttributes: ReadAttributes | undefined;
  /** The workspace as an earlier process saw it. */
  readonly known: TreeTop;
  readonly onState: (state: WatchState) => void;
}

/** Period of reporting the state while a workspace is kept for the first time, in milliseconds. */
const STATE_MS = 250;

/** One workspace in the thread that looks at it: what was seen last, and what is still to be kept of it. */
export class WorkspaceTree {
  readonly #options: WorkspaceTreeOptions;
  readonly #keeper: Keeper;
  /** One walk at a time: each goes on from the one before. */
  readonly #mutex = new Mutex();
  #walk: TreeWalk | undefined;
  #seen: SeenTree | undefined;
  #known: TreeTop;
  #readsAttributes: boolean;
  #first: Promise<void> | undefined;
  #background: Promise<unknown> = Promise.resolve();
  #isReady = false;
  /** State that was reported last, as text. */
  #lastState: string | undefined;

  constructor(options: WorkspaceTreeOptions) {
    this.#options = options;
    this.#known = options.known;
    this.#readsAttributes = options.readAttributes !== undefined;
    const readAttributes: ReadAttributes = async (paths) => {
      const lines = this.#readsAttributes ? await options.readAttributes?.(paths) : undefined;
      this.#readsAttributes &&= lines !== undefined;
      return lines;
    };
    this.#keeper = new Keeper({ content: options.content, budget: options.budget, readAttributes });
  }

  /** Tree that was seen last, as far as it is kept. */
  get seen(): SeenTree | undefined {
    return this.#seen;
  }

  /**
   * Looks at the workspace. Resolves when the bytes of all that is watched are kept; the first time after `waitMs` at the latest
   * (where that is given), with what is there by then, and goes on in the background.
   */
  async look(limits: WatchLimits, waitMs?: number): Promise<SeenTree> {
    const walking = this.#startWalk(limits);
    const keeping = walking.then((walk) => this.#keeper.keep(walk.pending));
    if (this.#isReady) {
      await Promise.all([keeping, this.#background]);
      return this.#told(await walking);
    }
    this.#first ??= this.#tellUntil(keeping);
    const all = Promise.all([keeping, this.#first]);
    await (waitMs === undefined ? all : Promise.race([all, sleep(waitMs, undefined, { ref: false })]));
    return this.#told(this.#walk);
  }

  /** Looks at the workspace in the background, and keeps what is new. */
  warm(limits: WatchLimits): void {
    const keeping = this.#startWalk(limits).then((walk) => this.#keeper.keep(walk.pending));
    if (!this.#isReady) this.#first ??= this.#tellUntil(keeping);
    this.#background = Promise.all([this.#background, keeping]).then(() => this.#tell());
  }

  /** Looks again, and keeps what has changed since `before`. */
  async changesSince(before: SeenTree, limits: WatchLimits): Promise<{ seen: SeenTree; changes: TreeChange[] }> {
    const walk = await this.#startWalk(limits);
    const differing = differingPaths(before.root, before.top, walk.seen().top);
    const likely = new Set(walk.pending.filter(({ isLikelyKept }) => isLikelyKept).map(({ entry }) => entry));
    await this.#keeper.keep(differing.flatMap((one) => pendingAt(one, likely)));
    // What else is new was not there to be compared with, and nothing waits for it.
    this.#background = Promise.all([this.#background, this.#keeper.keep(walk.pending)]);
    const seen = this.#told(walk);
    return { seen, changes: changesBetween(before, seen) };
  }

  /** Ends the work in the background after the file in hand. */
  async close(): Promise<void> {
    this.#keeper.close();
    await this.#first;
  }

  #startWalk(limits: WatchLimits): Promise<TreeWalk> {
    return this.#mutex.run(async () => {
      this.#options.budget.refresh(limits);
      const { root, excluded } = this.#places();
      const old = this.#seen && this.#seen.root !== root ? 'absent' : (this.#walk?.seen().top ?? this.#known);
      const { budget } = this.#options;
      const hasRoom = (bytes: number) => budget.hasRoom(bytes);
      const walk = new TreeWalk({ root, limits, excluded, old, hasRoom, readsAttributes: this.#readsAttributes });
      // The first one can be asked on its way.
      this.#walk ??= walk;
      await walk.run();
      this.#walk = walk;
      return walk;
    });
  }

  /** Returns the places to walk, without the ledger's own folder, which would be kept again and again. */
  #places(): { readonly root: string; readonly excluded: ReadonlySet<string> } {
    const own = [...this.#options.excluded, dirname(this.#options.content.folder)];
    return { root: realOrSameAtOnce(this.#options.root), excluded: new Set(own.map(realOrSameAtOnce)) };
  }

  #told(walk: TreeWalk | undefined): SeenTree {
    const seen = walk?.seen() ?? { root: realOrSameAtOnce(this.#options.root), top: 'unseen', leftOut: [] };
    this.#seen = seen;
    markTold(seen.top);
    void this.#options.content.settle();
    this.#tell();
    return seen;
  }

  #tell(): void {
    const seen = this.#walk?.seen();
    if (!seen) return;
    const { never, pending } = notKeptIn(seen);
    const state: WatchState = {
      phase: this.#isReady ? 'ready' : 'first',
      notKept: [...seen.leftOut, ...never, ...pending],
    };
    const told = JSON.stringify(state);
    if (told !== this.#lastState) this.#options.onState(state);
    this.#lastState = told;
  }

  async #tellUntil(kept: Promise<void>): Promise<void> {
    const timer = setInterval(() => this.#tell(), STATE_MS);
    timer.unref();
    try {
      await kept;
      this.#isReady = true;
    } finally {
      clearInterval(timer);
      this.#tell();
      await this.#options.content.settle();
    }
  }
}

export function changesBetween(before: SeenTree, after: SeenTree): TreeChange[] {
  return differingPaths(before.root, before.top, after.top).flatMap((one) => treeChangeAt(one) ?? []);
}

function pendingAt({ path, after }: DifferingPath, likely: ReadonlySet<unknown>): PendingEntry[] {
  return after?.entry.isPending ? [{ path, entry: after.entry, isLikelyKept: likely.has(after.entry) }] : [];
}
