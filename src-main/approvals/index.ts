/** Approvals: the rules and what they decide, the questions that wait for a person, and their answers. */
import type { Answerer, Decision, Question } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { os } from '#core/servers/procedures';
import { type ApprovalAnswer, checkSchema } from '#tools';
import { QuestionQueue } from './question-queue.ts';
import { WorkspaceOffer } from './workspace-offer.ts';

export { createRules, type RulesFeature } from './create-rules.ts';
export { foreseeReplaced, type RunGit } from './foresee/foresee.ts';
export type { ReplacedFilesFinder } from './look-at.ts';
export { createPolicy, type PolicyOptions } from './policy.ts';
export { type GitEnvironment, neutralGit, type ReadOnlyLine } from './read-only/neutral-git.ts';
export type { Risk, RiskRequest } from './risk/model.ts';
export { isSensitiveVariable } from './risk/sensitive-variables.ts';
export type { RulesOptions } from './rules-options.ts';

export interface ApprovalsOptions {
  readonly log: Logger;
  /** Looks at an answer before it counts: throws AppError CONFLICT when what was asked about is no longer what it was. */
  readonly check?: (question: Question, decision: Decision) => void;
}

export function createApprovals({ log, check }: ApprovalsOptions) {
  const offer = new WorkspaceOffer();
  const queue = new QuestionQueue((error) => log.error('approvals.listener.failed', { error: messageOf(error) }));

  /** Looks at every answer before the first one counts. */
  const answerAll = async (
    answers: readonly { readonly question: string; readonly decision: Decision }[],
    by?: Answerer,
  ) => {
    if (new Set(answers.map(({ question }) => question)).size < answers.length) {
      throw new AppError('INVALID_INPUT', 'A question is answered twice');
    }
    for (const { question, decision } of answers) await failOnUnfitForm(queue.get(question), decision);
    for (const { question, decision } of answers) {
      const asked = queue.get(question);
      failOnMismatch(asked, decision);
      check?.(asked, decision);
    }
    for (const { question, decision } of answers) {
      const asked = queue.get(question);
      const { id, tool } = asked;
      queue.answer(question, by ? { ...decision, decider: { by: 'person', person: by } } : decision);
      offer.answered(asked, decision);
      log.info('approval.decided', { question: id, tool, verdict: decision.verdict });
    }
  };

  const router = os.approvals.router({
    waiting: os.approvals.waiting.handler(({ signal }) => queue.questions.stream(signal)),
    decide: os.approvals.decide.handler(({ input }) => answerAll([input])),
    decideAll: os.approvals.decideAll.handler(({ input }) => answerAll(input.answers)),
  });

  return {
    router,
    /** Waiting questions, oldest first. */
    waiting: queue.questions,
    /** Every question at the moment it begins to wait. */
    onAsked: queue.onAsked,
    /** Rejects with the signal's reason when withdrawn by it, with an AppError CANCELLED if the app ends. */
    ask: (question: Question, signal: AbortSignal): Promise<ApprovalAnswer> => queue.ask(offer.with(question), signal),
    /**
     * Answers as the router's `decide` does, in the name of a person of a channel; the caller has checked that they
     * may.
     */
    answerAs: (question: string, decision: Decision, by: Answerer) => answerAll([{ question, decision }], by),
    [Symbol.asyncDispose]: async () => queue[Symbol.dispose](),
  };
}

/** An answer to another kind of question would be dropped in silence further on. */
function failOnMismatch({ subject, kept }: Question, decision: Decision): void {
  if (decision.verdict !== 'allow') return;
  const { command, change, form, useKept } = decision;
  if (command !== undefined && subject.kind !== 'command') {
    throw new AppError('INVALID_INPUT', 'Only a question about a command can be answered with a command');
  }
  if (useKept === true && kept === undefined) {
    throw new AppError('INVALID_INPUT', 'There is no kept output that could be used in place of this');
  }
  if (command?.trim() === '') {
    throw new AppError('INVALID_INPUT', 'The edited command is empty', { advice: 'Refuse it instead' });
  }
  if (change && subject.kind !== 'change') {
    throw new AppError('INVALID_INPUT', 'Only a question about a file change can be answered with hunks');
  }
  if (form && subject.kind !== 'form') {
    throw new AppError('INVALID_INPUT', 'Only a question with a form can be answered with values');
  }
}

/** The server would only refuse them, without the person knowing why. */
async function failOnUnfitForm({ subject }: Question, decision: Decision): Promise<void> {
  if (decision.verdict !== 'allow' || subject.kind !== 'form') return;
  const answer = await checkSchema(subject.schema, decision.form ?? {});
  if (answer.fits !== false) return;
  throw new AppError('INVALID_INPUT', 'The form is not filled in as it asks', { advice: answer.problems });
}
