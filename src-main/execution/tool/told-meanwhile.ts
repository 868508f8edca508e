import type { AnyLedgerEvent, FileState, LedgerEventData } from '#contract';
import type { Subscribe } from '#core/emitter';
import { knownEvent, type TreeChange } from '#ledger';

type Told = Pick<LedgerEventData<'file.changed'>, 'path' | 'before' | 'after'>;

const ALSO = 'A file tool or an undo changed it as well while the command ran';

/** What file tools and undos changed while a command ran: it is on the ledger as theirs, and not the command's. */
export class ToldMeanwhile implements Disposable {
  readonly #told = new Map<string, Told>();
  readonly #stop: () => void;

  constructor(onAppended: Subscribe<AnyLedgerEvent>) {
    this.#stop = onAppended((any) => {
      const event = knownEvent(any);
      if (event?.type === 'file.changed' && event.data.origin !== 'command') this.#add(event.data);
    });
  }

  /** Without the changes that are all theirs; where both had a hand in it, it is said. */
  without(changes: readonly TreeChange[]): TreeChange[] {
    return changes.flatMap((change) => {
      const told = this.#told.get(change.path);
      if (!told) return change;
      if (isSame(told.before, change.before) && isSame(told.after, change.after)) return [];
      return { ...change, shared: change.shared === undefined ? ALSO : `${change.shared}. ${ALSO}` };
    });
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  /** Several changes of one file are one from the first's beginning to the last's end. */
  #add({ path, before, after }: Told): void {
    const first = this.#told.get(path);
    this.#told.set(path, { path, ...(first ? { before: first.before } : { before }), after });
  }
}

function isSame(one: FileState | undefined, other: FileState | undefined): boolean {
  return one?.kind === other?.kind && one?.hash === other?.hash && one?.mode === other?.mode && !one?.notKept;
}
