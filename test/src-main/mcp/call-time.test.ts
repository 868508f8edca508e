import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallTime } from '../../../src-main/mcp/call-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('it is over when its time is', () => {
  let isOver = false;
  using _ = new CallTime(1000, () => {
    isOver = true;
  });
  vi.advanceTimersByTime(999);
  expect(isOver).toBe(false);
  vi.advanceTimersByTime(2);
  expect(isOver).toBe(true);
});

test('progress starts it again, but not beyond ten minutes', () => {
  let overAfter = 0;
  let now = 0;
  using time = new CallTime(1000, () => {
    overAfter ||= now;
  });
  for (now = 0; now < 700_000 && overAfter === 0; now += 500) {
    vi.advanceTimersByTime(500);
    time.progressed();
  }
  expect(overAfter).toBeGreaterThan(590_000);
  expect(overAfter).toBeLessThanOrEqual(601_000);
});

test('it stands still while the person is asked, however long', () => {
  let isOver = false;
  using time = new CallTime(1000, () => {
    isOver = true;
  });
  vi.advanceTimersByTime(600);
  time.pause();
  time.pause();
  vi.advanceTimersByTime(3_600_000);
  time.progressed();
  expect(isOver).toBe(false);
  time.resume();
  vi.advanceTimersByTime(399);
  expect(isOver).toBe(false);
  vi.advanceTimersByTime(2);
  expect(isOver).toBe(true);
});

test('a call that has ended is not told any more', async () => {
  vi.useRealTimers();
  let isOver = false;
  const time = new CallTime(20, () => {
    isOver = true;
  });
  time[Symbol.dispose]();
  await delay(50);
  expect(isOver).toBe(false);
});
