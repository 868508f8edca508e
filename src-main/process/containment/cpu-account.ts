import { type ProcRow, TICK_MS } from './proc-files.ts';

/**
 * CPU usage of a tree since it began, for systems where /proc is the only accounting. A child that is waited for moves
 * from its own row into its parent's, and so stays counted; one that was not waited for within the tree is counted as
 * it was last seen.
 */
export class CpuAccount {
  #seen = new Map<number, ProcRow>();
  #lostTicks = 0;
  #ms = 0;

  /** `rows`: the tree, zombies included. Answers the total in milliseconds, which never shrinks. */
  add(rows: readonly ProcRow[]): number {
    const now = new Map(rows.map((row) => [row.pid, row]));
    for (const [pid, row] of this.#seen) {
      if (now.get(pid)?.startedAt === row.startedAt || now.has(row.parent)) continue;
      this.#lostTicks += row.ownTicks + row.childTicks;
    }
    this.#seen = now;
    const ticks = rows.reduce((sum, row) => sum + row.ownTicks + row.childTicks, this.#lostTicks);
    this.#ms = Math.max(this.#ms, ticks * TICK_MS);
    return this.#ms;
  }
}
