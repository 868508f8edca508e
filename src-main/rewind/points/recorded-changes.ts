import type { AnyLedgerEvent, FileState, LedgerEventData } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import { differenceOf, knownEvent, type TreeChange } from '#ledger';

type FileChangeData = Pick<LedgerEventData<'file.changed'>, 'path' | 'before' | 'after'>;

/** Changes of a workspace's files recorded since some moment, whatever their origin and in whatever session. */
export class RecordedChanges implements Disposable {
  readonly #told = new Map<string, FileChangeData>();
  readonly #stop: () => void;

  constructor(onAppended: Subscribe<AnyLedgerEvent>) {
    this.#stop = onAppended((any) => {
      if (any.type !== 'file.changed') return;
      const event = knownEvent(any);
      if (event?.type === 'file.changed') this.#add(event.data);
    });
  }

  /** Returns the part of the changes that is not recorded: from the last recorded state to the present one. */
  without(changes: readonly TreeChange[]): TreeChange[] {
    return changes.flatMap((change) => {
      const told = this.#told.get(change.path);
      if (!told) return change;
      if (differenceOf(told.after, change.after) === undefined) return [];
      return {
        path: change.path,
        change: changeKind(told.after, change.after),
        before: told.after,
        after: change.after,
      };
    });
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #add({ path, before, after }: FileChangeData): void {
    const first = this.#told.get(path);
    this.#told.set(path, { path, before: first ? first.before : before, after });
  }
}

function changeKind(before: FileState | undefined, after: FileState | undefined): TreeChange['change'] {
  if (!before) return 'created';
  return after ? 'modified' : 'deleted';
}
