import { signalAll } from '../tree.ts';
import { rowOf } from './proc-files.ts';

/** Process id that no process has. */
const NOBODY = -1;
const KILL_MS = 10_000;

/** First process of a tree, by its number and its start: once it is gone its number may belong to another process. */
export class Leader {
  readonly #pid: number;
  readonly #startedAt: number | undefined;

  constructor(pid: number) {
    this.#pid = pid;
    this.#startedAt = rowOf(pid)?.startedAt;
  }

  /** Number of the process while it exists, if only as a zombie; else one that no process has. */
  number(): number {
    return this.isThere ? this.#pid : NOBODY;
  }

  /** Kills it, and waits until all that the kernel ends with it is gone: of a namespace's first process, all of the namespace. */
  async killed(): Promise<void> {
    const isAlive = () => {
      const row = rowOf(this.#pid);
      return row?.isZombie === false && this.is(row.startedAt);
    };
    const deadline = performance.now() + KILL_MS;
    for (let wait = 1; isAlive() && performance.now() < deadline; wait = Math.min(wait * 2, 20)) {
      signalAll([this.#pid], 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  get isThere(): boolean {
    return this.is(rowOf(this.#pid)?.startedAt);
  }

  /** Whether it is the process that has its number and was started then. */
  is(startedAt: number | undefined): boolean {
    return startedAt !== undefined && startedAt === this.#startedAt;
  }
}
