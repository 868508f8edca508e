import { expect, test } from 'vitest';
import { formatBytes } from '#core/text/format-bytes';

test.each([
  [12, '12 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1500, '1.5 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [10_000_000, '10 MB'],
  [999_999_999, '1.0 GB'],
  [2_000_000_000_000, '2000 GB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
