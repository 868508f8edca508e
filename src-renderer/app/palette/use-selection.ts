import { type KeyboardEvent, useState } from 'react';

/** Key of an item after the selected one, by the keys of a list and those of Emacs and Vim. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const CONTROL_STEPS: Readonly<Record<string, number>> = { n: 1, j: 1, p: -1, k: -1 };

/**
 * Selects one of a list's ids: the one a person went to by key or pointer while it is listed, else the first. It is
 * worked out of the list that is drawn, so that none is unselected whenever items come or go.
 */
export function useSelection(ids: readonly string[]) {
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const selected = picked !== undefined && ids.includes(picked) ? picked : ids[0];
  const at = selected === undefined ? -1 : ids.indexOf(selected);
  return {
    selected,
    pick: setPicked,
    clear: () => setPicked(undefined),
    /** Goes to another item by a key of lists; returns whether it was one. */
    move: (press: KeyboardEvent): boolean => {
      const next = target(press, at, ids.length);
      if (next !== undefined) setPicked(ids[next]);
      return next !== undefined;
    },
  };
}

/** Index that a key leads to, around the ends; undefined for another key. */
function target({ key, ctrlKey }: KeyboardEvent, at: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key] ?? (ctrlKey ? CONTROL_STEPS[key] : undefined);
  if (step === undefined) return undefined;
  return count === 0 ? -1 : (at + step + count) % count;
}
