import type { LedgerEvent, TaskId } from '#contract';
import { taskKey } from '../tasks/task-key.ts';

/** Missed runs of a task that were to run, and of which nothing is recorded since. */
interface OwedByTask {
  readonly id: TaskId;
  readonly name: string;
  readonly times: Set<number>;
}

/** Missed runs that an answer or a policy had run, one after the other, and that have not begun. */
export class OwedRuns {
  readonly #tasks = new Map<string, OwedByTask>();
  /** Names of tasks as their missed runs were told. */
  readonly #names = new Map<string, string>();

  /** Tasks of which runs are owed, with their times in order. */
  list(): readonly { readonly id: TaskId; readonly name: string; readonly times: readonly number[] }[] {
    return [...this.#tasks.values()].map(({ times, ...task }) => ({
      ...task,
      times: [...times].sort((one, other) => one - other),
    }));
  }

  take(event: LedgerEvent): void {
    switch (event.type) {
      case 'schedule.enabled':
      case 'schedule.paused':
        this.#tasks.delete(taskKey(event.data));
        return;
      case 'schedule.missed':
        this.#names.set(taskKey(event.data), event.data.name);
        if (event.data.policy === undefined) this.#settle(event.data, event.data.times ?? []);
        else this.#owe(event.data, event.data.due);
        return;
      case 'schedule.answered':
        this.#owe(event.data, event.data.due);
        return;
      case 'schedule.started':
        if (event.data.plannedAt !== undefined) this.#settle(event.data, [event.data.plannedAt]);
        return;
      default:
    }
  }

  #owe({ workspace, folder }: TaskId, due: readonly number[] = []): void {
    const key = taskKey({ workspace, folder });
    if (due.length === 0) return;
    const name = this.#names.get(key) ?? folder;
    const times = this.#tasks.get(key)?.times ?? [];
    this.#tasks.set(key, { id: { workspace, folder }, name, times: new Set([...times, ...due]) });
  }

  #settle(id: TaskId, times: readonly number[]): void {
    const key = taskKey(id);
    const owed = this.#tasks.get(key);
    for (const time of times) owed?.times.delete(time);
    if (owed?.times.size === 0) this.#tasks.delete(key);
  }
}
