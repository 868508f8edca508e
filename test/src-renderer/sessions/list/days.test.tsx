import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSessions, session } from '../session-workbench.tsx';

const DAY_MS = 86_400_000;
const list = () => within(screen.getByRole('list', { name: 'Sessions' }));
const row = (name: RegExp) => list().queryByRole('button', { name });

const sessions = [
  session({ id: 's1', title: 'Greeting', updatedAt: Date.now() }),
  session({ id: 's2', title: 'Build', updatedAt: Date.now() - DAY_MS }),
  session({ id: 's3', title: 'Old plans', updatedAt: Date.now() - 400 * DAY_MS }),
];

test('sessions stand under the names of their days, and can be chosen by them', async () => {
  await openSessions({ sessions });
  await screen.findByRole('list', { name: 'Sessions' });
  expect(within(list().getByRole('list', { name: 'Today' })).getByRole('button', { name: /^Greeting/ })).toBeTruthy();
  expect(within(list().getByRole('list', { name: 'Yesterday' })).getByRole('button', { name: /^Build/ })).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'When' }), { target: { value: 'yesterday' } });
  expect([row(/^Greeting/), row(/^Old/)]).toEqual([null, null]);
  expect(row(/^Build/)).toBeTruthy();
});

test('one that is gone to while the search holds another is seen all the same', async () => {
  const { store } = await openSessions({ sessions });
  const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search sessions' });
  fireEvent.change(search, { target: { value: 'Greet' } });
  expect(row(/^Build/)).toBeNull();
  act(() => store.set('sessions.current', 's2'));
  await waitFor(() => expect(row(/^Build/)).toBeTruthy());
  expect(search.value).toBe('');
});
