import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MessageFrom, WaitingMessage } from '#contract';
import { Deferred } from '#core/async/deferred';
import { failure } from '../../../support/pane.tsx';
import { openSessions, session } from '../session-workbench.tsx';

const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message or command' });
const type = (text: string) => fireEvent.change(composer(), { target: { value: text } });
const enter = () => fireEvent.keyDown(composer(), { key: 'Enter' });
const running = session({ state: 'running' });
const other = session({ id: 's2', title: 'Build' });
const inputs = (calls: readonly [string, unknown][], ...names: readonly string[]) =>
  calls.filter(([name]) => names.includes(name));
const message = (id: string, text: string, more: Partial<WaitingMessage> = {}): WaitingMessage => ({
  id,
  at: 0,
  text,
  isCut: false,
  images: [],
  ...more,
});
const list = () => screen.findByRole('region', { name: 'Messages that wait' });
const picture = { hash: 'a'.repeat(64), type: 'image/png', bytes: 10, name: 'plan.png' } as const;

describe('a message written while the model is at work', () => {
  test('goes to the host, which has it wait', async () => {
    const { calls } = await openSessions({ sessions: [running] });
    type('and then');
    enter();
    await waitFor(() => expect(composer().value).toBe(''));
    expect(inputs(calls, 'send', 'enqueue')).toEqual([['enqueue', { session: 's1', text: 'and then' }]]);
  });

  test('goes there, too, while nothing runs but others wait', async () => {
    const { calls } = await openSessions({ sessions: [session({ state: 'done', waiting: 1 })] });
    type('after those');
    enter();
    await waitFor(() => expect(composer().value).toBe(''));
    expect(inputs(calls, 'send', 'enqueue')).toEqual([['enqueue', { session: 's1', text: 'after those' }]]);
  });

  test('waits when another window began a turn before this one heard of it', async () => {
    const { calls } = await openSessions({ fails: { send: failure('CONFLICT', 'A turn runs here already') } });
    type('me too');
    enter();
    await waitFor(() => expect(composer().value).toBe(''));
    expect(inputs(calls, 'send', 'enqueue').map(([name]) => name)).toEqual(['send', 'enqueue']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('waits although the message before it is still on its way; that one is not sent twice', async () => {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const { calls, show } = await openSessions({ sessions: [session()], until: { send: promise } });
    type('first');
    enter();
    act(() => show([running]));
    await screen.findByRole('button', { name: 'Stop' });
    enter();
    expect(inputs(calls, 'enqueue')).toEqual([]);
    type('second');
    enter();
    await waitFor(() => expect(inputs(calls, 'enqueue')).toEqual([['enqueue', { session: 's1', text: 'second' }]]));
    await waitFor(() => expect(composer().value).toBe(''));
    await act(async () => resolve());
    expect(inputs(calls, 'send')).toMatchObject([['send', { text: 'first' }]]);
  });

  test('stays where it is when the host does not take it', async () => {
    const { calls } = await openSessions({
      sessions: [running],
      fails: { enqueue: failure('LIMIT_EXCEEDED', '100 messages wait in this session already', 'Wait for one.') },
    });
    type('keep me');
    enter();
    expect((await screen.findByRole('alert')).textContent).toContain('100 messages wait');
    expect(inputs(calls, 'enqueue')).toHaveLength(1);
    expect(composer().value).toBe('keep me');
  });
});

describe('messages that wait', () => {
  test.each<[string, MessageFrom | undefined, string]>([
    ['a window', undefined, 'You to large'],
    ['a program', { kind: 'socket', name: 'curl' }, 'curl over the socket to large'],
    ['a messenger', { kind: 'channel', channel: 'telegram', person: '42', name: 'Anna' }, 'Anna, Telegram to large'],
    ['a schedule', { kind: 'schedule', task: 'daily-report', run: 'r1' }, 'Schedule daily-report to large'],
  ])('from %s are shown with their sender', async (_, from, words) => {
    const { conversation } = await openSessions({ sessions: [running] });
    const waiting = message('m1', 'Look at it', { profile: 'large', ...(from && { from }) });
    act(() => conversation.push({ kind: 'waiting', messages: [waiting] }));
    const shown = within(await list());
    expect(shown.getByText('Will be sent when this turn has ended')).toBeTruthy();
    expect(shown.getByText(words)).toBeTruthy();
    expect(shown.getByText('Look at it')).toBeTruthy();
    act(() => conversation.push({ kind: 'waiting', messages: [] }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Messages that wait' })).toBeNull());
  });

  test('stand with their images, and those of another session do not', async () => {
    const { conversation } = await openSessions({ sessions: [running, other] });
    act(() => conversation.push({ kind: 'waiting', messages: [message('m1', '', { images: [picture] })] }));
    expect(within(await list()).getByRole('list', { name: 'Images of the message' })).toBeTruthy();
    act(() => conversation.push({ kind: 'snapshot', items: [] }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Messages that wait' })).toBeNull());
  });

  test('come back whole, below what is typed, with their images', async () => {
    const { calls, conversation } = await openSessions({
      sessions: [running],
      withdrawn: { m2: { text: 'the whole text', images: [picture] } },
    });
    type('typed');
    act(() =>
      conversation.push({ kind: 'waiting', messages: [message('m1', 'one'), message('m2', 'the', { isCut: true })] }),
    );
    const back = within(await list()).getByRole('button', { name: 'Take back', description: /the …/ });
    back.focus();
    fireEvent.click(back);
    await waitFor(() => expect(composer().value).toBe('typed\nthe whole text'));
    expect(inputs(calls, 'withdraw')).toEqual([['withdraw', { session: 's1', message: 'm2' }]]);
    expect(screen.getByRole('region', { name: 'Attached images' })).toBeTruthy();
    expect(document.activeElement).toBe(composer());
  });

  test('say so when they are being answered already', async () => {
    const { conversation } = await openSessions({
      sessions: [running],
      fails: { withdraw: failure('CONFLICT', 'This message does not wait any more', 'Look at the conversation.') },
    });
    act(() => conversation.push({ kind: 'waiting', messages: [message('m1', 'one')] }));
    fireEvent.click(within(await list()).getByRole('button', { name: 'Take back' }));
    expect((await screen.findByText(/^Not taken back: This message does not wait any more/)).textContent).toBeTruthy();
    expect(composer().value).toBe('');
  });

  test('come back once when Esc is pressed twice', async () => {
    const answer = new Deferred<void>();
    const { calls, conversation } = await openSessions({
      sessions: [running],
      withdrawn: { m1: { text: 'and the tests' } },
      until: { withdraw: answer.promise },
    });
    act(() => conversation.push({ kind: 'waiting', messages: [message('m1', 'and the tests')] }));
    await list();
    for (const _ of [1, 2]) fireEvent.keyDown(composer(), { key: 'Escape' });
    expect(inputs(calls, 'withdraw')).toHaveLength(1);
    expect(inputs(calls, 'stop')).toEqual([]);
    await act(async () => answer.resolve());
    expect(composer().value).toBe('and the tests');
    await waitFor(() => expect(inputs(calls, 'stop').length).toBeGreaterThan(0));
  });

  test('of the person come back before a stop, in their order; those of others wait on', async () => {
    const { calls, conversation } = await openSessions({
      sessions: [running],
      withdrawn: { m1: { text: 'one' }, m3: { text: 'three' } },
    });
    const theirs = message('m2', 'two', { from: { kind: 'schedule', task: 'nightly', run: 'r1' } });
    act(() => conversation.push({ kind: 'waiting', messages: [message('m1', 'one'), theirs, message('m3', 'three')] }));
    await list();
    fireEvent.keyDown(composer(), { key: 'Escape' });
    await waitFor(() => expect(composer().value).toBe('one\nthree'));
    expect(inputs(calls, 'withdraw', 'stop')).toEqual([
      ['withdraw', { session: 's1', message: 'm1' }],
      ['withdraw', { session: 's1', message: 'm3' }],
      ['stop', { session: 's1' }],
    ]);
  });
});

test.each<[MessageFrom, string]>([
  [{ kind: 'channel', channel: 'telegram', person: '42', name: 'Anna' }, 'Anna, Telegram'],
  [{ kind: 'channel', channel: 'feishu', person: 'ou_1' }, 'ou_1, Feishu'],
  [{ kind: 'schedule', task: 'daily-report', run: 'r1' }, 'Schedule daily-report'],
  [{ kind: 'socket' }, 'Program over the socket'],
])('a message in the conversation says that it is from %j', async (from, words) => {
  await openSessions({ items: [{ kind: 'user', id: 'u1', at: 0, text: 'Hello', from }] });
  const shown = within(await screen.findByRole('article', { name: words }));
  expect(shown.getByText(words)).toBeTruthy();
});

describe('the composer', () => {
  test('keeps a text that is too long for one message, and says what to do', async () => {
    const { calls } = await openSessions();
    const long = 'x'.repeat(1_000_001);
    type(long);
    enter();
    expect((await screen.findByRole('alert')).textContent).toContain('1,000,001 characters');
    expect(calls).toEqual([]);
    expect(composer().value).toHaveLength(1_000_001);
    type('short');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('takes a text file that is dropped on it, in a fence that its text does not close', async () => {
    await openSessions();
    type('Look:');
    const files = [new File(['a ```` b'], 'notes.md')];
    fireEvent.drop(composer(), { dataTransfer: { files, types: ['Files'] } });
    await waitFor(() => expect(composer().value).toBe('Look:\nnotes.md:\n`````\na ```` b\n`````\n'));
  });

  test('says of a file that is no text what to do with it', async () => {
    await openSessions();
    const files = [new File([new Uint8Array([0xff, 0xd8, 0, 1])], 'photo.jpg')];
    fireEvent.drop(composer(), { dataTransfer: { files, types: ['Files'] } });
    expect((await screen.findByRole('alert')).textContent).toMatch(/“photo.jpg” is no text.*workspace/);
    expect(composer().value).toBe('');
  });
});
