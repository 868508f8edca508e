import { expect, test } from 'vitest';
import { relativeTime } from '../../../src-renderer/ui/relative-time.ts';

const now = new Date(2026, 10, 28, 10).getTime();
const [second, hour, day] = [1000, 3_600_000, 86_400_000];

test.each([
  [0, 'now'],
  [0.4 * second, 'now'],
  [3 * second, '3 seconds ago'],
  [59.7 * second, '1 minute ago'],
  [-2 * hour, 'in 2 hours'],
  [23.7 * hour, '1 day ago'],
  // 23:00 of the day before yesterday.
  [35 * hour, '1 day ago'],
  [40 * day, '1 month ago'],
  [364 * day, '1 year ago'],
  [800 * day, '2 years ago'],
])('%d ms before now is %s', (before, words) => {
  expect(relativeTime(now - before, now)).toBe(words);
});
