import type { Question } from '#contract';

/**
 * The id under which Changes shows what a question is about: a proposed change, or a deletion that is reviewed with other
 * changes of its reply. `undefined` for what is answered by its card alone.
 */
export function reviewedInChanges({
  id,
  subject,
  group,
}: Pick<Question, 'id' | 'subject' | 'group'>): string | undefined {
  if (subject.kind === 'change') return subject.proposal;
  return subject.kind === 'delete' && group !== undefined && group.count > 1 ? id : undefined;
}
