import { changedPaths, type TreeChange } from './compare-trees.ts';
import type { TreeSnapshot } from './tree-snapshot.ts';

interface WatchedRun {
  readonly label: string;
  /** What else ran at some moment of its time. */
  readonly alongside: Set<string>;
  /** By path, who else ran while it changed. */
  readonly shared: Map<string, Set<string>>;
}

/**
 * Which runs go on in a workspace at once, and which changes fell into a time that several of them shared: those of the
 * time that one had to itself are its own.
 */
export class WatchRuns {
  readonly #active = new Map<TreeSnapshot, WatchedRun>();
  #last: TreeSnapshot | undefined;

  /** The runs that are active share what has changed since the last snapshot. */
  saw(snapshot: TreeSnapshot): void {
    const before = this.#last;
    this.#last = snapshot;
    if (!before || this.#active.size < 2) return;
    for (const path of changedPaths(before, snapshot)) for (const run of this.#active.values()) this.#share(run, path);
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
    if (this.#active.size === 0) this.#last = undefined;
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
