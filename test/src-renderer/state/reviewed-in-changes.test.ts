import { expect, test } from 'vitest';
import type { Question } from '#contract';
import { reviewedInChanges } from '../../../src-renderer/state/reviewed-in-changes.ts';
import { commandQuestion } from '../../support/pane.tsx';

type Subject = Question['subject'];
const path = { path: '/w/a', shownPath: 'a' };
const deletion: Subject = { kind: 'delete', ...path, recursive: false, files: 1, bytes: 2, sample: [] };
const change: Subject = { kind: 'change', proposal: 'p1', ...path, isNew: false, addedLines: 1, removedLines: 1 };
const about = (subject: Subject, count?: number) =>
  reviewedInChanges({
    ...commandQuestion({ subject }),
    id: 'q1',
    group: count === undefined ? undefined : { id: 'g', index: 0, count },
  });

test('changes are reviewed in Changes, and deletions where they are reviewed with others', () => {
  expect([about(change), about(change, 2)]).toEqual(['p1', 'p1']);
  expect([about(deletion), about(deletion, 1), about(deletion, 2)]).toEqual([undefined, undefined, 'q1']);
  expect(reviewedInChanges(commandQuestion())).toBeUndefined();
});
