import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ConversationItem, ConversationUpdate, SessionSummary } from '#contract';
import { Deferred } from '#core/async/deferred';
import { SessionsView } from '../../../src-renderer/sessions/index.ts';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { apiOf, Feed, failure, renderPane } from '../../support/pane.tsx';
import { profilesState, session } from './session-workbench.tsx';

interface Setup {
  readonly sessions?: readonly SessionSummary[];
  readonly items?: readonly ConversationItem[];
  readonly isDemo?: boolean;
}

async function setUp({ sessions = [session()], items = [], isDemo = true }: Setup = {}) {
  const list = new Feed<readonly SessionSummary[]>(sessions);
  const conversation = new Feed<ConversationUpdate>({ kind: 'snapshot', items: [...items] });
  const calls: [string, unknown][] = [];
  const host = { failSending: undefined as Error | undefined, mayCreate: Promise.resolve() };
  const record = (name: string) => async (input: unknown) => void calls.push([name, input]);
  const api = apiOf({
    profiles: { changed: new Feed(profilesState(isDemo)).open, localServers: async () => [] },
    sessions: {
      changed: list.open,
      conversation: conversation.open,
      create: async () => {
        calls.push(['create', undefined]);
        await host.mayCreate;
        list.push([session({ id: 's9', title: 'New session', messages: 0 }), ...sessions]);
        return session({ id: 's9' });
      },
      send: async (input: unknown) => {
        calls.push(['send', input]);
        if (host.failSending) throw host.failSending;
        return { turn: 't1' };
      },
      rename: record('rename'),
      remove: record('remove'),
      restore: record('restore'),
      stop: record('stop'),
      retry: record('retry'),
    },
    activity: { content: async () => ({ text: 'line one\nline two\n', bytes: 18 }) },
  });
  renderPane(
    api,
    <LayoutProvider store={new LayoutStore({})}>
      <SessionsView isVisible />
    </LayoutProvider>,
  );
  await screen.findByRole('textbox', { name: 'Message or command' });
  await screen.findByRole('option', { name: isDemo ? 'Demo (scripted)' : 'No model' });
  if (sessions.length > 0) await screen.findByRole('button', { name: /^Greeting/ });
  return { list, conversation, calls, host };
}

const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message or command' });
const type = (text: string) => fireEvent.change(composer(), { target: { value: text } });

const newRow = () =>
  within(screen.getByRole('list', { name: 'Sessions' })).findByRole('button', { name: /^New session/ });

describe('the composer', () => {
  test('sends with Enter and is empty then', async () => {
    const { calls } = await setUp();
    type('hello');
    fireEvent.keyDown(composer(), { key: 'Enter' });
    expect(calls).toEqual([['send', { session: 's1', text: 'hello' }]]);
    await waitFor(() => expect(composer().value).toBe(''));
  });

  test('does not send with Shift+Enter, while composing, or without text', async () => {
    const { calls } = await setUp();
    fireEvent.keyDown(composer(), { key: 'Enter' });
    type('   ');
    fireEvent.keyDown(composer(), { key: 'Enter' });
    type('hello');
    fireEvent.keyDown(composer(), { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(composer(), { key: 'Enter', isComposing: true });
    expect(calls).toEqual([]);
  });

  test('keeps the text when it could not be sent, and says why and what to do', async () => {
    const { host } = await setUp();
    host.failSending = failure('UNAVAILABLE', 'No model answers at 127.0.0.1:1.', 'Start it.');
    type('a long message');
    fireEvent.keyDown(composer(), { key: 'Enter' });
    const problem = await screen.findByRole('alert');
    expect(problem.textContent).toContain('No model answers at 127.0.0.1:1. Start it.');
    expect(composer().value).toBe('a long message');
  });

  test('says that a model is needed when there is none, and keeps the text', async () => {
    const { calls } = await setUp({ isDemo: false });
    type('too early');
    fireEvent.keyDown(composer(), { key: 'Enter' });
    expect((await screen.findByRole('alert')).textContent).toContain('Connect a model first');
    expect(composer().value).toBe('too early');
    expect(calls).toEqual([]);
  });

  test('makes a session for the first message', async () => {
    const { calls } = await setUp({ sessions: [] });
    fireEvent.change(screen.getByRole('combobox', { name: 'Mode' }), { target: { value: 'chat:' } });
    type('hello');
    fireEvent.keyDown(composer(), { key: 'Enter' });
    await waitFor(() =>
      expect(calls).toEqual([
        ['create', undefined],
        ['send', { session: 's9', text: 'hello' }],
      ]),
    );
    await waitFor(() => expect(composer().value).toBe(''));
  });

  test('what is written while a new session is being made is sent in it, and makes no second one', async () => {
    const { calls, host } = await setUp();
    const { promise, resolve } = new Deferred<void>();
    host.mayCreate = promise;
    fireEvent.click(screen.getByRole('button', { name: 'New session' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Mode' }), { target: { value: 'chat:' } });
    type('hello');
    fireEvent.keyDown(composer(), { key: 'Enter' });
    resolve();
    await waitFor(() =>
      expect(calls).toEqual([
        ['create', undefined],
        ['send', { session: 's9', text: 'hello' }],
      ]),
    );
    await waitFor(() => expect(composer().value).toBe(''));
  });

  test('what is written while a new session is being made is its own, and not of the next one', async () => {
    const { host } = await setUp();
    const { promise, resolve } = new Deferred<void>();
    host.mayCreate = promise;
    fireEvent.click(screen.getByRole('button', { name: 'New session' }));
    type('for the first');
    resolve();
    await newRow();
    await waitFor(() => expect(composer().value).toBe('for the first'));
    host.mayCreate = new Promise(() => {});
    fireEvent.click(screen.getByRole('button', { name: 'New session' }));
    await waitFor(() => expect(composer().value).toBe(''));
  });

  test('another session that is chosen meanwhile stays, and the new one comes beside it', async () => {
    const { host } = await setUp();
    const { promise, resolve } = new Deferred<void>();
    host.mayCreate = promise;
    fireEvent.click(screen.getByRole('button', { name: 'New session' }));
    const greeting = screen.getByRole('button', { name: /^Greeting/ });
    fireEvent.click(greeting);
    resolve();
    await newRow();
    expect(greeting.getAttribute('aria-current')).toBe('true');
  });

  test('brings back what was sent with ArrowUp when it is empty, and not while something is typed', async () => {
    await setUp();
    for (const text of ['one', 'two']) {
      type(text);
      fireEvent.keyDown(composer(), { key: 'Enter' });
      await waitFor(() => expect(composer().value).toBe(''));
    }
    fireEvent.keyDown(composer(), { key: 'ArrowUp' });
    expect(composer().value).toBe('two');
    fireEvent.keyDown(composer(), { key: 'ArrowUp' });
    expect(composer().value).toBe('one');
    fireEvent.keyDown(composer(), { key: 'ArrowDown' });
    fireEvent.keyDown(composer(), { key: 'ArrowDown' });
    expect(composer().value).toBe('');
    type('typed');
    fireEvent.keyDown(composer(), { key: 'ArrowUp' });
    expect(composer().value).toBe('typed');
  });

  test('stops a running turn with Esc, and with the button', async () => {
    const { calls } = await setUp({ sessions: [session({ state: 'running' })] });
    fireEvent.keyDown(composer(), { key: 'Escape' });
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(calls).toEqual([
      ['stop', { session: 's1' }],
      ['stop', { session: 's1' }],
    ]);
  });

  test('Esc does nothing while nothing runs', async () => {
    const { calls } = await setUp();
    fireEvent.keyDown(composer(), { key: 'Escape' });
    expect(calls).toEqual([]);
  });

  test('offers the demo its prompt, and sends it', async () => {
    const { calls } = await setUp({ sessions: [session({ messages: 0 })] });
    fireEvent.click(screen.getByRole('button', { name: 'Make the greeting friendlier' }));
    expect(calls).toEqual([['send', { session: 's1', text: 'Make the greeting friendlier' }]]);
  });

  test('without a model, keeps what is typed and offers to connect one', async () => {
    const { calls } = await setUp({ isDemo: false });
    type('for later');
    fireEvent.keyDown(composer(), { key: 'Enter' });
    expect(calls).toEqual([]);
    expect(composer().value).toBe('for later');
    expect(screen.getByRole('button', { name: 'Try the demo' })).toBeTruthy();
  });
});

const ran = (overrides: Partial<Extract<ConversationItem, { kind: 'tool' }>> = {}): ConversationItem => ({
  kind: 'tool',
  id: 't1',
  at: 0,
  callId: 'c1',
  tool: 'execute_command',
  state: 'failed',
  sent: '{"command_line":"make"}',
  repairs: [{ rule: 'alias', text: '`cmd` was read as `command_line`' }],
  decision: 'Allowed by you',
  result: 'exit code 2',
  changes: [{ event: 'e1', path: 'out.txt', change: 'created' }],
  command: {
    command: 'make',
    cwd: '/home/me',
    output: `${Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')}\n\u001b[31mboom\u001b[0m\n`,
    outputBytes: 291,
    exitCode: 2,
    stopReason: 'exit',
    durationMs: 1200,
    peak: { cpuPercent: 99.6, memoryBytes: 12_000_000 },
    spool: 'a'.repeat(64),
  },
  ...overrides,
});
const reply = (overrides: Partial<Extract<ConversationItem, { kind: 'assistant' }>> = {}): ConversationItem => ({
  kind: 'assistant',
  id: 'a1',
  at: 0,
  text: 'Hello **you**',
  model: 'demo',
  state: 'complete',
  canRetry: false,
  ...overrides,
});

describe('the conversation', () => {
  test('shows a command with its end, its exit code and what it took', async () => {
    await setUp({ items: [ran()] });
    const card = within(await screen.findByRole('article', { name: 'Run command' }));
    // Ended, it is one line; a key opens it.
    const line = card.getByRole('button', { name: /^Run command/ });
    expect(line.textContent).toBe('Run commandmakeExit code 2 · 1 file changed · repaired · 1.2 sfailed');
    expect(card.queryByText(/was read as/)).toBeNull();
    fireEvent.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('true');
    expect(card.getByText('Exit code 2')).toBeTruthy();
    expect(card.getByText('1.2 s')).toBeTruthy();
    expect(card.getByText('100 %')).toBeTruthy();
    expect(card.getByText('11 MiB')).toBeTruthy();
    expect(card.getByText(/was read as/)).toBeTruthy();
    const output = card.getByRole('group', { name: 'Output' });
    expect(output.textContent).toContain('boom');
    expect(output.textContent).not.toContain('line 3\n');
    fireEvent.click(card.getByRole('button', { name: /Show all/ }));
    expect(card.getByRole('group', { name: 'Output' }).textContent).toContain('line 3\n');
  });

  test('loads the whole output when only its ends were sent', async () => {
    const item = ran();
    if (item.kind !== 'tool' || !item.command) throw new Error('a command is needed');
    await setUp({ items: [{ ...item, command: { ...item.command, outputBytes: 90_000 } }] });
    fireEvent.click(await screen.findByRole('button', { name: 'Show all (90 kB, more than 25 earlier lines)' }));
    await waitFor(() => expect(screen.getByRole('group', { name: 'Output' }).textContent).toBe('line one\nline two\n'));
  });

  test('says who waits, with a way there', async () => {
    await setUp({
      sessions: [session({ state: 'needs-you' })],
      items: [ran({ state: 'waiting', question: 'q1', command: undefined as never })],
    });
    expect(await screen.findByText('Waiting for your answer')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go to review' })).toBeTruthy();
  });

  test('offers Retry after a reply that broke off, keeps what came, and asks again', async () => {
    const { calls } = await setUp({
      items: [reply({ text: 'I got as far as', state: 'interrupted', note: 'ECONNRESET', canRetry: true })],
    });
    expect(await screen.findByText('I got as far as')).toBeTruthy();
    expect(screen.getByText('ECONNRESET')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(calls).toEqual([['retry', { session: 's1' }]]);
  });

  test('grows with the text that streams in, and is not read out meanwhile', async () => {
    const { conversation } = await setUp({ items: [reply({ text: 'Hel', state: 'streaming' })] });
    await screen.findByText('Hel');
    act(() => conversation.push({ kind: 'text', id: 'a1', text: 'lo' }));
    expect(await screen.findByText('Hello')).toBeTruthy();
    expect(screen.getByRole('log', { name: 'Conversation' }).getAttribute('aria-live')).toBe('off');
  });

  test('never makes HTML of what a program or a model wrote', async () => {
    const nasty = '<img src=x onerror=alert(1)>';
    const item = ran();
    if (item.kind !== 'tool' || !item.command) throw new Error('a command is needed');
    await setUp({
      items: [
        { ...item, command: { ...item.command, output: nasty } },
        reply({ text: nasty }),
        { kind: 'user', id: 'u1', at: 0, text: nasty },
      ],
    });
    await screen.findByRole('article', { name: 'Run command' });
    expect(document.querySelector('[role="log"] img')).toBeNull();
  });
});

describe('the list', () => {
  const two = [session(), session({ id: 's2', title: 'Build', state: 'needs-you' })];
  const list = () => within(screen.getByRole('list', { name: 'Sessions' }));

  test('says each state in words', async () => {
    await setUp({ sessions: two });
    expect(list().getByText('needs you')).toBeTruthy();
    expect(list().getByText('ready')).toBeTruthy();
  });

  test('renames with F2 in place, and Esc leaves the title', async () => {
    const { calls } = await setUp({ sessions: two });
    fireEvent.keyDown(list().getByRole('button', { name: /^Build/ }), { key: 'F2' });
    fireEvent.change(list().getByRole('textbox'), { target: { value: 'The build' } });
    fireEvent.keyDown(list().getByRole('textbox'), { key: 'Escape' });
    expect(calls).toEqual([]);
    fireEvent.keyDown(list().getByRole('button', { name: /^Build/ }), { key: 'F2' });
    fireEvent.change(list().getByRole('textbox'), { target: { value: 'The build' } });
    fireEvent.keyDown(list().getByRole('textbox'), { key: 'Enter' });
    await waitFor(() => expect(calls).toEqual([['rename', { session: 's2', title: 'The build' }]]));
  });

  test('deletes with a way back', async () => {
    const { calls } = await setUp({ sessions: two });
    fireEvent.keyDown(list().getByRole('button', { name: /^Build/ }), { key: 'Delete' });
    fireEvent.click(await screen.findByRole('button', { name: 'Restore the deleted session' }));
    await waitFor(() => expect(calls.map(([name]) => name)).toEqual(['remove', 'restore']));
    expect(screen.queryByText('Deleted “Build”')).toBeNull();
  });

  test('moves with the arrow keys, has one tab stop and is searched by title', async () => {
    await setUp({ sessions: two });
    const first = list().getByRole('button', { name: /^Greeting/ });
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toContain('Build');
    const rows = list().getAllByRole('button', { name: /^(Greeting|Build)/ });
    expect(rows.map((row) => row.tabIndex)).toEqual([0, -1]);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search sessions' }), { target: { value: 'buil' } });
    expect(list().queryByRole('button', { name: /^Greeting/ })).toBeNull();
  });
});

describe('records of what the app and other programs did', () => {
  const rules = session({ id: 'rules-0123abcd', title: 'Rules', kind: 'record', updatedAt: 9 });
  const fold = () => screen.getByRole('button', { name: 'Records 1' });

  test('stand below the conversations, folded, and none is shown before somebody chooses it', async () => {
    await setUp({ sessions: [rules, session({ kind: 'conversation' })] });
    const conversations = within(screen.getByRole('list', { name: 'Sessions' }));
    expect(conversations.getAllByRole('listitem')).toHaveLength(1);
    expect(conversations.getByRole('button', { name: /^Greeting/ }).getAttribute('aria-current')).toBe('true');
    expect(fold().getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('button', { name: /^Rules/ })).toBeNull();

    fireEvent.click(fold());
    const record = within(screen.getByRole('list', { name: 'Records' })).getByRole('button', { name: /^Rules/ });
    fireEvent.click(record);
    expect(record.getAttribute('aria-current')).toBe('true');
  });

  test('are found by their name while they are folded', async () => {
    await setUp({ sessions: [rules, session()] });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search sessions' }), { target: { value: 'rul' } });
    expect(screen.getByRole('button', { name: /^Rules/ })).toBeTruthy();
    expect(screen.queryByText(/No session is called/)).toBeNull();
  });

  test('are reached from the last conversation with the arrow keys when they are open', async () => {
    await setUp({ sessions: [rules, session()] });
    fireEvent.click(fold());
    const greeting = screen.getByRole('button', { name: /^Greeting/ });
    greeting.focus();
    fireEvent.keyDown(greeting, { key: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('data-session')).toBe(rules.id);
  });
});
