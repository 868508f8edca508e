import { CpuAccount } from './cpu-account.ts';
import { type ProcRow, pageSize } from './proc-files.ts';
import type { Measurement, ProcessContainer } from './process-container.ts';

/** A tree that no kernel object counts: its processes are found in /proc, and what they use is summed. */
export abstract class ListedContainer implements ProcessContainer {
  readonly canLimit = false;
  readonly #account = new CpuAccount();

  /** All of its processes, those that wait to be reaped included. */
  protected abstract rows(): Promise<readonly ProcRow[]>;

  abstract kill(around: ReadonlySet<number>): Promise<void>;

  async pids(): Promise<readonly number[]> {
    return (await this.alive()).map(({ pid }) => pid);
  }

  async measure(without: ReadonlySet<number>): Promise<Measurement> {
    const rows = (await this.rows()).filter(({ pid }) => !without.has(pid));
    const alive = rows.filter((row) => !row.isZombie);
    return {
      pids: alive.map(({ pid }) => pid),
      cpuMs: this.#account.add(rows),
      memoryBytes: alive.reduce((sum, row) => sum + row.residentPages, 0) * pageSize(),
      refused: 0,
    };
  }

  /** Does nothing: limits, if any, are set before it starts. */
  limit(): void {}

  async release(): Promise<void> {}

  protected async alive(): Promise<ProcRow[]> {
    return (await this.rows()).filter((row) => !row.isZombie);
  }
}
