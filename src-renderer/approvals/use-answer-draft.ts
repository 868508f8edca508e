import { useCallback, useEffect } from 'react';
import type { Question } from '#contract';
import { useForgetLayout, useLayout } from '../state/layout.tsx';

/** Texts that a person has written on a card and not sent yet. */
export interface AnswerDraft {
  readonly note?: string | undefined;
  /** The command in place of the model's. */
  readonly command?: string | undefined;
}

/** Key of the layout under which drafts are kept, by the id of their question. */
const KEY = 'approvals.written';

type AnswerDrafts = Readonly<Record<string, AnswerDraft>>;

const NONE: AnswerDrafts = {};
const EMPTY: AnswerDraft = {};

/** Keeps what is written on one card. It outlives a reload, until the question is gone. */
export function useAnswerDraft(question: string): readonly [AnswerDraft, (next: AnswerDraft) => void] {
  const [all, setAll, allNow] = useLayout<AnswerDrafts>(KEY, NONE);
  const change = useCallback(
    (next: AnswerDraft) => {
      const now = allNow();
      setAll({ ...now, [question]: { ...now[question], ...next } });
    },
    [question, setAll, allNow],
  );
  return [all[question] ?? EMPTY, change];
}

/** Forgets what was written on cards whose questions are gone; `waiting` is absent while they are not known. */
export function useGoneDrafts(waiting: readonly Question[] | undefined): void {
  const [all, setAll] = useLayout<AnswerDrafts>(KEY, NONE);
  const forget = useForgetLayout();
  useEffect(() => {
    if (waiting === undefined) return;
    const asked = new Set(waiting.map(({ id }) => id));
    const left = Object.entries(all).filter(([id]) => asked.has(id));
    if (left.length === Object.keys(all).length) return;
    if (left.length === 0) forget([KEY]);
    else setAll(Object.fromEntries(left));
  }, [waiting, all, setAll, forget]);
}
