import type { FileState, LedgerEvent, LedgerEventData } from '#contract';
import type { Direction, FoldedChange } from './net-changes.ts';

type FileChange = LedgerEventData<'file.changed'>;

/** The `file.changed` of an undo or redo. */
interface Inverse {
  readonly data: FileChange;
  readonly direction: Direction;
  /** The changes it settles. */
  readonly changes: readonly string[];
}

/** States of the path before and after a change, as its last undo or redo found and left it. */
interface Sides {
  readonly before: FileState | undefined;
  readonly after: FileState | undefined;
}

/**
 * Changes in effect and undone changes, from the events in their order. An undo and a redo of the same change may
 * follow each other any number of times. In older records, an undo is a change of its own, and undoing that is the
 * redo.
 */
export class ChangeStates {
  readonly #changes = new Map<string, FileChange>();
  readonly #inverses = new Map<string, Inverse>();
  /** Inverses of transactions that have not ended, by transaction. */
  readonly #open = new Map<string, Set<string>>();
  readonly #undone = new Set<string>();
  readonly #sides = new Map<string, Sides>();
  /** The undo or redo of each change that made it what it is. */
  readonly #lastInverse = new Map<string, string>();
  #flipped: string[] = [];

  /** Answers the changes that have just been undone, or made again. */
  add(event: LedgerEvent): readonly string[] {
    this.#flipped = [];
    this.#take(event);
    return this.#flipped;
  }

  #take(event: LedgerEvent): void {
    switch (event.type) {
      case 'file.changed':
        this.#addChange(event.id, event.cause, event.data);
        break;
      case 'change.undone':
        this.#settle(event.data.change, event.cause, true);
        break;
      case 'change.redone':
        this.#flip(event.data.change, false, event.cause);
        break;
      case 'turn.undone':
      case 'session.rewound':
        this.#endTransaction(event.data.transaction);
        break;
      default:
        break;
    }
  }

  isUndone(id: string): boolean {
    return this.#undone.has(id);
  }

  /** The `file.changed` that undid the change, or made it again, where one was needed. */
  inverseOf(id: string): string | undefined {
    return this.#lastInverse.get(id);
  }

  /** The change with what there was before it and is after it; of one that is undone, what a redo brings back. */
  folded(id: string): FoldedChange | undefined {
    const data = this.#changes.get(id);
    if (!data) return undefined;
    const { path, before, after, shared } = data;
    return { id, path, before, after, shared, ...this.#sides.get(id) };
  }

  /** The changes that an undo or redo of a transaction settles; `undefined` if it is none. */
  settledBy(id: string): { readonly direction: Direction; readonly changes: readonly string[] } | undefined {
    const inverse = this.#inverses.get(id);
    return inverse?.data.transaction === undefined ? undefined : inverse;
  }

  #addChange(id: string, cause: string | undefined, data: FileChange): void {
    this.#changes.set(id, data);
    if (data.origin !== 'undo' && data.origin !== 'redo') return;
    const changes = data.settles ?? (cause === undefined ? [] : [cause]);
    this.#inverses.set(id, { data, direction: data.origin, changes });
    if (data.transaction === undefined) return;
    const open = this.#open.get(data.transaction) ?? new Set();
    this.#open.set(data.transaction, open.add(id));
  }

  #settle(change: string, cause: string | undefined, isUndone: boolean): void {
    const inverse = this.#inverses.get(change);
    if (!inverse) {
      this.#flip(change, isUndone, cause);
      return;
    }
    // An undo that did not come to be, or the undo of one: what it was about is as it was before it.
    this.#open.get(inverse.data.transaction ?? '')?.delete(change);
    if (isUndone) this.#undone.add(change);
    else this.#undone.delete(change);
    for (const one of inverse.changes)
      this.#settle(one, undefined, inverse.direction === 'undo' ? !isUndone : isUndone);
  }

  #endTransaction(transaction: string): void {
    for (const id of this.#open.get(transaction) ?? []) {
      const inverse = this.#inverses.get(id);
      for (const change of inverse?.changes ?? []) this.#flip(change, inverse?.direction === 'undo', id);
    }
    this.#open.delete(transaction);
  }

  #flip(change: string, isUndone: boolean, cause = ''): void {
    if (isUndone) this.#undone.add(change);
    else this.#undone.delete(change);
    this.#flipped.push(change);
    this.#lastInverse.delete(change);
    const inverse = this.#inverses.get(cause);
    const own = this.#changes.get(change);
    if (!inverse || !own) return;
    this.#lastInverse.set(change, cause);
    const { before, after } = isUndone ? { before: inverse.data.after, after: inverse.data.before } : inverse.data;
    // The first change of a path has what came before them all, the last what came of them.
    const isFirst = inverse.changes[0] === change;
    const isLast = inverse.changes.at(-1) === change;
    this.#sides.set(change, { before: isFirst ? before : own.before, after: isLast ? after : own.after });
  }
}
