import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inboxOf, runOf, showSchedules, taskOf } from './show-schedules.tsx';

const EVENING = new Date(2026, 10, 27, 23, 50);
const MORNING = new Date(2026, 10, 28, 0, 10);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: EVENING });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The page stays open over midnight. */
async function nightPasses() {
  vi.setSystemTime(MORNING);
  await act(async () => vi.advanceTimersByTime(60_000));
}

test('a next run that was tomorrow is today after midnight', async () => {
  showSchedules({ tasks: [taskOf({ state: 'on', next: [new Date(2026, 10, 28, 9).getTime()] })] });
  const next = within(await screen.findByRole('list', { name: 'Next runs' }));
  expect(next.getByText('Tomorrow 09:00')).toBeTruthy();
  await nightPasses();
  expect(next.getByText('Today 09:00')).toBeTruthy();
});

test('runs that were of today are of yesterday after midnight', async () => {
  const run = runOf({ isRead: true, startedAt: new Date(2026, 10, 27, 9).getTime() });
  showSchedules({ inbox: inboxOf([run]), layout: { 'schedules.tab': 'inbox' } });
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy();
  await nightPasses();
  expect(screen.queryByRole('heading', { name: 'Today' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Yesterday' })).toBeTruthy();
});
