import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openShell, rail } from './shell-box.tsx';

test('a text that is too large for the host to keep is named, and the page asks before it is closed', async () => {
  const { host, user } = openShell({ view: 'activity' });
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await rail();
  host.isFull = true;
  await user.click((await rail()).getByRole('button', { name: 'Sessions' }));
  await screen.findByText('Unsent and unsaved texts are too large to be kept.');
  expect(leave()).toBe(true);
  host.isFull = false;
  await user.click((await rail()).getByRole('button', { name: 'Activity' }));
  await waitFor(() => expect(screen.queryByText('Unsent and unsaved texts are too large to be kept.')).toBeNull());
  expect(leave()).toBe(false);
});
