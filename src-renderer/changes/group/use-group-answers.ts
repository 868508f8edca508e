import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Question } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { useLive } from '../../state/use-live.ts';
import { announce } from '../../ui/announce.ts';
import { plural } from '../../ui/format.ts';
import { answerKey, completeGroups, decidedCount, type GroupAnswers, type HeldAnswers } from './group-answers.ts';
import { useHeldAnswers } from './use-held-answers.ts';

const none: readonly Question[] = [];

interface SendState {
  /** The groups whose answers are on their way. */
  readonly groups: ReadonlySet<string>;
  /** Reasons why groups could not be applied, by id. */
  readonly problems: ReadonlyMap<string, string>;
}

/**
 * Keeps what is decided about the files of one reply until all of them are decided, then sends it as one answer
 * (docs/decisions/004-tools-and-turns.md).
 */
export function useGroupAnswers(): GroupAnswers {
  const api = useApi();
  const live = useLive((remote, signal) => remote.approvals.waiting(undefined, { signal }), []);
  const waiting = live.status === 'ready' ? live.value : none;
  const { held, put, drop, forget } = useHeldAnswers(live.status === 'ready' ? live.value : undefined);
  const [{ groups, problems }, setSending] = useState<SendState>({ groups: new Set(), problems: new Map() });

  const send = useCallback(
    (group: string, questions: readonly Question[], answers: HeldAnswers) => {
      const sent = questions.map((one) => answers.get(answerKey(one))).filter((one) => one !== undefined);
      setSending((was) => ({ groups: new Set([...was.groups, group]), problems: withoutKey(was.problems, group) }));
      api.approvals
        .decideAll({ answers: sent.map(({ question, decision }) => ({ question, decision })) })
        .then(
          () => {
            forget(questions.map(answerKey));
            const written = sent.filter(({ decision }) => decision.verdict === 'allow').length;
            announce(`Applied ${written} of ${plural(sent.length, 'change')} of one reply`);
          },
          (error: unknown) =>
            setSending((was) => ({
              ...was,
              problems: new Map(was.problems).set(group, failureText('Nothing was written', error)),
            })),
        )
        .finally(() => {
          // Where it failed, each file is decided again, as it is now.
          drop(questions.map(answerKey));
          setSending((was) => ({ ...was, groups: new Set([...was.groups].filter((one) => one !== group)) }));
        });
    },
    [api, drop, forget],
  );

  useEffect(() => {
    for (const [group, questions] of completeGroups(waiting, held)) {
      if (!groups.has(group)) send(group, questions, held);
    }
  }, [waiting, held, groups, send]);

  return useMemo(
    () => ({
      progressOf: (proposal) => {
        const group = waiting.find((one) => answerKey(one) === proposal)?.group;
        if (group === undefined || group.count < 2) return undefined;
        const { id, count } = group;
        const decided = decidedCount(id, count, waiting, held);
        return { id, count, decided, problem: problems.get(id), isSending: groups.has(id) };
      },
      heldFor: (proposal) => held.get(proposal),
      hold: (question, { decision, text }) => put(answerKey(question), { question: question.id, decision, text }),
      release: (proposal) => drop([proposal]),
      waiting,
    }),
    [waiting, held, groups, problems, put, drop],
  );
}

function withoutKey<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([one]) => one !== key));
}
