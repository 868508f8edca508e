import { useCallback, useEffect } from 'react';
import type { Question } from '#contract';
import type { FormContent } from '../forms/kept-content.ts';
import { useLayout, useLayoutPieces } from '../state/layout.tsx';

/** Texts that a person has written on a card and not sent yet. */
export interface AnswerDraft {
  readonly note?: string | undefined;
  /** The command in place of the model's. */
  readonly command?: string | undefined;
  /** Values that a server asks for. */
  readonly form?: FormContent | undefined;
}

/** Start of the keys of the layout under which drafts are kept: one each, for windows do not know each other's. */
const KEYS = 'approvals.written.';

const draftKey = (question: string) => `${KEYS}${question}`;

const EMPTY: AnswerDraft = {};

/** Keeps what is written on one card. It outlives a reload, until the question is gone. */
export function useAnswerDraft(question: string): readonly [AnswerDraft, (next: AnswerDraft) => void] {
  const [draft, setDraft, draftNow] = useLayout<AnswerDraft>(draftKey(question), EMPTY);
  const change = useCallback((next: AnswerDraft) => setDraft({ ...draftNow(), ...next }), [setDraft, draftNow]);
  return [draft, change];
}

/** Forgets what was written on cards whose questions are gone; `waiting` is absent while they are not known. */
export function useGoneDrafts(waiting: readonly Question[] | undefined): void {
  const layout = useLayoutPieces();
  useEffect(() => {
    if (waiting === undefined) return;
    const asked = new Set(waiting.map(({ id }) => draftKey(id)));
    for (const key of layout.keys(KEYS)) if (!asked.has(key)) layout.set(key, undefined);
  }, [waiting, layout]);
}
