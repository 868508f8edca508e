import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { script } from './script.ts';

const { TYPES } = await script<{ TYPES: { readonly args: readonly string[] } }>('types-check');

test('the compiler has no more checkers than there are processors, and never none', () => {
  const [flag, count] = TYPES.args.slice(-2);
  expect(flag).toBe('--checkers');
  expect(Number(count)).toBeGreaterThan(0);
  expect(Number(count)).toBeLessThanOrEqual(availableParallelism());
});
