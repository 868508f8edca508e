import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Change } from '#contract';
import { useLive } from '../../state/use-live.ts';
import { isFocusLost } from '../../ui/give-focus.ts';
import { useGroup } from '../group/group-answers.ts';
import { type ChangeSelection, changeSelection } from '../list/change-selection.ts';

/** Last decision, kept to be shown after its proposal is gone. */
export interface ShownDecision {
  readonly change: Change;
  /** Sentence such as `Applied 2 of 3 hunks of a.txt`. */
  readonly text: string;
  /** Whether it waits for the other files of its reply, and may be decided again. */
  readonly isHeld?: boolean;
}

export interface AfterDecisionOptions {
  /** Changes that are waiting. */
  readonly proposals: readonly Change[];
  readonly chosen: ChangeSelection | undefined;
  readonly choose: (chosen: ChangeSelection) => void;
  readonly focusList: () => void;
  readonly pane: RefObject<HTMLElement | null>;
}

/**
 * Shows and focuses the next waiting change after an answer; if there is none, the list gets the focus. Who has gone to
 * another change while the answer was on its way stays there.
 */
export function useAfterDecision({ proposals, chosen, choose, focusList, pane }: AfterDecisionOptions) {
  const [decided, setDecided] = useState<ShownDecision | undefined>(undefined);
  const isFocusWanted = useRef(false);
  const group = useGroup();
  const latest = useRef(chosen);
  latest.current = chosen;

  const onDecided = useCallback(
    (one: ShownDecision) => {
      setDecided(one);
      // `chosen` is from when it was decided.
      if (JSON.stringify(latest.current) !== JSON.stringify(chosen)) return;
      const next = nextWaiting(proposals, one.change.id, (id) => group?.heldFor(id) !== undefined);
      if (next === undefined) {
        isFocusWanted.current = true;
        focusList();
      } else {
        choose(changeSelection(next));
        pane.current?.focus();
      }
    },
    [proposals, chosen, choose, focusList, pane, group],
  );

  // The row that had the focus goes with its proposal, a moment after the answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list may have taken the focused row away.
  useEffect(() => {
    if (!isFocusWanted.current || !isFocusLost()) return;
    isFocusWanted.current = false;
    focusList();
  }, [proposals, focusList]);

  const outcome = useOutcome(decided?.change);
  // What was said of it is not true any more once it is undone.
  const isOver = outcome?.state === 'undone';
  return {
    decided: isOver ? undefined : decided,
    outcome,
    onDecided,
    dismiss: useCallback(() => setDecided(undefined), []),
  };
}

/** The proposal after a change in the list, from the top again where none follows; those that are decided are passed over. */
export function nextWaiting(
  proposals: readonly Change[],
  answered: string,
  isDecided: (id: string) => boolean = () => false,
): Change | undefined {
  const index = proposals.findIndex(({ id }) => id === answered);
  const others = [...proposals.slice(index + 1), ...proposals.slice(0, Math.max(index, 0))];
  return others.find(({ id }) => id !== answered && !isDecided(id));
}

/** Finds the outcome of a proposal, which has an id of its own: it is the same file of the same call. */
function useOutcome(change: Change | undefined): Change | undefined {
  const { session, turn, path, callId } = change ?? {};
  const live = useLive(
    async (api, signal) => {
      if (session === undefined || turn === undefined || path === undefined) return doNothing();
      return await api.changes.files({ session, turn, path }, { signal });
    },
    [session, turn, path],
  );
  return live.status === 'ready' ? live.value.files.find((file) => file.callId === callId) : undefined;
}

async function* doNothing(): AsyncGenerator<never> {}
