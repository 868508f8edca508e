import type { AnyLedgerEvent } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import { Mutex } from '#core/async/mutex';
import type { TreeChange, TreeReference, TreeSnapshot, TreeWatch } from '#ledger';
import type { CallEffects } from '#tools';
import { ConcurrentChanges } from './concurrent-changes.ts';

/** Changes between two looks while no call was open. */
export interface LateChanges {
  readonly changes: readonly TreeChange[];
  /** Time of the look before, in milliseconds since 1970. */
  readonly since: number;
  readonly notWatched: readonly string[];
}

/** The workspace as it was at one moment, written down. */
export interface SeenPoint {
  readonly late: LateChanges | undefined;
  readonly seen: TreeSnapshot;
  /** Saved tree; absent if trees are not written down. */
  readonly saved: TreeReference | undefined;
}

/** A call that runs in the workspace. */
export interface OpenCall {
  /** Changes between the previous look and its beginning; undefined for none. */
  readonly late: LateChanges | undefined;
  /** Returns the saved state of the workspace from before the call. @throws AppError UNAVAILABLE */
  saved(): Promise<TreeReference | undefined>;
  after(): Promise<CallEffects>;
  end(): void;
}

/** One workspace: as it was when it was last looked at, and how many calls are open in it. */
export class WatchedWorkspace implements AsyncDisposable {
  readonly #tree: TreeWatch;
  readonly #onAppended: Subscribe<AnyLedgerEvent>;
  #open = 0;
  /** Number of open calls that have not begun to look after they ran. */
  #running = 0;
  #last: { readonly snapshot: TreeSnapshot; readonly at: number } | undefined;
  /** Changes reported since the last look began. */
  #told: ConcurrentChanges | undefined;
  readonly #mutex = new Mutex();

  constructor(tree: TreeWatch, onAppended: Subscribe<AnyLedgerEvent>) {
    this.#tree = tree;
    this.#onAppended = onAppended;
  }

  /** Reports what would not be kept if a call began now; undefined before the first look. */
  get notWatched(): readonly string[] | undefined {
    const { phase, notKept } = this.#tree.state.value;
    return phase === 'unknown' ? undefined : notKept;
  }

  /** Keeps in the background what is new, so that the next call need not wait for it. */
  warm(): void {
    this.#tree.warm();
  }

  /** Writes the last look to disk. @throws AppError UNAVAILABLE */
  writeDown(): Promise<boolean> {
    return this.#tree.writeDown();
  }

  /** Takes note that so many kept bytes were removed. @throws AppError UNAVAILABLE */
  freed(bytes: number): Promise<void> {
    return this.#tree.freed(bytes);
  }

  /** Opens a call of that label. @throws the signal's reason */
  begin(label: string, signal: AbortSignal | undefined): Promise<OpenCall> {
    return this.#mutex.run(async () => {
      const [snapshot, late] = await this.#seen(() => this.#tree.before(label, signal));
      this.#open++;
      this.#running++;
      return { late, ...this.#opened(snapshot) };
    });
  }

  /** Looks while no call is open; undefined while one is, since nothing was looked at then. */
  look(signal?: AbortSignal): Promise<Pick<OpenCall, 'late'> | undefined> {
    return this.#mutex.run(async () => {
      if (this.#open > 0) return undefined;
      const [, late] = await this.#seen(() => this.#tree.look(signal));
      return { late };
    });
  }

  /** Looks, whatever runs, and writes down what is there. @throws the signal's reason; AppError UNAVAILABLE */
  point(signal?: AbortSignal): Promise<SeenPoint> {
    return this.#mutex.run(async () => {
      const [seen, late] = await this.#seen(() => this.#tree.look(signal));
      return { late, seen, saved: await this.#tree.saved(seen) };
    });
  }

  /** Compares an earlier point with this one. @throws AppError UNAVAILABLE, as when that is not kept any more */
  changesBetween(earlier: TreeReference, { seen }: Pick<SeenPoint, 'seen'>): Promise<readonly TreeChange[]> {
    return this.#tree.compareSaved(earlier, seen);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#told?.[Symbol.dispose]();
    await this.#tree[Symbol.asyncDispose]();
  }

  #opened(snapshot: TreeSnapshot): Omit<OpenCall, 'late'> {
    const told = new ConcurrentChanges(this.#onAppended);
    let isOpen = true;
    let isRunning = true;
    const ran = () => {
      if (isRunning) this.#running--;
      isRunning = false;
    };
    return {
      saved: () => this.#tree.saved(snapshot),
      after: async () => {
        ran();
        const othersRun = this.#running > 0;
        const next = new ConcurrentChanges(this.#onAppended);
        const { snapshot: now, ...effects } = await this.#tree.after(snapshot);
        this.#saw(now, next);
        return { ...effects, changes: told.without(effects.changes), othersRun, unchanged: () => this.#isAs(now) };
      },
      end: () => {
        if (!isOpen) return;
        isOpen = false;
        ran();
        told[Symbol.dispose]();
        this.#tree.end(snapshot);
        this.#open--;
      },
    };
  }

  /** Takes a snapshot; while calls are open, what differs is theirs. */
  async #seen(take: () => Promise<TreeSnapshot>): Promise<[TreeSnapshot, LateChanges | undefined]> {
    const told = new ConcurrentChanges(this.#onAppended);
    try {
      const snapshot = await take();
      const late = this.#open === 0 ? await this.#lateIn(snapshot) : undefined;
      this.#saw(snapshot, told);
      return [snapshot, late];
    } catch (error) {
      told[Symbol.dispose]();
      throw error;
    }
  }

  async #lateIn(snapshot: TreeSnapshot): Promise<LateChanges | undefined> {
    if (!this.#last) return undefined;
    const found = await this.#tree.compare(this.#last.snapshot, snapshot);
    const changes = this.#told?.without(found) ?? found;
    return changes.length === 0 ? undefined : { changes, since: this.#last.at, notWatched: snapshot.notWatched };
  }

  /** Whether the workspace is still as in a snapshot; false while a call is open, since that is unknown. */
  #isAs(snapshot: TreeSnapshot): Promise<boolean> {
    return this.#mutex.run(async () => {
      if (this.#open > 0 || this.#last === undefined) return false;
      return (await this.#tree.compare(snapshot, this.#last.snapshot)).length === 0;
    });
  }

  #saw(snapshot: TreeSnapshot, told: ConcurrentChanges): void {
    this.#told?.[Symbol.dispose]();
    this.#told = told;
    this.#last = { snapshot, at: Date.now() };
  }
}
