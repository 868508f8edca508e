import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Change } from '#contract';

/** What was decided last, to be told after its proposal is gone. */
export interface Decided {
  readonly change: Change;
  /** Such as `Applied 2 of 3 hunks of a.txt`. */
  readonly text: string;
}

export interface AfterDecisionOptions {
  readonly changes: readonly Change[];
  readonly choose: (id: string) => void;
  readonly focusList: () => void;
  readonly pane: RefObject<HTMLElement | null>;
}

/** After an answer the next change that waits is shown and has the focus; where none waits, the list has it. */
export function useAfterDecision({ changes, choose, focusList, pane }: AfterDecisionOptions) {
  const [decided, setDecided] = useState<Decided | undefined>(undefined);
  const isFocusWanted = useRef(false);

  const onDecided = useCallback(
    (one: Decided) => {
      setDecided(one);
      const next = nextWaiting(changes, one.change.id);
      if (next === undefined) {
        isFocusWanted.current = true;
        focusList();
      } else {
        choose(next.id);
        pane.current?.focus();
      }
    },
    [changes, choose, focusList, pane],
  );

  // The row that had the focus goes with its proposal, a moment after the answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list may have taken the focused row away.
  useEffect(() => {
    if (!isFocusWanted.current || document.activeElement !== document.body) return;
    isFocusWanted.current = false;
    focusList();
  }, [changes, focusList]);

  const outcome = decided && outcomeOf(changes, decided.change);
  return { decided, outcome, onDecided, dismiss: useCallback(() => setDecided(undefined), []) };
}

/** The proposal after a change in the list, from the top again where none follows. */
export function nextWaiting(changes: readonly Change[], answered: string): Change | undefined {
  const index = changes.findIndex(({ id }) => id === answered);
  const others = [...changes.slice(index + 1), ...changes.slice(0, Math.max(index, 0))];
  return others.find(({ id, state }) => state === 'proposed' && id !== answered);
}

/** What came of a proposal has an id of its own; it is the same file of the same call. */
function outcomeOf(changes: readonly Change[], { callId, path }: Change): Change | undefined {
  return changes.find((one) => one.state !== 'proposed' && one.callId === callId && one.path === path);
}
