import { useCallback, useState } from 'react';
import type { Decision, Question } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { longRemark } from '../permissions/long-remark.ts';
import { errorCode, errorText, failureText } from '../state/error-text.ts';
import type { AnswerReports } from './use-answers-here.ts';

export interface AnswerSender {
  /** Sends a decision of this moment; before the card is settled, or while another is on its way, it is dropped. */
  readonly decide: (decision: Decision) => void;
  /** Sends a decision that was made before, such as until a rule was saved; `done` is said before a failure. */
  readonly send: (decision: Decision, done?: string) => void;
  /** Whether an answer is on its way, or was taken: the card goes a moment later. */
  readonly isAnswering: boolean;
  readonly problem: string | undefined;
}

/** Sends the decisions of one card. Failures are shown on the card, or in the pane where it is gone. */
export function useAnswer(question: Question, mayAct: () => boolean, reports: AnswerReports): AnswerSender {
  const api = useApi();
  const [isAnswering, setAnswering] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  const send = useCallback(
    (decision: Decision, done?: string) => {
      const withDone = (text: string) => (done === undefined ? text : `${done} ${text}`);
      const problemOfText = longRemark(decision);
      if (problemOfText !== undefined) {
        setProblem(withDone(problemOfText));
        return;
      }
      setAnswering(true);
      setProblem(undefined);
      reports.onSent(question);
      api.approvals.decide({ question: question.id, decision }).catch((error: unknown) => {
        const text = withDone(answerFailure(error));
        setProblem(text);
        setAnswering(false);
        reports.onRefused(question, text, errorCode(error) === 'NOT_FOUND');
      });
    },
    [api, question, reports],
  );
  const decide = useCallback(
    (decision: Decision) => {
      if (!isAnswering && mayAct()) send(decision);
    },
    [isAnswering, mayAct, send],
  );
  return { decide, send, isAnswering, problem };
}

function answerFailure(error: unknown): string {
  const text = errorText(error);
  if (errorCode(error) === 'NOT_FOUND') return `This was already answered or withdrawn. ${text}`;
  if (errorCode(error) === 'CONFLICT') return `It changed in the meantime. Read it again. ${text}`;
  return failureText('Not answered', error);
}
