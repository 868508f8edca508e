import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { LineResult } from '#contract';
import { type ConsoleItem, liveBlocks, MAX_LIVE } from '../../../../src-renderer/sessions/items/console-item.ts';
import { asItems, openSessions, place, reply, session } from '../session-workbench.tsx';

const line = (more: Partial<ConsoleItem> = {}): ConsoleItem => ({
  kind: 'console',
  id: 'b1',
  at: 0,
  line: 'make',
  cwd: '/home/me/src',
  how: 'direct',
  state: 'done',
  text: 'one\ntwo\nthree\n',
  exitCode: 0,
  durationMs: 1200,
  ...more,
});
const running = (more: Partial<ConsoleItem> = {}) =>
  line({ state: 'running', text: '', exitCode: undefined, durationMs: undefined, terminal: 't1', ...more });

const shell = { sessions: [session({ messages: 0 })], console: place() };
const card = async (name = 'Command make') => within(await screen.findByRole('article', { name }));

describe('an ended command', () => {
  test('is text that can be selected, with its end, time and folder', async () => {
    await openSessions({ ...shell, items: [line({ exitCode: 2 })] });
    const block = await card();
    expect(block.getByRole('group', { name: 'Output' }).textContent).toBe('one\ntwo\nthree\n');
    expect(block.getByText('Exit code 2')).toBeTruthy();
    expect(block.getByText('1.2 s')).toBeTruthy();
    expect(block.getByTitle('/home/me/src').textContent).toBe('src $ ');
  });

  test('says the most it used at one moment, where that is known', async () => {
    await openSessions({ ...shell, items: [line({ peak: { cpuPercent: 99.6, memoryBytes: 12_000_000 } })] });
    expect((await card()).getByText('peak 100 % CPU, 11 MiB')).toBeTruthy();
  });

  test('is pushed to the chat by its own button', async () => {
    const { calls } = await openSessions({ ...shell, items: [line()] });
    fireEvent.click((await card()).getByRole('button', { name: 'Push to chat' }));
    expect(calls).toEqual([['pushBlock', { session: 's1', block: 'b1' }]]);
  });

  test('is run again, unless something runs', async () => {
    const done: LineResult = { kind: 'builtin', isOk: true, text: '', isUsage: false, isMarkdown: false };
    const { calls, console } = await openSessions({ ...shell, items: [line()], lines: { make: done } });
    const again = (await card()).getByRole<HTMLButtonElement>('button', { name: 'Run again' });
    fireEvent.click(again);
    expect(calls).toEqual([['run', 'make']]);
    act(() => console?.push(place({ running: { line: 'make', block: 'b2', terminal: 't2' } })));
    await waitFor(() => expect(again.disabled).toBe(true));
  });

  test('is filtered by real filters on the output that is kept', async () => {
    const made = {
      text: 'two\n',
      bytes: 4,
      isCut: false,
      exitCode: 0,
      durationMs: 4,
      savedMs: 2400,
      isSandboxed: true,
    };
    const { calls } = await openSessions({ ...shell, items: [line()], filtered: { 'grep two': made } });
    const block = await card();
    fireEvent.click(block.getByRole('button', { name: 'Filter output' }));
    const field = block.getByRole('textbox', { name: 'Filter' });
    fireEvent.change(field, { target: { value: 'grep two' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    const result = await block.findByRole('region', { name: 'Filtered output' });
    expect(result.textContent).toContain('saved 2.4 s by not running again');
    expect(calls).toEqual([['filter', { session: 's1', event: line().id, filter: 'grep two' }]]);
  });

  test.each<[Partial<ConsoleItem>, string]>([
    [{ state: 'interrupted', exitCode: undefined }, 'interrupted: its end is not known'],
    [{ exitCode: undefined, signal: 'SIGKILL' }, 'Ended by SIGKILL'],
    [{ state: 'cancelled', exitCode: 130 }, 'stopped by you'],
  ])('that did not simply end says so: %o', async (more, words) => {
    await openSessions({ ...shell, items: [line(more)] });
    expect((await card()).getByText(words)).toBeTruthy();
  });

  test('makes no HTML of what was printed', async () => {
    await openSessions({ ...shell, items: [line({ text: '<img src=x>\n', line: 'echo "<b>"' })] });
    await card('Command echo "<b>"');
    expect(document.querySelector('[role="log"] img, [role="log"] b')).toBeNull();
  });
});

describe('a built-in', () => {
  test('has what it said, and nothing to push', async () => {
    await openSessions({ ...shell, items: [line({ line: 'pwd', how: 'builtin', text: '/home/me/src' })] });
    const block = await card('Command pwd');
    expect(block.getByText('/home/me/src')).toBeTruthy();
    expect(block.queryByRole('button', { name: 'Push to chat' })).toBeNull();
  });

  test('help is Markdown, and what else looks like it is not', async () => {
    const text = '# Built-ins\n\n- `cd`\n';
    await openSessions({
      ...shell,
      items: [
        line({ id: 'h', line: 'help', how: 'builtin', text }),
        line({ id: 'e', line: 'export', how: 'builtin', text }),
      ],
    });
    expect((await card('Command help')).getByRole('heading', { name: 'Built-ins' })).toBeTruthy();
    expect((await card('Command export')).queryByRole('heading')).toBeNull();
  });
});

describe('a running command', () => {
  test('has its terminal after a moment, attached and with its size, and becomes text when it ends', async () => {
    const { conversation, attached } = await openSessions({ ...shell, items: [running()] });
    const block = await card();
    expect(await block.findByRole('region', { name: 'Terminal of make' }, { timeout: 10_000 })).toBeTruthy();
    await waitFor(() => expect(attached).toEqual(['t1']));
    act(() => conversation.push({ kind: 'snapshot', items: asItems([line()]) }));
    await waitFor(() => expect(block.queryByRole('region', { name: 'Terminal of make' })).toBeNull());
    expect(block.getByRole('group', { name: 'Output' }).textContent).toContain('three');
  });

  test('is interrupted by its button', async () => {
    const { calls } = await openSessions({ ...shell, items: [running()] });
    fireEvent.click((await card()).getByRole('button', { name: 'Interrupt' }));
    expect(calls).toEqual([['interrupt', { session: 's1' }]]);
  });

  test.each([
    ['has the focus, so that the next keys are its', '', 'Terminal input'],
    ['leaves the focus to whoever writes the next line', 'ls', 'Message or command'],
  ])('%s', async (_, typed, focused) => {
    const block: LineResult = { kind: 'block', block: 'b1', terminal: 't1' };
    const { conversation } = await openSessions({ ...shell, lines: { make: block } });
    const composer = screen.getByRole('textbox', { name: 'Message or command' });
    composer.focus();
    fireEvent.change(composer, { target: { value: 'make' } });
    fireEvent.keyDown(composer, { key: 'Enter' });
    fireEvent.change(composer, { target: { value: typed } });
    act(() => conversation.push({ kind: 'snapshot', items: asItems([running()]) }));
    await (await card()).findByRole('region', { name: 'Terminal of make' }, { timeout: 10_000 });
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(focused));
  });

  test('of another window says that its terminal is not here', async () => {
    await openSessions({ ...shell, items: [running({ terminal: undefined })] });
    expect((await card()).getByText(/not in this window/)).toBeTruthy();
  });

  test('beyond the fourth is drawn when it is asked for', async () => {
    const items = Array.from({ length: MAX_LIVE + 1 }, (_, index) =>
      running({ id: `b${index}`, line: `top ${index}` }),
    );
    await openSessions({ ...shell, items });
    const oldest = await card('Command top 0');
    fireEvent.click(oldest.getByRole('button', { name: 'Show its terminal' }));
    expect(oldest.queryByText(/is not drawn/)).toBeNull();
    expect((await card('Command top 1')).getByText(/is not drawn/)).toBeTruthy();
  });
});

test('at most four blocks are live: those asked for, then the newest', () => {
  const items = [...Array(6).keys()].map((index) => running({ id: `b${index}` }));
  expect(liveBlocks(items, [])).toEqual(['b5', 'b4', 'b3', 'b2']);
  expect(liveBlocks(items, ['b0'])).toEqual(['b0', 'b5', 'b4', 'b3']);
  expect(liveBlocks([...items.slice(0, 1), line({ id: 'x' })], ['gone'])).toEqual(['b0']);
});

describe('a message', () => {
  const usage = { prompt: 10_000, completion: 2400, total: 12_400 };

  test('says whom it went to, what went with it and what its turn cost, partial sums with ≥', async () => {
    const meter = { usage, isUsageComplete: true, cost: 0.12, isCostComplete: false };
    const pending = [{ kind: 'push' as const, label: 'make', text: 'exit code 0' }];
    const item = { kind: 'user' as const, id: 'u1', at: 0, text: 'Why?', profile: 'openai', pending, meter };
    await openSessions({ items: [item, reply()] });
    const message = within(await screen.findByRole('article', { name: 'You to openai' }));
    expect(message.getByText('turn: 12.4k tokens, ≥ $0.12')).toBeTruthy();
    const fold = message.getByText('Sent with it (1 item): make');
    fireEvent.click(fold);
    const opened = fold.closest('details');
    if (opened) {
      opened.open = true;
      fireEvent(opened, new Event('toggle'));
    }
    expect((await message.findByRole('group', { name: 'Sent with the message: make' })).textContent).toBe(
      'exit code 0',
    );
  });

  test('that the model is not told of any more says so', async () => {
    await openSessions({ items: [{ kind: 'user', id: 'u1', at: 0, text: 'Why?', isForgotten: true }] });
    expect(await screen.findByText('not part of what the model is told any more')).toBeTruthy();
  });

  test('of a session is summed up, in all and by profile', async () => {
    const known = { usage, isUsageComplete: true, cost: 0.5, isCostComplete: true };
    const meters = [
      { profile: 'openai', ...known },
      { profile: 'local', ...known, cost: 0, isUsageComplete: false, isCostComplete: false },
    ];
    await openSessions({
      sessions: [session({ usage, isUsageComplete: false, cost: 0.5, isCostComplete: false, meters })],
    });
    const figures = screen.getByRole('region', { name: 'Usage and cost' });
    expect(figures.textContent).toContain('Session: ≥ 12.4k tokens, ≥ $0.50');
    expect(figures.textContent).toContain('openai: 12.4k tokens, $0.50');
    expect(figures.textContent).toContain('local: ≥ 12.4k tokens');
    expect(figures.textContent).not.toContain('local: ≥ 12.4k tokens, ');
    expect(figures.textContent).toContain('a server did not report all of its tokens');
  });

  test('of a session whose model has no price says that its cost is what is not known', async () => {
    await openSessions({ sessions: [session({ usage, isUsageComplete: true, cost: 0, isCostComplete: false })] });
    const figures = within(screen.getByRole('region', { name: 'Usage and cost' }));
    expect(figures.getByText(/^cost unknown/)).toBeTruthy();
    expect(figures.getByRole('button', { name: 'Set prices' })).toBeTruthy();
  });
});

describe('a line that runs', () => {
  test('is attached by the terminal that the host names', async () => {
    const { attached } = await openSessions({
      ...shell,
      console: place({ running: { line: 'top', block: 'b2', terminal: 't2' } }),
      items: [running({ id: 'b2', line: 'top', terminal: undefined })],
    });
    expect((await card('Command top')).getByText('running')).toBeTruthy();
    await waitFor(() => expect(attached).toEqual(['t2']));
  });
});
