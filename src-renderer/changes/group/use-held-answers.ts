import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Question } from '#contract';
import { useForgetLayout, useLayout } from '../../state/layout.tsx';
import { commentDraftKey } from '../comments/use-comment-draft.ts';
import { decisionsKey } from '../review/use-kept-decisions.ts';
import type { HeldAnswer, HeldAnswers } from './group-answers.ts';

type AnswersByKey = Readonly<Record<string, HeldAnswer>>;

interface HeldAnswersState {
  readonly held: HeldAnswers;
  readonly put: (key: string, answer: HeldAnswer) => void;
  /** Lets go of answers; what was written for them stays, so that they can be decided again. */
  readonly drop: (keys: readonly string[]) => void;
  /** Lets go of answers and of all that was written for them. */
  readonly forget: (keys: readonly string[]) => void;
}

const NOTHING: AnswersByKey = {};

/** The answers that wait for the rest of their reply. They outlive a reload, as drafts do, until their questions are gone. */
export function useHeldAnswers(waiting: readonly Question[] | undefined): HeldAnswersState {
  const [kept, setKept] = useLayout<AnswersByKey | undefined>('changes.held', undefined);
  const forgetLayout = useForgetLayout();
  const latest = useRef(kept ?? NOTHING);
  latest.current = kept ?? NOTHING;

  const change = useCallback(
    (next: AnswersByKey) => {
      latest.current = next;
      setKept(Object.keys(next).length === 0 ? undefined : next);
    },
    [setKept],
  );
  const put = useCallback((key: string, answer: HeldAnswer) => change({ ...latest.current, [key]: answer }), [change]);
  const drop = useCallback(
    (keys: readonly string[]) => {
      const left = Object.entries(latest.current).filter(([key]) => !keys.includes(key));
      if (left.length < Object.keys(latest.current).length) change(Object.fromEntries(left));
    },
    [change],
  );
  const forget = useCallback(
    (keys: readonly string[]) => {
      drop(keys);
      forgetLayout(keys.flatMap((key) => [commentDraftKey(key), decisionsKey(key)]));
    },
    [drop, forgetLayout],
  );

  // Their question was answered elsewhere or withdrawn.
  useEffect(() => {
    if (waiting === undefined) return;
    const asked = new Set(waiting.map(({ id }) => id));
    const gone = Object.entries(kept ?? NOTHING).filter(([, { question }]) => !asked.has(question));
    if (gone.length > 0) forget(gone.map(([key]) => key));
  }, [waiting, kept, forget]);

  const held = useMemo(() => new Map(Object.entries(kept ?? NOTHING)), [kept]);
  return { held, put, drop, forget };
}
