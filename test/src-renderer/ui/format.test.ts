import { expect, test } from 'vitest';
import { formatBytes } from '../../../src-renderer/ui/format.ts';

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
