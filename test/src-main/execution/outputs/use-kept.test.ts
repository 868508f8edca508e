import { expect, test } from 'vitest';
import { agoOf } from '../../../../src-main/execution/outputs/use-kept.ts';

test.each([
  [0, '0 seconds ago'],
  [1, 'a second ago'],
  [59, '59 seconds ago'],
  [60, 'a minute ago'],
  [7200, '2 hours ago'],
])('%d seconds are %s', (seconds, words) => {
  expect(agoOf({ at: 0 }, seconds * 1000)).toBe(words);
});
