import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PromptsState } from '#contract';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { Feed } from '../../support/pane.tsx';
import { record, show, state } from './show-prompts.tsx';

const withoutHello: PromptsState = { ...state, prompts: state.prompts.filter(({ id }) => id !== 'demo.hello') };
const version = { by: 'person' as const, bytes: 20, isCurrent: false };

/** A layout in which a prompt was chosen before. */
function chosen(id: string): LayoutStore {
  const store = new LayoutStore();
  store.set('prompts.place', { part: 'prompts', id });
  return store;
}

test('a prompt that another program removes is said to be gone, and no other one stands in its place', async () => {
  const feed = new Feed(state);
  show({ changed: feed.open, versions: async () => [] }, {}, chosen('demo.hello'));
  await screen.findByRole('heading', { name: 'demo.hello' });
  act(() => feed.push(withoutHello));
  await screen.findByRole('heading', { name: 'demo.hello is gone' });
  expect(screen.queryByRole('heading', { name: 'demo.bad' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Bring it back' })).toBeNull();
});

test('what was typed for a prompt that is gone is kept, and saved as the prompt again', async () => {
  const saved: unknown[] = [];
  const store = chosen('demo.hello');
  store.set('prompts.draft.demo.hello', { record: { ...record, prompt: 'Mine' }, base: 'h1' });
  const feed = new Feed(withoutHello);
  const user = show(
    { changed: feed.open, versions: async () => [], save: async (input: unknown) => void saved.push(input) },
    {},
    store,
  );
  await user.click(await screen.findByRole('button', { name: 'Save what was typed' }));
  await waitFor(() => expect(saved).toEqual([{ id: 'demo.hello', record: { ...record, prompt: 'Mine' } }]));
  expect(store.get('prompts.draft.demo.hello')).toBeUndefined();
  act(() => feed.push(state));
  await screen.findByRole('heading', { name: 'demo.hello' });
});

test('what was typed stays where saving it fails', async () => {
  const store = chosen('demo.hello');
  const draft = { record: { ...record, prompt: 'Mine' }, base: 'h1' };
  store.set('prompts.draft.demo.hello', draft);
  const save = async () => Promise.reject(new Error('the folder is read-only'));
  const user = show({ changed: new Feed(withoutHello).open, versions: async () => [], save }, {}, store);
  await user.click(await screen.findByRole('button', { name: 'Save what was typed' }));
  await screen.findByText('the folder is read-only');
  expect(store.get('prompts.draft.demo.hello')).toEqual(draft);
});

test('the newest version of a prompt that is gone is brought back', async () => {
  const done: unknown[] = [];
  const user = show(
    {
      changed: new Feed(withoutHello).open,
      versions: async () => [
        { ...version, hash: 'old', at: 1000 },
        { ...version, hash: 'new', at: 2000 },
      ],
      rollback: async (input: object) => void done.push(input),
    },
    {},
    chosen('demo.hello'),
  );
  await user.click(await screen.findByRole('button', { name: 'Bring it back' }));
  await waitFor(() => expect(done).toEqual([{ id: 'demo.hello', hash: 'new' }]));
});

test('a prompt that was deleted here makes room for the next one', async () => {
  const feed = new Feed(state);
  const user = show({ changed: feed.open, remove: async () => {} }, {}, chosen('demo.hello'));
  await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  await user.click(await screen.findByRole('button', { name: 'Delete prompt' }));
  await screen.findByText('demo.hello was deleted. Its versions and cases are kept.');
  act(() => feed.push(withoutHello));
  await screen.findByRole('heading', { name: 'demo.bad' });
});

test('a store that cannot be read is not said to be empty', async () => {
  const store = { ...state.store, state: 'down' as const, reason: 'nothing answers at localhost:6379' };
  show({ changed: new Feed({ ...state, store, prompts: [] }).open });
  await screen.findByRole('heading', { name: 'The prompts cannot be read' });
  expect(screen.queryByText('There is no prompt yet')).toBeNull();
});

test('a store that is still being connected is neither empty nor without the prompt that was chosen', async () => {
  const store = { ...state.store, state: 'connecting' as const };
  show({ changed: new Feed({ ...state, store, prompts: [] }).open }, {}, chosen('demo.hello'));
  await screen.findByText(/Connecting to the prompt store/);
  expect(screen.queryByText(/is gone|no prompt yet/)).toBeNull();
});
