import type { AnyLedgerEvent, Inbox as InboxState, ScheduleRun } from '#contract';
import { AppError } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import { knownEvent } from '#ledger';
import type { TaskRecords } from '../ports.ts';
import type { RunLog } from './run-log.ts';

/** Runs as a person goes through them: those that are new, read, kept or undone. */
export class InboxStore {
  readonly #log: RunLog;
  readonly #records: TaskRecords;
  /** Another number whenever a run changes. */
  readonly revision = new LiveValue(0);

  constructor(log: RunLog, records: TaskRecords) {
    this.#log = log;
    this.#records = records;
  }

  announce(): void {
    this.revision.update((revision) => revision + 1);
  }

  /** The newest runs. */
  newest(most: number): InboxState {
    const all = [...this.#log.runs];
    const runs = all.slice(Math.max(0, all.length - most)).reverse();
    return { runs, older: all.length - runs.length, unread: all.filter(isUnread).length };
  }

  async *stream(most: number, signal: AbortSignal | undefined): AsyncGenerator<InboxState, void> {
    for await (const _revision of this.revision.stream(signal)) yield this.newest(most);
  }

  /** @throws AppError NOT_FOUND */
  get(id: string): ScheduleRun {
    const run = this.#log.run(id);
    if (run) return run;
    throw new AppError('NOT_FOUND', 'This run is not in the inbox', { where: id });
  }

  /** @throws AppError UNAVAILABLE; what could be recorded is read */
  async read(ids: readonly string[] | undefined): Promise<void> {
    const wanted = ids === undefined ? undefined : new Set(ids);
    const unread = [...this.#log.runs].filter((run) => isUnread(run) && (wanted === undefined || wanted.has(run.id)));
    for (const workspace of new Set(unread.map((run) => run.workspace))) {
      const runs = unread.filter((run) => run.workspace === workspace).map(({ id }) => id);
      await this.#records.append(workspace, 'inbox.read', { workspace, runs });
    }
  }

  /** @throws AppError NOT_FOUND, UNAVAILABLE */
  async keep(id: string): Promise<void> {
    const { workspace } = this.get(id);
    await this.#records.append(workspace, 'inbox.kept', { workspace, run: id });
  }

  /** Notes on a run's workspace that what it did was undone or made again, by the record of its session. */
  async noteUndo(any: AnyLedgerEvent): Promise<void> {
    if (any.type !== 'turn.undone') return;
    const event = knownEvent(any);
    if (event?.type !== 'turn.undone') return;
    const run = this.#log.ofTurn(event.session, event.data.turn);
    const isUndone = event.data.direction === 'undo';
    if (!run || run.isUndone === isUndone || event.data.restored === 0) return;
    await this.#records.append(run.workspace, 'inbox.undone', { workspace: run.workspace, run: run.id, isUndone });
  }
}

/** One that goes on is not to be read yet, unless it waits. */
function isUnread({ isRead, state }: ScheduleRun): boolean {
  return !isRead && state !== 'running';
}
