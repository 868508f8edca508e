import { expect, test } from 'vitest';
import { AppError, isAppError } from '#core/app-error';

test('an expected failure is told from others by its code', () => {
  const gone = new AppError('NOT_FOUND', 'It is gone');
  expect(isAppError(gone, 'NOT_FOUND')).toBe(true);
  expect(isAppError(gone, 'DENIED', 'NOT_FOUND')).toBe(true);
  expect(isAppError(gone, 'DENIED')).toBe(false);
});

test('an error of Node is none, whatever its code', () => {
  expect(isAppError(Object.assign(new Error('gone'), { code: 'NOT_FOUND' }), 'NOT_FOUND')).toBe(false);
});
