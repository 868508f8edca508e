import type { Answerer, Decision, Question } from '#contract';
import { AppError } from '#core/app-error';

export interface ChannelAnswerPorts {
  /** Questions that wait. */
  readonly waiting: () => readonly Question[];
  /** People of a channel who may answer, by the service's own ids. */
  readonly answerers: (session: string) => Promise<readonly string[]>;
  readonly answer: (question: string, decision: Decision, by: Answerer) => Promise<void>;
}

/**
 * Answers a question in the name of a person of a channel, of whom the record then says so.
 *
 * @throws AppError NOT_FOUND once it was answered · DENIED for whom the session does not name · as `approvals.decide`
 */
export async function answerFromChannel(
  { waiting, answerers, answer }: ChannelAnswerPorts,
  question: string,
  decision: Decision,
  by: Answerer,
): Promise<void> {
  const asked = waiting().find(({ id }) => id === question);
  if (!asked) throw new AppError('NOT_FOUND', 'This question has been answered or withdrawn', { where: question });
  if (!(await answerers(asked.session)).includes(by.person)) {
    throw new AppError('DENIED', `${by.name ?? by.person} may not answer questions of this session`, {
      where: by.channel,
      advice: 'Name them as an approver of the session',
    });
  }
  await answer(question, decision, by);
}
