import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConversationItem } from '#contract';
import { type ConnectionState, ObservableValue } from '../../../../src-renderer/api/connection-state.ts';
import { edit, openSessions, reply } from '../session-workbench.tsx';

const LENGTH = 200;

const long = (...others: readonly ConversationItem[]) => {
  const items = Array.from({ length: LENGTH }, (_, index) =>
    reply({ id: `a${index}`, text: `Reply number ${index}.` }),
  );
  for (const [index, other] of others.entries()) items[index * 10 + 3] = other;
  return items;
};
const log = () => within(screen.getByRole('log', { name: 'Conversation' }));
const run = (it: Awaited<ReturnType<typeof openSessions>>, action: string) =>
  act(() =>
    it
      .actions()
      .find(({ id }) => id === action)
      ?.run(),
  );

test('of a long conversation a part is drawn, and each entry says which of how many it is', async () => {
  await openSessions({ items: long() });
  const last = await screen.findByText('Reply number 199.');
  const box = last.closest('[aria-posinset]');
  expect(box?.getAttribute('aria-posinset')).toBe('200');
  expect(box?.getAttribute('aria-setsize')).toBe('200');
  expect(log().getAllByRole('article').length).toBeLessThan(50);
  expect(screen.queryByText('Reply number 3.')).toBeNull();
});

test('those who do not scroll are led to what is not drawn', async () => {
  await openSessions({ items: long() });
  await screen.findByText('Reply number 199.');
  fireEvent.click(log().getByRole('button', { name: 'Show 170 earlier entries' }));
  expect(await screen.findByText('Reply number 169.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('log', { name: 'Conversation' }));
  expect(log().getByRole('button', { name: /^Show \d+ later entries$/ })).toBeTruthy();
});

test('what waits for an answer is drawn wherever one reads, and what has the focus', async () => {
  const waiting = edit({ id: 'w', state: 'waiting', question: 'q1', changes: [], result: undefined });
  const it = await openSessions({ items: long(waiting) });
  await screen.findByText('Reply number 199.');
  const card = log().getByRole('article', { name: 'Edit file a.txt' });
  const summary = card.querySelector('summary');
  act(() => summary?.focus());
  act(() => it.conversation.push({ kind: 'item', item: { ...waiting, state: 'refused' } as ConversationItem }));
  await waitFor(() => expect(card.dataset.state).toBe('refused'));
  expect(document.activeElement).toBe(summary);
  act(() => summary?.blur());
  await waitFor(() => expect(log().queryByRole('article', { name: 'Edit file a.txt' })).toBeNull());
});

test('find goes over what is not drawn, and draws what it comes to', async () => {
  const it = await openSessions({
    items: long(reply({ id: 'n1', text: 'A **need**le' }), reply({ id: 'n2', text: 'Needle' })),
  });
  await screen.findByText('Reply number 199.');
  run(it, 'sessions.find');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Find' });
  fireEvent.change(field, { target: { value: 'needle' } });
  await screen.findByText('2 of 2');
  expect(await screen.findByText('Needle')).toBeTruthy();
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  await screen.findByText('1 of 2');
  await waitFor(() => expect(log().getByText('need')).toBeTruthy());
});

test('the whole conversation is copied, also what is not drawn', async () => {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  const it = await openSessions({ items: long() });
  await screen.findByText('Reply number 199.');
  run(it, 'sessions.copy');
  await waitFor(() => expect(copied).toHaveLength(1));
  expect(copied[0]?.match(/Reply number \d+\./g)).toHaveLength(LENGTH);

  const all = screen.getByRole('log', { name: 'Conversation' });
  all.focus();
  fireEvent.keyDown(all, { key: 'a', ctrlKey: true });
  const given: string[] = [];
  const event = new Event('copy', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { setData: (type: string, text: string) => given.push(type, text) } });
  document.dispatchEvent(event);
  expect(given).toEqual(['text/plain', copied[0]]);
});

test('a reader stays where they are while the conversation comes again after a lost connection', async () => {
  const connection = new ObservableValue<ConnectionState>({ state: 'connected', epoch: 1 });
  const items = long();
  const it = await openSessions({ items, connection });
  await screen.findByText('Reply number 199.');
  fireEvent.click(log().getByRole('button', { name: 'Show 170 earlier entries' }));
  const read = (await screen.findByText('Reply number 169.')).closest('[data-entry]');
  act(() => it.conversation.push({ kind: 'snapshot', items: items.slice(-20) }));
  act(() => connection.set({ state: 'connected', epoch: 2 }));
  await act(async () => {});
  act(() => it.conversation.push({ kind: 'item', item: reply({ id: 'new', text: 'A new reply.' }) }));
  await waitFor(() => expect(read?.getAttribute('aria-setsize')).toBe('201'));
  expect(read?.isConnected).toBe(true);
  act(() => it.conversation.push({ kind: 'earlier', items: items.slice(0, -20) }));
  await waitFor(() => expect(read?.getAttribute('aria-setsize')).toBe('201'));
  expect(read?.isConnected).toBe(true);
});
