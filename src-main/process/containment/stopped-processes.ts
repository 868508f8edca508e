import { signalAll } from '../tree.ts';
import { rowOf } from './proc-files.ts';

/** Most looks for what was started before its parent was stopped. */
const MAX_LOOKS = 20;

/** Processes of a tree that are stopped for a moment. What had been stopped by somebody else stays so afterwards. */
export class StoppedProcesses {
  readonly #pids = new Set<number>();
  #isStopping = false;

  get areStopped(): boolean {
    return this.#isStopping;
  }

  /** Stops what `list` finds until it finds nothing more; parents first, so that none sees a child stopped. */
  async stop(list: () => Promise<readonly number[]>): Promise<void> {
    this.#isStopping = true;
    const seen = new Set<number>();
    for (let look = 0; look < MAX_LOOKS; look++) {
      const fresh = (await list()).filter((pid) => !seen.has(pid));
      // It may have been let go meanwhile.
      if (fresh.length === 0 || !this.#isStopping) return;
      for (const pid of fresh) {
        seen.add(pid);
        if (rowOf(pid)?.isStopped === true) continue;
        this.#pids.add(pid);
        signalAll([pid], 'SIGSTOP');
      }
    }
  }

  /** Lets them go on, children first. */
  goOn(): void {
    this.#isStopping = false;
    signalAll([...this.#pids].reverse(), 'SIGCONT');
    this.#pids.clear();
  }
}
