import { expect, test } from 'vitest';
import { ConnectionLostError } from '../../../src-renderer/api/connection-lost-error.ts';
import { errorText, failureText } from '../../../src-renderer/state/error-text.ts';
import { failure } from '../../support/pane.tsx';

test.each([
  ['It was changed', 'Undo it all the same', 'It was changed. Undo it all the same'],
  ['It was changed.', 'Undo it all the same', 'It was changed. Undo it all the same'],
  ['It was changed', undefined, 'It was changed'],
  ['Stop it first', 'Stop it', 'Stop it first'],
])('what happened and what to do are sentences: %s, %s', (message, advice, expected) => {
  expect(errorText(failure('CONFLICT', message, advice))).toBe(expected);
});

test('only a failure that was told says what was not done', () => {
  expect(failureText('Not run', failure('CONFLICT', 'Another one runs'))).toBe('Not run: Another one runs');
  const lost = new ConnectionLostError();
  expect(failureText('Not run', lost)).toBe(lost.message);
});
