import { useCallback, useMemo, useRef, useState } from 'react';
import type { Question } from '#contract';

/** Notice about a question whose card is gone. */
export interface GoneNotice {
  readonly question: Question;
  readonly text: string;
}

/** Reports of cards on their answers, which may be taken or refused after the card has gone. */
export interface AnswerReports {
  /** An answer is on its way: nothing is said when its question goes. */
  readonly onSent: (question: Question) => void;
  /** An answer was not taken, as `text` says; `isGone`: since the question waits no longer. */
  readonly onRefused: (question: Question, text: string, isGone: boolean) => void;
  /** Says in the pane what a card cannot say any more. */
  readonly tell: (question: Question, text: string) => void;
}

export interface AnswersHere {
  readonly reports: AnswerReports;
  readonly notices: readonly GoneNotice[];
  readonly dismiss: (question: string) => void;
  /** Whether a question that has gone was answered here; it is asked once. */
  readonly takeSent: (question: string) => boolean;
}

/** Follows the answers that are given here, and keeps what became of those whose cards are gone. */
export function useAnswersHere(waiting: readonly Question[]): AnswersHere {
  const sent = useRef(new Set<string>());
  const shown = useRef(waiting);
  shown.current = waiting;
  const [notices, setNotices] = useState<readonly GoneNotice[]>([]);
  const reports = useMemo((): AnswerReports => {
    const tell = (question: Question, text: string) =>
      setNotices((all) => [...all.filter((one) => one.question.id !== question.id), { question, text }]);
    return {
      tell,
      onSent: ({ id }) => void sent.current.add(id),
      onRefused: (question, text, isGone) => {
        if (isGone) return tell(question, text);
        sent.current.delete(question.id);
        if (!shown.current.some(({ id }) => id === question.id)) tell(question, text);
      },
    };
  }, []);
  return {
    reports,
    notices,
    dismiss: useCallback((id: string) => setNotices((all) => all.filter(({ question }) => question.id !== id)), []),
    takeSent: useCallback((id: string) => sent.current.delete(id), []),
  };
}
