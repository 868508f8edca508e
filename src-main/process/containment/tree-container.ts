import { listProcessTree, signalAll, signalGroup } from '../tree.ts';
import type { ContainedTree, Measurement, ProcessContainer } from './process-container.ts';

const KILL_MS = 10_000;

/** macOS and Windows: the tree as `ps` knows it, ended by signals or `taskkill`, measured by pidusage. */
export class TreeContainer implements ProcessContainer {
  readonly canLimit = false;
  readonly #tree: ContainedTree;
  /** Highest seen of each process, in milliseconds: those that are gone stay counted. */
  readonly #cpuMs = new Map<number, number>();

  constructor(tree: ContainedTree) {
    this.#tree = tree;
  }

  pids(): Promise<readonly number[]> {
    return listProcessTree(this.#tree.pid, this.#tree.marker);
  }

  async measure(): Promise<Measurement | undefined> {
    const pids = process.platform === 'win32' ? [this.#tree.pid] : await this.pids();
    if (pids.length === 0) return undefined;
    const { default: pidusage } = await import('pidusage');
    const all = await pidusage([...pids]).catch(() => undefined);
    if (!all) return undefined;
    const found = Object.values(all).filter((one) => one !== undefined && one !== null);
    for (const { pid, ctime } of found) this.#cpuMs.set(pid, Math.max(ctime, this.#cpuMs.get(pid) ?? 0));
    return {
      pids: found.map(({ pid }) => pid),
      cpuMs: [...this.#cpuMs.values()].reduce((sum, ms) => sum + ms, 0),
      memoryBytes: found.reduce((sum, { memory }) => sum + memory, 0),
      refused: 0,
    };
  }

  limit(): void {}

  async kill(): Promise<void> {
    const deadline = performance.now() + KILL_MS;
    signalGroup(this.#tree.pid, 'SIGKILL');
    for (let left = await this.pids(); left.length > 0 && performance.now() < deadline; left = await this.pids()) {
      signalAll(left, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async release(): Promise<void> {}
}
