/** What an undo, or the undo of one, came to for a change of a call. */
export interface Undone {
  readonly item: string;
  /** The call's own change. */
  readonly change: string;
  readonly isUndone: boolean;
  /** What put the file back, where there was something to put back; undoing that does the change again. */
  readonly undo: string | undefined;
}

/** Follows undos back to the change of a call that they are about: an undo is a change, which can be undone in turn. */
export class UndoneChanges {
  /** Item of each call's change. */
  readonly #items = new Map<string, string>();
  /** What each undo took back. */
  readonly #takesBack = new Map<string, string>();

  addChange(event: string, item: string): void {
    this.#items.set(event, item);
  }

  addUndo(event: string, of: string): void {
    this.#takesBack.set(event, of);
  }

  /** `cause` is the event that put the file back, or the change itself when there was nothing to put back. */
  undone(change: string, cause: string | undefined): Undone | undefined {
    let root = change;
    let isUndone = true;
    for (let before = this.#takesBack.get(root); before !== undefined; before = this.#takesBack.get(root)) {
      root = before;
      isUndone = !isUndone;
    }
    const item = this.#items.get(root);
    if (item === undefined) return undefined;
    const undo = cause !== undefined && this.#takesBack.has(cause) && cause !== change ? cause : undefined;
    return { item, change: root, isUndone, undo };
  }
}
