import { expect, test } from 'vitest';
import { errorText } from '../../../src-renderer/state/error-text.ts';
import { failure } from '../../support/pane.tsx';

test.each([
  ['It was changed', 'Undo it all the same', 'It was changed. Undo it all the same'],
  ['It was changed.', 'Undo it all the same', 'It was changed. Undo it all the same'],
  ['It was changed', undefined, 'It was changed'],
  ['Stop it first', 'Stop it', 'Stop it first'],
])('what happened and what to do are sentences: %s, %s', (message, advice, expected) => {
  expect(errorText(failure('CONFLICT', message, advice))).toBe(expected);
});
