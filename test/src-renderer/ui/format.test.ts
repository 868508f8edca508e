import { expect, test } from 'vitest';
import { formatBytes, formatCount, formatDuration } from '../../../src-renderer/ui/format.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9_999, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [999_999, '1.0 MB'],
  [17_000_000, '17 MB'],
  [999_999_999_999, '1.0 TB'],
  [2e15, '2000 TB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test.each([
  [340, '340 ms'],
  [999.6, '1.0 s'],
  [2_400, '2.4 s'],
  [9_960, '10 s'],
  [59_400, '59 s'],
  [59_700, '1 min 0 s'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('%d milliseconds are %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words);
});

test.each([
  [950, '950'],
  [12_400, '12.4k'],
  [999_940, '999.9k'],
  [999_960, '1M'],
  [3_100_000, '3.1M'],
])('a count of %d is %s', (count, words) => {
  expect(formatCount(count)).toBe(words);
});
