import type { Decision, Question } from '#contract';

/** Number of the question of one kind from which on a session is offered the mode that would not ask it. */
const FROM_QUESTION = 3;

/** Counts by session how often a person let a command run in the box that no rule covers: at the third, the mode Workspace is offered. */
export class WorkspaceOffer {
  readonly #allowed = new Map<string, number>();

  /** The question, with the offer where it is time for it. */
  with(question: Question): Question {
    if (!isLike(question) || (this.#allowed.get(question.session) ?? 0) < FROM_QUESTION - 1) return question;
    return { ...question, offersWorkspace: true };
  }

  answered(question: Question, decision: Decision): void {
    if (!isLike(question) || decision.verdict !== 'allow' || decision.outside === true) return;
    this.#allowed.set(question.session, (this.#allowed.get(question.session) ?? 0) + 1);
  }
}

/** Whether the mode Workspace would not have asked it. */
function isLike({ subject, judgement }: Question): boolean {
  return subject.kind === 'command' && judgement?.sandbox === 'workspace' && judgement.tier === 'default';
}
