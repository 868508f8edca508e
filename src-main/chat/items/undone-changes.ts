import type { LedgerEvent } from '#contract';
import { ChangeStates } from '#ledger';

/** A change of a call that has just been undone, or made again. */
export interface ItemUndo {
  readonly item: string;
  /** The call's own change. */
  readonly change: string;
  readonly isUndone: boolean;
  /** Id of the event that restored the file, if there was something to restore; undoing it makes the change again. */
  readonly undo: string | undefined;
}

/** Follows which changes of calls are undone. */
export class UndoneChanges {
  /** Item of each call's change. */
  readonly #items = new Map<string, string>();
  readonly #states = new ChangeStates();

  addChange(event: string, item: string): void {
    this.#items.set(event, item);
  }

  /** The changes of calls that the event undoes or makes again. */
  apply(event: LedgerEvent): ItemUndo[] {
    return this.#states.add(event).flatMap((change) => {
      const item = this.#items.get(change);
      if (item === undefined) return [];
      return { item, change, isUndone: this.#states.isUndone(change), undo: this.#states.inverseOf(change) };
    });
  }
}
