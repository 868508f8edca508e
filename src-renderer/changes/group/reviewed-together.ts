import type { Change, Question, Subject } from '#contract';
import { reviewedInChanges } from '../../state/reviewed-in-changes.ts';
import { answerKey } from './group-answers.ts';

type DeleteSubject = Extract<Subject, { kind: 'delete' }>;

/** A question whether something may be deleted. */
export interface DeletionQuestion extends Question {
  readonly subject: DeleteSubject;
}

/** The question about a deletion that waits; `undefined` for what is no deletion. */
export function deletionOf(waiting: readonly Question[], { id }: Pick<Change, 'id'>): DeletionQuestion | undefined {
  return waiting.filter(isDeletion).find((one) => one.id === id);
}

function isDeletion(question: Question): question is DeletionQuestion {
  return question.subject.kind === 'delete';
}

/** The proposals, and the deletions that are reviewed with them: the changes of a reply stand together, in the model's order. */
export function withDeletions(proposals: readonly Change[], waiting: readonly Question[]): readonly Change[] {
  const questions = new Map(waiting.map((one) => [answerKey(one), one]));
  const deletions = waiting.filter(isDeletion).filter((one) => reviewedInChanges(one) !== undefined);
  if (deletions.length === 0) return proposals;
  const groupOf = ({ id }: Change) => questions.get(id)?.group;
  const all = [
    ...proposals,
    ...deletions.map((one) =>
      deletedChange(
        one,
        proposals.find((other) => groupOf(other)?.id === one.group?.id),
      ),
    ),
  ];
  const firstOf = new Map<string, number>();
  for (const [at, change] of all.entries()) {
    const key = groupOf(change)?.id ?? change.id;
    if (!firstOf.has(key)) firstOf.set(key, at);
  }
  const placeOf = (change: Change) => firstOf.get(groupOf(change)?.id ?? change.id) ?? 0;
  return all.sort((a, b) => placeOf(a) - placeOf(b) || (groupOf(a)?.index ?? 0) - (groupOf(b)?.index ?? 0));
}

/** A deletion that waits, as a row of the list. `sibling` is another change of its reply. */
function deletedChange(question: DeletionQuestion, sibling: Change | undefined): Change {
  const { id, session, sessionTitle, at, callId, workspace } = question;
  const { path, shownPath } = question.subject;
  return {
    id,
    session,
    sessionTitle,
    at,
    callId,
    workspace,
    path,
    shownPath,
    ...(sibling?.turn !== undefined && { turn: sibling.turn }),
    state: 'proposed',
    change: 'deleted',
    origin: 'tool',
    canUndo: false,
    canRedo: false,
  };
}
