import { expect, test } from 'vitest';
import { checkAnswer } from '#app/check-answer';
import type { Decision, Question } from '#contract';

const question: Pick<Question, 'subject'> = {
  subject: {
    kind: 'change',
    proposal: 'p1',
    path: '/w/a',
    shownPath: 'a',
    isNew: false,
    addedLines: 1,
    removedLines: 0,
  },
};
const allow = (revision: number): Decision => ({ verdict: 'allow', change: { revision, accepted: [1] } });

test('an answer about the revision that waits counts', () => {
  expect(() => checkAnswer(question, allow(2), () => 2)).not.toThrow();
});

test('an answer about an earlier revision is a conflict', () => {
  expect(() => checkAnswer(question, allow(1), () => 2)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
});

test('a refusal needs no revision', () => {
  expect(() => checkAnswer(question, { verdict: 'refuse' }, () => 2)).not.toThrow();
});
