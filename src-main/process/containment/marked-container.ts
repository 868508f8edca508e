import { environmentOf, retryWhenOutOfDescriptors } from '../environment-of.ts';
import { MARKER } from '../tree.ts';
import { addDescendants } from './descendants.ts';
import { type KillTarget, killListed } from './kill-listed.ts';
import { Leader } from './leader.ts';
import { ListedContainer } from './listed-container.ts';
import { allRows, type ProcRow, rowOf, TICK_MS } from './proc-files.ts';
import type { ContainedTree } from './process-container.ts';

/** Younger ones may be about to become a program with another environment, in milliseconds. */
const SETTLED_MS = 2000;

interface MarkCheck {
  readonly startedAt: number;
  readonly isOurs: boolean;
}

/**
 * A tree that nothing holds but our looking for it: its session, its descendants, and whatever has its mark in its
 * environment. Who was ours once stays ours.
 */
export class MarkedContainer extends ListedContainer {
  readonly #tree: ContainedTree;
  readonly #needle: string;
  readonly #leader: Leader;
  #verdicts = new Map<number, MarkCheck>();
  /** The leader's number has become another's, and so has the session's. */
  #isReused = false;

  constructor(tree: ContainedTree) {
    super();
    this.#tree = tree;
    this.#needle = `${MARKER}=${tree.marker}`;
    this.#leader = new Leader(tree.pid);
  }

  async kill(): Promise<void> {
    const own = rowOf(process.pid)?.session;
    await killListed(async () =>
      (await this.alive()).map(
        ({ pid, group, session }): KillTarget => ({ pid, group: session === own ? undefined : group }),
      ),
    );
  }

  protected async rows(): Promise<ProcRow[]> {
    const { pid: leader } = this.#tree;
    const all = await retryWhenOutOfDescriptors(allRows);
    this.#isReused ||= all.some(({ pid, startedAt }) => pid === leader && !this.#leader.is(startedAt));
    const known = this.#verdicts;
    const undecided: ProcRow[] = [];
    const ours = new Set<number>();
    for (const row of all) {
      const verdict = known.get(row.pid);
      const isKnown = verdict?.startedAt === row.startedAt;
      if ((row.session === leader && !this.#isReused) || (isKnown && verdict.isOurs)) ours.add(row.pid);
      else if (!isKnown) undecided.push(row);
    }
    for (const pid of await this.#marked(undecided)) ours.add(pid);
    addDescendants(ours, all);
    this.#verdicts = this.#decide(all, ours);
    return all.filter(({ pid }) => ours.has(pid));
  }

  /** Reading an environment can wait for a lock of that process, so not all of us waits. */
  async #marked(rows: readonly ProcRow[]): Promise<number[]> {
    const found = await Promise.all(
      rows.map(async ({ pid }) => {
        const environment = await environmentOf(pid);
        return environment.includes(this.#needle) ? [pid] : [];
      }),
    );
    return found.flat();
  }

  #decide(all: readonly ProcRow[], ours: ReadonlySet<number>): Map<number, MarkCheck> {
    const newest = all.reduce((latest, row) => Math.max(latest, row.startedAt), 0);
    const isSettled = ({ startedAt }: ProcRow) => (newest - startedAt) * TICK_MS > SETTLED_MS;
    return new Map(
      all
        .filter((row) => ours.has(row.pid) || isSettled(row))
        .map((row) => [row.pid, { startedAt: row.startedAt, isOurs: ours.has(row.pid) }]),
    );
  }
}
