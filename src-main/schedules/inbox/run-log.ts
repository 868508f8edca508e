import type { AnyLedgerEvent, LedgerEvent, LedgerEventData, RunBranch, ScheduleRun, TaskId } from '#contract';
import { knownEvent } from '#ledger';
import { taskKey } from '../tasks/task-key.ts';
import { MAX_DUE, MAX_MISSED } from '../times/missed.ts';
import { OwedRuns } from './owed-runs.ts';

interface TimeSpan {
  readonly first: number;
  readonly last: number;
}

/** Missed runs of a task, up to 1,000, from the first time to the last. */
export interface MissedByTask extends TimeSpan {
  readonly count: number;
  /** Spans in which they were missed, in order: what came between two of them did run. */
  readonly spans: readonly TimeSpan[];
}

/** Facts about a task from its workspace's record. */
export interface TaskLog {
  /** Up to here its times are accounted for: they ran, were left out or were told as missed. Undefined: it was never on. */
  accounted: number | undefined;
  /** Missed runs that are still to be decided. */
  missed: MissedByTask | undefined;
  last: ScheduleRun | undefined;
}

const NOTHING = { files: 0, addedLines: 0, removedLines: 0, refused: 0, isRead: false, isKept: false, isUndone: false };

/** All runs and tasks as the records of their workspaces tell of them: the inbox, and what was missed. */
export class RunLog {
  readonly #runs = new Map<string, ScheduleRun>();
  readonly #tasks = new Map<string, TaskLog>();
  /** Runs by the turn that they are. */
  readonly #turns = new Map<string, string>();
  /** Conversations of runs; `true` for one that its workspace's tasks share. */
  readonly #conversations = new Map<string, { readonly workspace: string; readonly isMain: boolean }>();
  /** Runs by the branch in which they worked. */
  readonly #branches = new Map<string, string>();
  /** Attendance to restore when the main conversation is returned. */
  readonly before = new Map<string, LedgerEventData<'schedule.started'>['before']>();
  readonly owed = new OwedRuns();

  /** Runs in the order in which they started. */
  get runs(): IterableIterator<ScheduleRun> {
    return this.#runs.values();
  }

  get size(): number {
    return this.#runs.size;
  }

  run(id: string): ScheduleRun | undefined {
    return this.#runs.get(id);
  }

  /** The run that a turn of a session is. */
  ofTurn(session: string, turn: string): ScheduleRun | undefined {
    return this.#runs.get(this.#turns.get(`${session} ${turn}`) ?? '');
  }

  /** The conversation that a workspace's tasks shared last, and those that are one run's own. */
  conversationsOf(workspace: string): { readonly last: string | undefined; readonly own: ReadonlySet<string> } {
    const here = [...this.#conversations].filter(([, of]) => of.workspace === workspace);
    const own = new Set(here.filter(([, { isMain }]) => !isMain).map(([session]) => session));
    return { last: here.findLast(([, { isMain }]) => isMain)?.[0], own };
  }

  /** Attendance to which a run that goes on returns a conversation. */
  heldBefore(session: string): LedgerEventData<'schedule.started'>['before'] {
    return [...this.before].find(([run]) => this.#runs.get(run)?.session === session)?.[1];
  }

  task(id: TaskId): TaskLog {
    const key = taskKey(id);
    const found = this.#tasks.get(key) ?? { accounted: undefined, missed: undefined, last: undefined };
    this.#tasks.set(key, found);
    return found;
  }

  /** Changes what is known of a run while it goes on; it is not recorded. */
  set(id: string, change: Partial<ScheduleRun>): void {
    const run = this.#runs.get(id);
    if (!run) return;
    const changed = { ...run, ...change };
    this.#runs.set(id, changed);
    if (changed.session && changed.turn) this.#turns.set(`${changed.session} ${changed.turn}`, id);
    const task = this.task(changed);
    if (task.last?.id === id) task.last = changed;
  }

  /** Notes what a run came to; an end that cannot be recorded is given here alone. */
  end(at: number, { run, workspace: _workspace, folder: _folder, ...told }: LedgerEventData<'schedule.ended'>): void {
    this.before.delete(run);
    // Who read it while it waited has not read what became of it.
    this.set(run, { endedAt: at, ...told, isRead: false });
  }

  take(any: AnyLedgerEvent): void {
    if (!['schedule.', 'inbox.', 'branch.'].some((of) => any.type.startsWith(of))) return;
    const event = knownEvent(any);
    if (!event) return;
    this.owed.take(event);
    this.#take(event);
  }

  #take(event: LedgerEvent): void {
    switch (event.type) {
      case 'schedule.enabled':
        // What passed while it was off is nobody's.
        Object.assign(this.task(event.data), { accounted: event.at, missed: undefined });
        return;
      case 'schedule.paused':
        this.task(event.data).missed = undefined;
        return;
      case 'schedule.started':
        this.#started(event.at, event.data);
        return;
      case 'schedule.ended':
        this.end(event.at, event.data);
        return;
      case 'schedule.skipped':
        this.#account(event.data, event.data.last);
        return;
      case 'schedule.missed':
        this.#missed(event.data);
        return;
      case 'schedule.answered':
        this.task(event.data).missed = undefined;
        return;
      case 'inbox.read':
        for (const run of event.data.runs) this.set(run, { isRead: true });
        return;
      case 'inbox.kept':
        this.set(event.data.run, { isKept: true, isRead: true });
        return;
      case 'inbox.undone':
        this.set(event.data.run, { isUndone: event.data.isUndone });
        return;
      case 'branch.taken':
        this.#setBranch(event.data.branch, 'taken');
        return;
      case 'branch.dropped':
        this.#setBranch(event.data.branch, 'dropped');
        return;
      case 'branch.restored':
        this.#setBranch(event.data.branch, 'open');
        return;
      default:
    }
  }

  #started(at: number, data: LedgerEventData<'schedule.started'>): void {
    const { workspace, folder, run: id, name, session, plannedAt, by, before, branch } = data;
    const about = { workspace, folder, id, name, ...(session !== undefined && { session }), by, startedAt: at };
    if (branch !== undefined) this.#branches.set(branch, id);
    const run: ScheduleRun = {
      ...about,
      ...(plannedAt !== undefined && { plannedAt }),
      ...(branch !== undefined && { branch: { id: branch, state: 'open' } }),
      ...NOTHING,
      state: 'running',
      line: '',
    };
    this.#runs.set(id, run);
    if (before) this.before.set(id, before);
    if (session !== undefined) this.#conversations.set(session, { workspace, isMain: data.isMain === true });
    const task = this.task(data);
    task.last = run;
    if (plannedAt !== undefined) this.#account(data, plannedAt);
  }

  #setBranch(id: string, state: RunBranch['state']): void {
    const run = this.#branches.get(id);
    if (run !== undefined) this.set(run, { branch: { id, state }, ...(state === 'taken' && { isRead: true }) });
  }

  #missed(data: LedgerEventData<'schedule.missed'>): void {
    this.#account(data, data.last);
    if (data.policy !== undefined) return;
    const task = this.task(data);
    const { count, first, last, times } = data;
    const spans = times?.map((time) => ({ first: time, last: time })) ?? [{ first, last }];
    const all = task.missed ?? { count: 0, first, last, spans: [] };
    task.missed = {
      count: Math.min(all.count + count, MAX_MISSED),
      first: Math.min(all.first, first),
      last: Math.max(all.last, last),
      // Each has a time at least: of more than can be run nothing need be known.
      spans: [...all.spans, ...spans].slice(-MAX_DUE),
    };
  }

  #account(id: TaskId, until: number): void {
    const task = this.task(id);
    task.accounted = Math.max(task.accounted ?? 0, until);
  }
}
