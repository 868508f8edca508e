import { expect, test } from 'vitest';
import type { Question } from '#contract';
import { questionText } from '../../../../src-main/tty/questions/question-text.ts';
import { DELETIONS, deletion } from '../../../support/deletions.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: escapes begin with one.
const COLOUR = /\x1b\[[0-9;]*m/g;

test.each(DELETIONS)('a deletion of %s is asked about as what it is', (_, found, words) => {
  const question: Question = {
    id: 'q',
    session: 's',
    sessionTitle: 'A session',
    workspace: '/w',
    subject: deletion(found),
    why: 'Deletions ask',
    warnings: [],
    repairs: [],
    isOutside: false,
  } as unknown as Question;
  const [first] = questionText(question).replace(COLOUR, '').split('\n');
  expect(first).toBe(words);
});
