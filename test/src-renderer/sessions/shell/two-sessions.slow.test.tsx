import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { openSessions, place, session } from '../session-workbench.tsx';

const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message or command' });
const type = (text: string) => {
  fireEvent.change(composer(), { target: { value: text } });
  composer().setSelectionRange(text.length, text.length);
};
const press = (key: string, more: object = {}) => fireEvent.keyDown(composer(), { key, ...more });

const here = session({ messages: 0 });
const other = session({ id: 's2', title: 'Build', messages: 0 });

test('a line that was not run comes back where it was typed, not into the session that is looked at by then', async () => {
  let answer = () => {};
  const until = { run: new Promise<void>((resolve) => (answer = resolve)) };
  await openSessions({ sessions: [here, other], console: place(), until });
  type('rm -r out');
  press('Enter');
  fireEvent.click(screen.getByRole('button', { name: /^Build/ }));
  type('ls');
  await act(async () => answer());
  expect(composer().value).toBe('ls');
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${here.title}`) }));
  expect(composer().value).toBe('rm -r out');
  expect(screen.getByRole('alert').textContent).toContain('There is no end of the quote.');
});

test('a line behind one that runs comes back, and waits, in its own session alone, whichever is looked at then', async () => {
  const turn = new Deferred<void>();
  const running = { line: 'make', block: 'b1', terminal: 't1' };
  await openSessions({ sessions: [here, other], console: place({ running }), until: { run: turn.promise } });
  type('rm -r build');
  press('Enter');
  await screen.findByRole('list', { name: 'Lines that wait' });
  fireEvent.click(screen.getByRole('button', { name: /^Build/ }));
  type('ls');
  expect(screen.queryByRole('list', { name: 'Lines that wait' })).toBeNull();
  await act(async () => turn.resolve());
  expect(composer().value).toBe('ls');
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${here.title}`) }));
  expect(composer().value).toBe('rm -r build');
  expect(screen.getByRole('alert').textContent).toContain('Not run');
});

test('a line does not wait in another session than its own', async () => {
  const until = { run: new Promise<void>(() => {}) };
  await openSessions({ sessions: [here, other], console: place(), until });
  for (const line of ['cd x', 'pwd']) {
    type(line);
    press('Enter');
  }
  const list = () => screen.queryByRole('list', { name: 'Lines that wait' });
  await waitFor(() => expect(list()?.textContent).toBe('pwd'));
  fireEvent.click(screen.getByRole('button', { name: /^Build/ }));
  expect(list()).toBeNull();
});

test('completions list nothing that would replace what is written in another session', async () => {
  const items = ['aa', 'ab'].map((text) => ({ text, kind: 'file' as const }));
  const layout = { 'shared.draft.s2': 'make all' };
  await openSessions({ sessions: [here, other], console: place(), completion: { from: 0, items }, layout });
  type('a');
  press('Tab');
  await screen.findByRole('listbox', { name: 'Completions' });
  fireEvent.click(screen.getByRole('button', { name: /^Build/ }));
  press('ArrowDown');
  press('Enter');
  expect(screen.queryByRole('listbox', { name: 'Completions' })).toBeNull();
  expect(composer().value).toBe('');
});

test('a line that reads as the one that runs waits visibly behind it', async () => {
  const until: Record<string, Promise<void>> = {};
  const block = { kind: 'block', block: 'b1', terminal: 't1' } as const;
  const it = await openSessions({ sessions: [here], console: place(), lines: { make: block }, until });
  type('make');
  press('Enter');
  await waitFor(() => expect(composer().value).toBe(''));
  act(() => it.console?.push(place({ running: { line: 'make', block: 'b1', terminal: 't1' } })));
  until.run = new Promise<void>(() => {});
  type('make');
  press('Enter');
  expect((await screen.findByRole('list', { name: 'Lines that wait' })).textContent).toBe('make');
});

test('a line waits visibly behind one that reads the same and was not started here', async () => {
  const running = { line: 'make', block: 'b1', terminal: 't1' };
  const until = { run: new Promise<void>(() => {}) };
  const it = await openSessions({ sessions: [here], console: place({ running }), until });
  type('make');
  press('Enter');
  expect((await screen.findByRole('list', { name: 'Lines that wait' })).textContent).toBe('make');
  act(() => it.console?.push(place({ running: { ...running, block: 'b2' } })));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Lines that wait' })).toBeNull());
});
