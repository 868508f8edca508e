import { addDescendants } from './descendants.ts';
import { Leader } from './leader.ts';
import { ListedContainer } from './listed-container.ts';
import { allRows, type ProcRow, rowOf } from './proc-files.ts';
import type { ContainedTree } from './process-container.ts';

const KILL_MS = 10_000;

/**
 * Tree in a PID namespace: a process that loses its parent becomes a child of the namespace's first process, so none
 * gets lost.
 */
export class NamespaceContainer extends ListedContainer {
  readonly #tree: ContainedTree;
  readonly #leader: Leader;

  constructor(tree: ContainedTree) {
    super();
    this.#tree = tree;
    this.#leader = new Leader(tree.pid);
  }

  /** The kernel kills all of a namespace with its first process, which is gone only when all are. */
  async kill(around: ReadonlySet<number>): Promise<void> {
    // Once it is gone its number may be somebody else’s, and with it all has gone.
    if (!this.#leader.isThere) return;
    const outermost = [this.#tree.pid, ...around];
    for (const pid of outermost.reverse()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    }
    const isAlive = (pid: number) => rowOf(pid)?.isZombie === false;
    const deadline = performance.now() + KILL_MS;
    while (outermost.some(isAlive) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  protected async rows(): Promise<ProcRow[]> {
    const all = await allRows();
    if (!all.some(({ pid, startedAt }) => pid === this.#tree.pid && this.#leader.is(startedAt))) return [];
    const ours = new Set([this.#tree.pid]);
    addDescendants(ours, all);
    return all.filter(({ pid }) => ours.has(pid));
  }
}
