import { Emitter, type Subscribe } from '#core/async/emitter';

/** Longest time an action waits for a page that can run it, such as one that is being loaded, in milliseconds. */
const HOLD_MS = 10_000;

export interface ActionQueue {
  /** Makes the page run an action, by its id; while none listens, the next one that does, soon enough. */
  readonly run: (id: string) => void;
  readonly subscribe: Subscribe<string>;
}

/** Actions of menus and of other processes on their way to the page, which may not listen yet. */
export function heldActions(now: () => number = Date.now): ActionQueue {
  const actions = new Emitter<string>();
  let held: { readonly id: string; readonly at: number }[] = [];
  return {
    run: (id) => {
      if (actions.hasListeners) actions.emit(id);
      else held.push({ id, at: now() });
    },
    subscribe: (listener) => {
      const unsubscribe = actions.subscribe(listener);
      const due = held.filter(({ at }) => now() - at < HOLD_MS);
      held = [];
      for (const { id } of due) actions.emit(id);
      return unsubscribe;
    },
  };
}
