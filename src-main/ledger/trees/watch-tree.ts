import { messageOf } from '#core/app-error';
import { raceAbort } from '#core/async/abort';
import { Mutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import type { ContentStore } from '../ports.ts';
import type { TreeChange } from './compare-trees.ts';
import type { LookAnswer, SavedTree, TreeReference, WatchState, WorkspaceAddress } from './tree-messages.ts';
import { type AnswerWithChanges, TreeThread } from './tree-thread.ts';
import type { SeenChanges, TreeChanges, TreeSnapshot, TreeWatch } from './tree-watch.ts';
import { DEFAULT_WATCH_LIMITS, type WatchLimits } from './watch-limits.ts';
import { WatchRuns } from './watch-runs.ts';

export interface WatchTreeOptions {
  /** The workspace; links in it are not followed. */
  readonly root: string;
  readonly content: ContentStore;
  /** Limits of the moment; asked for at each look. */
  readonly limits?: Partial<WatchLimits> | (() => Partial<WatchLimits>);
  /** Absolute paths of folders that are not watched; the ledger's own folder never is. */
  readonly excluded?: readonly string[];
  /** Holds fingerprints of what was seen last, so that a look after a restart is quick, and how much was kept. */
  readonly indexFolder?: string;
  /** Whether extended attributes are read, where the system can; not unless told. */
  readonly readsAttributes?: boolean;
  readonly log?: Logger;
  /** Longest that a call waits for what is kept for the first time, in milliseconds; 2000 unless given. */
  readonly firstWaitMs?: number;
}

const FIRST_WAIT_MS = 2000;

/** All watches of the process share one thread. */
const thread = new TreeThread();

export function watchTree(options: WatchTreeOptions): TreeWatch {
  return new ThreadedWatch(options);
}

class ThreadedWatch implements TreeWatch {
  readonly state = new LiveValue<WatchState>({ phase: 'unknown', notKept: [] });
  readonly #options: WatchTreeOptions;
  readonly #at: WorkspaceAddress;
  readonly #runs = new WatchRuns();
  readonly #numbers = new WeakMap<TreeSnapshot, number>();
  readonly #versions = new WeakMap<TreeSnapshot, number>();
  readonly #references = new WeakMap<TreeSnapshot, TreeReference>();
  readonly #letGo: FinalizationRegistry<number>;
  /** One look at a time, so that what runs alongside is credited in order. */
  readonly #mutex = new Mutex();

  constructor(options: WatchTreeOptions) {
    this.#options = options;
    const onState = (state: WatchState) => this.state.set(state);
    const watch = thread.join({ ...options, onState });
    this.#at = workspaceAddress(watch, options.root, options);
    this.#letGo = new FinalizationRegistry((snapshot) => thread.forget(watch, snapshot));
  }

  warm(): void {
    const asked = thread.ask(this.#at, { ask: 'warm', limits: this.#limits });
    asked.catch((error: unknown) => this.#options.log?.warn('workspace.look.failed', { error: messageOf(error) }));
  }

  before(label: string, signal?: AbortSignal): Promise<TreeSnapshot> {
    const begun = this.#mutex.run(async () => {
      const snapshot = await this.#look(this.#options.indexFolder !== undefined);
      if (signal?.aborted !== true) this.#runs.begin(snapshot, label);
      return snapshot;
    });
    return raceAbort(begun, signal);
  }

  look(signal?: AbortSignal): Promise<TreeSnapshot> {
    return raceAbort(
      this.#mutex.run(() => this.#look()),
      signal,
    );
  }

  async saved(snapshot: TreeSnapshot): Promise<TreeReference | undefined> {
    if (this.#options.indexFolder === undefined) return undefined;
    const known = this.#references.get(snapshot);
    if (known) return known;
    const { answer } = await thread.ask(this.#at, { ask: 'save', snapshot: this.#numberOf(snapshot) });
    this.#references.set(snapshot, answer);
    return answer;
  }

  after(snapshot: TreeSnapshot, signal?: AbortSignal): Promise<SeenChanges> {
    const told = this.#mutex.run(async () => {
      const { answer, changes } = await this.#changesSince(snapshot);
      const now = this.#snapshotOf(answer);
      this.#runs.saw(answer.changedPaths);
      const credited = changes.map((change) => this.#runs.credited(snapshot, change));
      return {
        changes: credited,
        notWatched: answer.notWatched,
        alongside: this.#runs.alongside(snapshot),
        snapshot: now,
      };
    });
    return raceAbort(told, signal);
  }

  async compare(before: TreeSnapshot, after: TreeSnapshot): Promise<readonly TreeChange[]> {
    const version = this.#versions.get(before);
    if (version !== undefined && version === this.#versions.get(after)) return [];
    const question = { ask: 'compare', before: this.#numberOf(before), after: this.#numberOf(after) } as const;
    return (await thread.ask(this.#at, question)).changes;
  }

  async compareSaved(saved: TreeReference, after: TreeSnapshot): Promise<readonly TreeChange[]> {
    const question = { ask: 'compare-saved', saved, after: this.#numberOf(after) } as const;
    return (await thread.ask(this.#at, question)).changes;
  }

  async writeDown(): Promise<boolean> {
    return (await thread.ask(this.#at, { ask: 'write-down' })).answer.isWritten;
  }

  async freed(bytes: number): Promise<void> {
    await thread.ask(this.#at, { ask: 'freed', bytes });
  }

  end(snapshot: TreeSnapshot): void {
    this.#runs.end(snapshot);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Out of turn: a look that takes too long must not hold up the end.
    await thread.ask(this.#at, { ask: 'close' }).catch(() => {});
    thread.leave(this.#at.watch);
  }

  /** Looks; with `saves`, the snapshot is written down as well, and known if that need not wait for the disk. */
  async #look(saves = false): Promise<TreeSnapshot> {
    const waitMs = this.#options.firstWaitMs ?? FIRST_WAIT_MS;
    const wantsPaths = this.#runs.areSeveral;
    const question = { ask: 'look', limits: this.#limits, waitMs, wantsPaths, saves } as const;
    const { answer } = await thread.ask(this.#at, question);
    this.#runs.saw(answer.changedPaths);
    const snapshot = this.#snapshotOf(answer);
    if (answer.saved) this.#references.set(snapshot, answer.saved);
    return snapshot;
  }

  /**
   * Asks for the changes since a snapshot; if the thread has ended, they are read from the snapshot's files on disk.
   */
  async #changesSince(snapshot: TreeSnapshot): Promise<AnswerWithChanges<'changes'>> {
    const [limits, number] = [this.#limits, this.#numberOf(snapshot)];
    const question = { ask: 'changes', limits, snapshot: number, wantsPaths: this.#runs.areSeveral } as const;
    try {
      return await thread.ask(this.#at, question);
    } catch (error) {
      const saved = this.#references.get(snapshot);
      if (!saved) throw error;
      const { answer, changes } = await thread.ask(this.#at, { ask: 'since', limits, saved });
      const now = await thread.ask(this.#at, { ask: 'look', limits, waitMs: 0, wantsPaths: false, saves: false });
      return { answer: { ...now.answer, notWatched: answer.notWatched }, changes };
    }
  }

  #snapshotOf({ snapshot: number, version, root, notWatched, pending }: LookAnswer): TreeSnapshot {
    const snapshot: TreeSnapshot = { root, notWatched, pending };
    this.#numbers.set(snapshot, number);
    this.#versions.set(snapshot, version);
    this.#letGo.register(snapshot, number);
    return snapshot;
  }

  #numberOf(snapshot: TreeSnapshot): number {
    const number = this.#numbers.get(snapshot);
    if (number === undefined) throw new Error('The snapshot is of another watch');
    return number;
  }

  get #limits(): WatchLimits {
    return limitsOf(this.#options);
  }
}

export interface TreeSinceOptions extends Omit<WatchTreeOptions, 'root' | 'firstWaitMs'> {
  /** Tree that an earlier process wrote down. */
  readonly saved: SavedTree;
  readonly signal?: AbortSignal;
}

/**
 * Finds what has changed in a workspace since an earlier process saw it. @throws AppError UNAVAILABLE, and the signal's
 * reason
 */
export async function changesSince({ saved, signal, ...options }: TreeSinceOptions): Promise<TreeChanges> {
  const watch = thread.join({ ...options, onState: () => {} });
  try {
    const asked = thread.ask(workspaceAddress(watch, '/', options), { ask: 'since', limits: limitsOf(options), saved });
    const { answer, changes } = await raceAbort(asked, signal);
    return { changes, notWatched: answer.notWatched, alongside: [] };
  } finally {
    thread.leave(watch);
  }
}

function workspaceAddress(watch: number, root: string, options: Omit<WatchTreeOptions, 'root'>): WorkspaceAddress {
  const { content, indexFolder, excluded = [], readsAttributes = false } = options;
  return { watch, root, contentFolder: content.folder, indexFolder, excluded, readsAttributes };
}

function limitsOf({ limits }: Pick<WatchTreeOptions, 'limits'>): WatchLimits {
  return { ...DEFAULT_WATCH_LIMITS, ...(typeof limits === 'function' ? limits() : limits) };
}
