import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSessions, session } from '../session-workbench.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(2026, 10, 27, 23, 50) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('sessions that were of today are of yesterday after midnight', async () => {
  const at = (day: number) => new Date(2026, 10, day, 9).getTime();
  await openSessions({
    sessions: [session({ updatedAt: at(27) }), session({ id: 's2', title: 'Build', updatedAt: at(26) })],
  });
  const list = within(await screen.findByRole('list', { name: 'Sessions' }));
  expect(within(list.getByRole('list', { name: 'Yesterday' })).getByText('Build')).toBeTruthy();
  vi.setSystemTime(new Date(2026, 10, 28, 0, 10));
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(list.queryByRole('list', { name: 'Today' })).toBeNull();
  expect(within(list.getByRole('list', { name: 'Last 7 days' })).getByText('Build')).toBeTruthy();
});
