import { expect, test } from 'vitest';
import { formatListTime } from '../../../src-renderer/ui/list-time.ts';

const NOW = new Date(2026, 10, 28, 12).getTime();

test('a day of another year is not listed as one of this year', () => {
  expect(formatListTime(new Date(2025, 10, 28, 14, 2).getTime(), NOW)).toContain('2025');
  expect(formatListTime(new Date(2026, 10, 12, 14, 2).getTime(), NOW)).not.toContain('2026');
  expect(formatListTime(new Date(2026, 10, 28, 9, 5).getTime(), NOW)).toBe('09:05');
});
