import type { TaskId } from '#contract';
import { AppError } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import type { TaskRecords, TaskWorkspaces } from '../ports.ts';
import type { EnabledTasks } from './enabled-tasks.ts';
import type { TaskPlan } from './plans.ts';
import { taskKey } from './task-key.ts';

interface SwitchParts {
  readonly workspaces: Pick<TaskWorkspaces, 'refresh'>;
  readonly records: TaskRecords;
  readonly enabled: EnabledTasks;
  /** @throws AppError NOT_FOUND */
  readonly find: (id: TaskId) => TaskPlan;
}

/** Switches tasks on and off, each in the order in which it was asked for. */
export class TaskSwitch {
  readonly #parts: SwitchParts;
  readonly #switching = new KeyedMutex();

  constructor(parts: SwitchParts) {
    this.#parts = parts;
  }

  /** @throws AppError NOT_FOUND, CONFLICT if the file is not what was read, INVALID_INPUT, UNAVAILABLE */
  on(id: TaskId, hash: string): Promise<void> {
    return this.#switching.run(taskKey(id), () => this.#on(id, hash));
  }

  /** @throws AppError UNAVAILABLE */
  off(id: TaskId): Promise<void> {
    return this.#switching.run(taskKey(id), () => this.#off(id));
  }

  async #on(id: TaskId, hash: string): Promise<void> {
    const { workspaces, records, enabled, find } = this.#parts;
    await workspaces.refresh(id.workspace);
    const { source, problem } = find(id);
    if (source.hash !== hash) {
      const advice = 'Read it again, and switch it on as it is now';
      throw new AppError('CONFLICT', `${source.file} has changed since you read it`, { where: source.file, advice });
    }
    if (problem !== undefined) throw new AppError('INVALID_INPUT', problem, { where: source.file });
    const told = { ...id, name: source.name, hash, cron: source.settings.cron ?? '' };
    await records.append(id.workspace, 'schedule.enabled', told);
    await enabled.set({ workspace: id.workspace, folder: id.folder, hash });
  }

  async #off(id: TaskId): Promise<void> {
    const { records, enabled } = this.#parts;
    if (!enabled.find(taskKey(id))) return;
    await records.append(id.workspace, 'schedule.paused', { ...id });
    await enabled.remove(taskKey(id));
  }
}
