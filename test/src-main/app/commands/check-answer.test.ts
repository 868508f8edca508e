import { expect, test } from 'vitest';
import { checkAnswer } from '#app/commands/check-answer';
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
const shown = (revision: number, problem?: string) => () => ({ revision, problemWith: () => problem });
const allow = (revision: number): Decision => ({ verdict: 'allow', change: { revision, accepted: [1] } });

test('an answer about the revision that waits counts', () => {
  expect(() => checkAnswer(question, allow(2), shown(2))).not.toThrow();
});

test('an answer about an earlier revision is a conflict', () => {
  expect(() => checkAnswer(question, allow(1), shown(2))).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
});

test('a refusal needs no revision', () => {
  expect(() => checkAnswer(question, { verdict: 'refuse' }, shown(2))).not.toThrow();
});

test('an answer about lines the change does not have is refused', () => {
  const lines: Decision = {
    verdict: 'allow',
    change: { revision: 2, accepted: [], partly: [{ hunk: 1, lines: [9] }] },
  };
  const refusal = { code: 'INVALID_INPUT', message: expect.stringContaining('is no removal') };
  expect(() => checkAnswer(question, lines, shown(2, 'Line 9 of hunk 1 is no removal or addition'))).toThrow(
    expect.objectContaining(refusal),
  );
});

test('a change that no longer waits is left to the question, which is gone, too', () => {
  expect(() => checkAnswer(question, allow(1), () => undefined)).not.toThrow();
});
