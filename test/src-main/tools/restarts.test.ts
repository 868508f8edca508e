import { expect, test, vi } from 'vitest';
import { Restarts } from '#tools';

test('three restarts a minute are counted by a clock that nobody sets back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const restarts = new Restarts();
    expect([restarts.next(), restarts.next(), restarts.next(), restarts.next()]).toEqual([200, 1000, 3000, undefined]);
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(60_000);
    expect(restarts.next()).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});
