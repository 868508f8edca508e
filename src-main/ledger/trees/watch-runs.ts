import type { TreeChange } from './compare-trees.ts';
import type { TreeSnapshot } from './tree-watch.ts';

interface WatchedRun {
  readonly label: string;
  /** Labels of what else ran at some moment of its time. */
  readonly alongside: Set<string>;
  /** Labels of the runs that shared the time of each change, by path. */
  readonly shared: Map<string, Set<string>>;
}

/**
 * Concurrent runs in a workspace, and the changes made while several of them ran: changes made while only one ran are
 * its own.
 */
export class WatchRuns {
  readonly #active = new Map<TreeSnapshot, WatchedRun>();

  /** Whether it is to be told what changes from look to look. */
  get areSeveral(): boolean {
    return this.#active.size > 1;
  }

  /** The runs that are active share what has changed since the last look. */
  saw(paths: readonly string[]): void {
    if (!this.areSeveral) return;
    for (const path of paths) for (const run of this.#active.values()) this.#share(run, path);
  }

  begin(snapshot: TreeSnapshot, label: string): void {
    const run: WatchedRun = { label, alongside: new Set(), shared: new Map() };
    for (const other of this.#active.values()) {
      other.alongside.add(label);
      run.alongside.add(other.label);
    }
    this.#active.set(snapshot, run);
  }

  end(snapshot: TreeSnapshot): void {
    this.#active.delete(snapshot);
  }

  alongside(snapshot: TreeSnapshot): readonly string[] {
    return [...(this.#active.get(snapshot)?.alongside ?? [])];
  }

  /** The change as a change of that run, with a word on who else may have made it. */
  credited(snapshot: TreeSnapshot, change: TreeChange): TreeChange {
    const others = this.#active.get(snapshot)?.shared.get(change.path);
    if (!others) return change;
    return { ...change, shared: `Made while this ran in the workspace as well: ${[...others].join('; ')}` };
  }

  #share(run: WatchedRun, path: string): void {
    const others = run.shared.get(path) ?? new Set();
    for (const other of this.#active.values()) if (other !== run) others.add(other.label);
    run.shared.set(path, others);
  }
}
