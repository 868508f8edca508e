import type { Subject } from '../rules/approvals.ts';

type DeleteSubject = Extract<Subject, { kind: 'delete' }>;

/** Whether a folder would be deleted: a model may ask for all in what is none, or is not there. */
export const isFolderDeletion = ({ sample }: Pick<DeleteSubject, 'sample'>): boolean =>
  sample[0]?.endsWith('/') === true;

/** Names what would be deleted: the path, and whether that takes along what is in it. */
export function deletionTarget(subject: Pick<DeleteSubject, 'shownPath' | 'sample' | 'files'>): string {
  return `${subject.shownPath}${isFolderDeletion(subject) && subject.files > 1 ? ' and all in it' : ''}`;
}
