import { useCallback, useEffect, useRef, useState } from 'react';
import type { Change, ChangeList, TurnFiles } from '#contract';
import { type LiveState, useLive } from '../../state/use-live.ts';
import { type ChangeSelection, type ChosenFile, fileAmong, shownSelection } from './change-selection.ts';

export interface ShownChange {
  readonly shown: Change | undefined;
  /** Choice of the person, or of what was asked for; undefined before there was one. */
  readonly chosen: ChangeSelection | undefined;
  /** `change` is shown at once, until what is known of it now has arrived. */
  readonly choose: (chosen: ChangeSelection, change?: Change) => void;
}

/**
 * The change that the diff shows: what was chosen, else the first that waits, else the newest. The first that waited
 * while the list was on the screen stays there, too, when it is answered elsewhere or when another comes before it.
 */
export function useShownChange(list: Pick<ChangeList, 'proposals' | 'turns'>, isOnScreen: boolean): ShownChange {
  const [picked, setPicked] = useState<ChangeSelection | undefined>(undefined);
  const [seen, setSeen] = useState<ChangeSelection | undefined>(undefined);
  const chosen = picked ?? seen;
  const last = useRef<Change>(undefined);
  const outcome = useRef<{ readonly of: ChangeSelection; readonly file: ChosenFile }>(undefined);
  const found = shownSelection(chosen, list, last.current);
  const isAnswered = chosen !== undefined && found !== chosen && outcome.current?.of === chosen;
  const wanted = isAnswered ? outcome.current?.file : found;
  const file = useFile(wanted?.kind === 'file' ? wanted : undefined);
  const waiting = wanted?.kind === 'proposal' ? list.proposals.find(({ id }) => id === wanted.id) : undefined;
  const isGone = wanted?.kind === 'file' && file.status === 'ready' && file.value.files.length === 0;

  // What came of a proposal has an id of its own, by which it would not be known again.
  useEffect(() => {
    if (chosen?.kind === 'proposal' && wanted?.kind === 'file' && last.current?.id === chosen.id) {
      outcome.current = { of: chosen, file: wanted };
    }
  }, [chosen, wanted]);

  // Proposals arrive one by one, in any order, while nobody looks: the first of the list is meant then.
  useEffect(() => {
    if (!isOnScreen) setSeen(undefined);
    else if (chosen === undefined && waiting !== undefined) setSeen({ kind: 'proposal', id: waiting.id });
  }, [isOnScreen, chosen, waiting]);

  // What was chosen is no more: a proposal that was withdrawn, a session that was removed.
  useEffect(() => {
    if (!isGone) return;
    last.current = undefined;
    setPicked(undefined);
    setSeen(undefined);
  }, [isGone]);

  const arrived = wanted?.kind === 'file' && file.status === 'ready' ? fileAmong(file.value.files, wanted) : undefined;
  // While another one is fetched, the one before stays, and with it the editor.
  const shown = waiting ?? arrived ?? (wanted === undefined || isGone ? undefined : last.current);
  useEffect(() => {
    last.current = shown;
  }, [shown]);

  const choose = useCallback((next: ChangeSelection, change?: Change) => {
    if (change !== undefined) last.current = change;
    setPicked(next);
  }, []);
  return { shown, chosen: picked, choose };
}

/** Loads what a turn did to a file, and follows it. */
function useFile(file: ChosenFile | undefined): LiveState<TurnFiles> {
  const { session, turn, path } = file ?? {};
  return useLive(
    async (api, signal) => {
      if (session === undefined || turn === undefined) return doNothing();
      return await api.changes.files({ session, turn, ...(path === undefined ? { most: 1 } : { path }) }, { signal });
    },
    [session, turn, path],
  );
}

async function* doNothing(): AsyncGenerator<never> {}
