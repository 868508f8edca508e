import { describe, expect, test } from 'vitest';
import { backoffMs, retryAfterMs } from '../../../../src-main/llm/failures/retry-delay.ts';

const NOW = Date.parse('2026-02-03T04:05:06Z');

describe('Retry-After', () => {
  test.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '0.25' }, 250],
    [{ 'retry-after': 'Tue, 03 Feb 2026 04:05:16 GMT' }, 10_000],
    [{ 'retry-after': 'Tue, 03 Feb 2026 04:05:00 GMT' }, 0],
    // By the server's own clock, where it tells that.
    [{ 'retry-after': 'Tue, 03 Feb 2026 06:05:10 GMT', date: 'Tue, 03 Feb 2026 06:05:06 GMT' }, 4000],
    [{ 'retry-after': 'Tue, 03 Feb 2026 04:05:16 GMT', date: 'today' }, 10_000],
    [{ 'retry-after-ms': '120', 'retry-after': '3' }, 120],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-3' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('%j means %s ms', (headers, ms) => {
    expect(retryAfterMs(new Headers(headers as Record<string, string>), NOW)).toBe(ms);
  });
});

test('the delay doubles up to a limit, and half of it is random', () => {
  const backoff = { retries: 5, firstMs: 500, maxMs: 3000 };
  expect([1, 2, 3, 4, 5].map((retry) => backoffMs(backoff, retry, () => 1))).toEqual([500, 1000, 2000, 3000, 3000]);
  expect([1, 2, 3, 4, 5].map((retry) => backoffMs(backoff, retry, () => 0))).toEqual([250, 500, 1000, 1500, 1500]);
});
