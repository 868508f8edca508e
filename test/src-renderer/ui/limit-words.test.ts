import { describe, expect, test } from 'vitest';
import { limitAmount, limitsLine, shareOf } from '../../../src-renderer/ui/limit-words.ts';

test.each([
  ['timeout', 900, '900 ms'],
  ['timeout', 59_999, '59 s'],
  ['timeout', 120_000, '2 min'],
  ['timeout', 125_000, '2 min 5 s'],
  ['timeout', 3_600_000, '1 h'],
  ['timeout', 86_400_000, '24 h'],
  ['timeout', 5_400_000, '1 h 30 min'],
  ['cpu', 249.6, '250 %'],
  ['memory', 4096 * 2 ** 20, '4 GiB'],
  ['memory', 1.5 * 2 ** 30, '1.5 GiB'],
  ['memory', 999.9 * 2 ** 20, '1000 MiB'],
  ['memory', 400 * 1024, '400 KiB'],
  ['disk', -3 * 2 ** 20, '−3 MiB'],
  ['disk', 250 * 2 ** 30, '250 GiB'],
  ['output', 50_000_000, '50 MB'],
  ['processes', 1000, '1,000'],
] as const)('%s of %d is %s', (limit, value, words) => {
  expect(limitAmount(limit, value)).toBe(words);
});

test('all limits stand in one line, those that are not there too', () => {
  expect(limitsLine({ timeoutMs: 120_000, maxOutputBytes: 50_000_000, memoryBytes: 2 ** 32, processes: 1000 })).toBe(
    'Time 2 min · CPU not limited · Memory 4 GiB · Output 50 MB · 1,000 processes · Disk not limited',
  );
});

describe('the share of a limit', () => {
  const limits = { timeoutMs: 1000, maxOutputBytes: 100, diskBytes: 100 };
  const usage = { elapsedMs: 799, outputBytes: 80, diskBytes: -50 };

  test('is near from four fifths on', () => {
    expect(shareOf('timeout', usage, limits)).toEqual({ used: '0 s', limit: '1 s', share: 0.799, isNear: false });
    expect(shareOf('output', usage, limits)).toMatchObject({ share: 0.8, isNear: true });
  });

  test('is none of a workspace that shrank', () => {
    expect(shareOf('disk', usage, limits)).toMatchObject({ share: 0, isNear: false });
  });

  test('is not known without a limit, or without a value', () => {
    expect(shareOf('memory', usage, limits)).toEqual({
      used: 'not measured',
      limit: undefined,
      share: undefined,
      isNear: false,
    });
  });
});
