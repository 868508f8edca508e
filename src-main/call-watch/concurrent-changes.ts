import type { AnyLedgerEvent, FileState, LedgerEventData } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import { knownEvent, type TreeChange } from '#ledger';

type FileChangeData = Pick<LedgerEventData<'file.changed'>, 'path' | 'before' | 'after'>;

const ALSO = 'A file tool or an undo changed it as well meanwhile';

/** Origins of changes that a look at the tree found; all others were reported by their makers. */
const FOUND: ReadonlySet<string> = new Set(['command', 'program', 'client', 'unknown']);

/** Changes by file tools and undos during some time: they are in the ledger under their own origin only. */
export class ConcurrentChanges implements Disposable {
  readonly #told = new Map<string, FileChangeData>();
  readonly #stop: () => void;

  constructor(onAppended: Subscribe<AnyLedgerEvent>) {
    this.#stop = onAppended((any) => {
      const event = knownEvent(any);
      if (event?.type === 'file.changed' && !FOUND.has(event.data.origin)) this.#add(event.data);
    });
  }

  /** The changes without those that are all theirs; where both had a hand in one, it says so. */
  without(changes: readonly TreeChange[]): TreeChange[] {
    return changes.flatMap((change) => {
      const told = this.#told.get(change.path);
      if (!told) return change;
      if (isSameState(told.before, change.before) && isSameState(told.after, change.after)) return [];
      return { ...change, shared: change.shared === undefined ? ALSO : `${change.shared}. ${ALSO}` };
    });
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  /** Several changes of one file are one from the first's beginning to the last's end. */
  #add({ path, before, after }: FileChangeData): void {
    const first = this.#told.get(path);
    this.#told.set(path, { path, ...(first ? { before: first.before } : { before }), after });
  }
}

function isSameState(one: FileState | undefined, other: FileState | undefined): boolean {
  return one?.kind === other?.kind && one?.hash === other?.hash && one?.mode === other?.mode && !one?.notKept;
}
