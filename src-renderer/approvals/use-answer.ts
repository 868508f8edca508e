import { useCallback, useState } from 'react';
import type { Decision, Question } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { longRemark } from '../permissions/long-remark.ts';
import { errorCode, errorText, failureText } from '../state/error-text.ts';

/** Sends one decision. Answers given before the card is settled are dropped; failures are shown on the card. */
export function useAnswer(question: Question, mayAct: () => boolean, onAnswered: (id: string) => void) {
  const api = useApi();
  const [isAnswering, setAnswering] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { id } = question;

  const decide = useCallback(
    (decision: Decision) => {
      if (isAnswering || !mayAct()) return;
      const problemOfText = longRemark(decision);
      if (problemOfText !== undefined) {
        setProblem(problemOfText);
        return;
      }
      setAnswering(true);
      setProblem(undefined);
      onAnswered(id);
      api.approvals
        .decide({ question: id, decision })
        .catch((error: unknown) => setProblem(answerFailure(error)))
        .finally(() => setAnswering(false));
    },
    [api, id, isAnswering, mayAct, onAnswered],
  );
  return { decide, isAnswering, problem };
}

function answerFailure(error: unknown): string {
  const text = errorText(error);
  if (errorCode(error) === 'NOT_FOUND') return `This was already answered or withdrawn. ${text}`;
  if (errorCode(error) === 'CONFLICT') return `It changed in the meantime. Read it again. ${text}`;
  return failureText('Not answered', error);
}
