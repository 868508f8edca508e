import type { AnyLedgerEvent, ContentHash } from '#contract';
import { messageOf } from '#core/app-error';
import type { Subscribe } from '#core/async/emitter';
import { PendingWork } from '#core/async/pending-work';
import type { RunJournal, TreeChange, TreeWatch } from '#ledger';
import type { CallEffects, CallToWatch, CallWatch, WatchedCall } from '#tools';
import { type AliveProgram, AlivePrograms } from './alive-programs.ts';
import { type LateOptions, LateRecorder } from './record-late.ts';
import { type ScopeOptions, ScopeTimes } from './scope-times.ts';
import { type LateChanges, type OpenCall, WatchedWorkspace } from './watched-workspace.ts';

export interface CallWatchOptions extends LateOptions, ScopeOptions {
  readonly watchTree: (workspace: string) => TreeWatch;
  /** Every event as it is on disk. */
  readonly onAppended: Subscribe<AnyLedgerEvent>;
  /** Says which calls run, for the next start after a crash. */
  readonly journal: RunJournal;
  /** Resolves when what a crash left unsaid has been recorded; no call begins before. */
  readonly ready?: Promise<unknown>;
  /** Delay of the next look after an answer, in milliseconds; 2000 by default. */
  readonly lateMs?: number;
}

/** A workspace at one moment, in the content store. */
export interface WorkspacePoint {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Record of the tree. */
  readonly snapshot: ContentHash;
  /** Parts that are not watched or not kept, and why; short sentences. */
  readonly notWatched: readonly string[];
  /** The settings say that changes of programs and clients are not recorded. */
  readonly isOfCommands?: true;
  /**
   * Finds the changes since an earlier point of the workspace, by path. @throws AppError UNAVAILABLE, as when that is
   * not kept any more
   */
  changesSince(earlier: ContentHash): Promise<readonly TreeChange[]>;
}

const LATE_MS = 2000;
/** Longest that a question waits to learn what is not watched, in milliseconds. */
const FORESEE_MS = 300;
/** Longest that the last look may take when the app ends, in milliseconds. */
const LAST_LOOK_MS = 3000;

const NOT_KNOWN = 'It is not known yet what is not watched: the workspace is still being looked at';

/** Brackets calls of every origin; one watch for each workspace, since what it saw once makes the next look quick. */
export class CallWatches implements CallWatch, AsyncDisposable {
  readonly #options: CallWatchOptions;
  readonly #workspaces = new Map<string, WatchedWorkspace>();
  readonly #programs = new AlivePrograms();
  readonly #late: LateRecorder;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #recording = new PendingWork();
  readonly #scope: ScopeTimes;

  constructor(options: CallWatchOptions) {
    this.#options = options;
    this.#late = new LateRecorder(options);
    this.#scope = new ScopeTimes(options);
  }

  /** Takes which programs of one source are alive now; a workspace into which one comes is looked at, to have something to compare with. */
  alive(source: string, programs: readonly AliveProgram[]): void {
    for (const workspace of this.#programs.tell(source, programs)) this.#lookSoon(workspace);
  }

  /** Keeps a workspace as it is now in the background, so that the first call in it need not wait for that. */
  warm(workspace: string): void {
    if (this.#scope.now() !== 'none') this.#of(workspace).warm();
  }

  async foresee({ workspace, origin }: Pick<CallToWatch, 'workspace' | 'origin'>): Promise<readonly string[]> {
    const off = this.#scope.whyOff(origin);
    if (off !== undefined) return [off];
    const place = this.#of(workspace);
    if (place.notWatched === undefined) {
      // While the person reads, it is looked at already.
      const looking = this.#look(workspace);
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([looking, new Promise((resolve) => (timer = setTimeout(resolve, FORESEE_MS)))]);
      clearTimeout(timer);
    } else place.warm();
    return place.notWatched ?? [NOT_KNOWN];
  }

  async begin(call: CallToWatch): Promise<WatchedCall> {
    await this.#options.ready;
    const { workspace, label, session, signal, origin, by } = call;
    if (by !== undefined) this.#late.noteCall(workspace, by, session);
    const off = call.isHarmless ? undefined : this.#scope.whyOff(origin);
    if (call.isHarmless || off !== undefined) return await this.#opened(call, undefined, off);
    const open = await this.#of(workspace).begin(label, signal);
    void this.#looked(workspace, open.late);
    try {
      return await this.#opened(call, open, undefined);
    } catch (error) {
      open.end();
      throw error;
    }
  }

  /**
   * Writes down a workspace as it is now; what changed since the last look is on the record before it resolves. `undefined` where
   * the settings say that nothing is watched.
   *
   * @throws AppError UNAVAILABLE; the signal's reason
   */
  async point(workspace: string, signal?: AbortSignal): Promise<WorkspacePoint | undefined> {
    await this.#options.ready;
    if (this.#scope.now() === 'none') return undefined;
    const place = this.#of(workspace);
    const { late, seen, saved } = await place.point(signal);
    await this.#looked(workspace, late);
    if (!saved) return undefined;
    const { root, notWatched } = seen;
    const changesSince = (snapshot: ContentHash) => place.changesBetween({ snapshot }, { seen });
    const isOfCommands = this.#scope.now() === 'commands' && { isOfCommands: true as const };
    return { root, notWatched, snapshot: saved.snapshot, changesSince, ...isOfCommands };
  }

  /** Absolute paths of the workspaces that are looked at. */
  workspaces(): string[] {
    return [...this.#workspaces.keys()];
  }

  /** Writes the last look at every workspace to disk. @returns those for which this failed */
  async writeDown(): Promise<string[]> {
    const failed = [...this.#workspaces].map(async ([workspace, place]) => {
      const isWritten = await place.writeDown().catch(() => false);
      return isWritten ? [] : [workspace];
    });
    return (await Promise.all(failed)).flat();
  }

  /** Takes note that so many kept bytes were removed: all workspaces share the room for them. */
  async freed(bytes: number): Promise<void> {
    const [place] = this.#workspaces.values();
    await place?.freed(bytes);
  }

  /** Looks a last time where something may still have been written, and lets go of the workspaces. */
  async [Symbol.asyncDispose](): Promise<void> {
    const alive = this.#scope.now() === 'all' ? this.#programs.workspaces() : [];
    const late = new Set([...this.#timers.keys(), ...alive.filter((workspace) => this.#workspaces.has(workspace))]);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all([...late].map((workspace) => this.#look(workspace, AbortSignal.timeout(LAST_LOOK_MS))));
    await this.#recording.settled();
    this.#scope[Symbol.dispose]();
    await Promise.all([...this.#workspaces.values()].map((place) => place[Symbol.asyncDispose]()));
    await this.#options.journal[Symbol.asyncDispose]();
  }

  async #opened(call: CallToWatch, open: OpenCall | undefined, off: string | undefined): Promise<WatchedCall> {
    const { journal } = this.#options;
    const { session, callId, tool, origin, by, isElsewhere, process, workspace, record } = call;
    const started = {
      session,
      callId,
      tool,
      origin,
      startedAt: Date.now(),
      ...(by !== undefined && { by }),
      ...process,
    };
    // A call of which nothing could be told after a crash is not written down.
    const entry = open || process ? await journal.begin(started, await open?.saved()) : undefined;
    const forget = async () => {
      if (entry) await journal.end(entry.id);
    };
    return {
      look: async (): Promise<CallEffects> => {
        const nothing: CallEffects = { changes: [], notWatched: off === undefined ? [] : [off], alongside: [] };
        const { unchanged, ...effects } = (await open?.after()) ?? nothing;
        const isStill = unchanged && (() => this.#isStill(workspace, unchanged));
        const changes = isElsewhere ? effects.changes.map((change) => orSomebody(change, by)) : effects.changes;
        return { ...effects, changes, ...(isStill && { unchanged: isStill }) };
      },
      finish: async ({ changes }) => {
        const made = { callId, origin, ...(by !== undefined && { by: [by] }) };
        // Asked for together, so that many changes share a few writes; the ledger keeps their order.
        const events = await Promise.all(changes.map((change) => record('file.changed', { ...change, ...made })));
        // All of it is recorded: whoever waits for the call need not wait for that.
        void this.#recording.add(forget());
        return events;
      },
      cancel: forget,
      [Symbol.asyncDispose]: async () => {
        open?.end();
        if (open && origin !== 'command') this.#lookSoon(workspace);
      },
    };
  }

  /** Looked at again; what is found is recorded as it would be at any look. */
  async #isStill(workspace: string, unchanged: () => Promise<boolean>): Promise<boolean> {
    if (this.#scope.now() === 'none') return false;
    await this.#look(workspace);
    return await unchanged();
  }

  #of(workspace: string): WatchedWorkspace {
    const known = this.#workspaces.get(workspace);
    if (known) return known;
    const { watchTree, onAppended } = this.#options;
    const place = new WatchedWorkspace(watchTree(workspace), onAppended);
    this.#workspaces.set(workspace, place);
    return place;
  }

  #lookSoon(workspace: string): void {
    if (this.#scope.now() !== 'all') return;
    clearTimeout(this.#timers.get(workspace));
    const look = () => {
      this.#timers.delete(workspace);
      void this.#look(workspace);
    };
    this.#timers.set(workspace, setTimeout(look, this.#options.lateMs ?? LATE_MS).unref());
  }

  async #look(workspace: string, signal?: AbortSignal): Promise<void> {
    try {
      const seen = await this.#of(workspace).look(signal);
      if (seen) void this.#looked(workspace, seen.late);
    } catch (error) {
      this.#options.log.warn('workspace.look.failed', { workspace, error: messageOf(error) });
    }
  }

  /**
   * Records late changes; those made while none of our programs was alive are the person's own and are not recorded.
   */
  async #looked(workspace: string, late: LateChanges | undefined): Promise<void> {
    const alive = this.#programs.sinceLast(workspace);
    if (!late || alive.length === 0 || !this.#scope.isAllSince(late.since)) return;
    await this.#recording.add(this.#late.record(workspace, late, alive));
  }
}

function orSomebody<T extends { readonly shared?: string | undefined }>(change: T, by = 'It'): T {
  const why = `${by} runs on another machine: somebody else may have made it`;
  return { ...change, shared: change.shared === undefined ? why : `${change.shared}. ${why}` };
}
