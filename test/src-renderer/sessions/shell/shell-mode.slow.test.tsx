import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { LineResult } from '#contract';
import { failure } from '../../../support/pane.tsx';
import { openSessions, place, session } from '../session-workbench.tsx';

const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message or command' });
const mode = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Mode' });
const modeShown = () => [...mode().options].find(({ value }) => value === mode().value)?.textContent;
const type = (text: string) => {
  fireEvent.change(composer(), { target: { value: text } });
  composer().setSelectionRange(text.length, text.length);
};
const press = (key: string, more: object = {}) => fireEvent.keyDown(composer(), { key, ...more });

const fresh = session({ messages: 0 });
const done: LineResult = { kind: 'builtin', isOk: true, text: '', isUsage: false, isMarkdown: false };
const named = (calls: readonly [string, unknown][], name: string) =>
  calls.filter(([one]) => one === name).map(([, input]) => input);

describe('the mode', () => {
  test('of a new session is Shell where nobody can answer, and Tab on an empty line goes through the profiles and around', async () => {
    await openSessions({ sessions: [fresh], console: place() });
    expect([...mode().options].map((option) => option.textContent)).toEqual(['Shell', 'openai', 'local']);
    expect(modeShown()).toBe('Shell');
    const seen = [1, 2, 3].map(() => {
      press('Tab');
      return modeShown();
    });
    expect(seen).toEqual(['openai', 'local', 'Shell']);
  });

  test('of a new session is a chat where somebody can answer', async () => {
    await openSessions({ sessions: [fresh], console: place(), profiles: ['local'] });
    await waitFor(() => expect(modeShown()).toBe('local'));
  });

  test('of a new session is what was chosen last in any other', async () => {
    const layout = { 'sessions.mode.last': 'shell' };
    await openSessions({ sessions: [fresh], console: place(), profiles: ['local'], layout });
    expect(modeShown()).toBe('Shell');
  });

  test('is one of those that are ticked in the list, where others are taken in and out', async () => {
    const console = place({ modes: ['local'] });
    const { calls } = await openSessions({ sessions: [fresh], console, profiles: ['local', 'openai'] });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Modes of this session' }), { key: 'Enter' });
    const entry = (name: string) => screen.findByRole('menuitemcheckbox', { name });
    expect((await entry('local')).getAttribute('aria-checked')).toBe('true');
    fireEvent.click(await entry('openai'));
    fireEvent.click(await entry('local'));
    expect(named(calls, 'addMode')).toEqual([{ session: 's1', profile: 'openai' }]);
    expect(named(calls, 'removeMode')).toEqual([{ session: 's1', profile: 'local' }]);
  });

  test('may be any profile: one that is no mode of the session yet becomes one', async () => {
    const console = place({ modes: ['local'] });
    const { calls, store } = await openSessions({ sessions: [fresh], console, profiles: ['local', 'openai'] });
    const other = within(mode()).getByRole('group', { name: 'Other profiles' });
    expect(
      within(other)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['openai']);
    fireEvent.change(mode(), { target: { value: 'chat:openai' } });
    expect(modeShown()).toBe('openai');
    expect(store.get('sessions.mode.s1')).toBe('chat:openai');
    expect(named(calls, 'addMode')).toEqual([{ session: 's1', profile: 'openai' }]);
  });

  test('is kept by session, and stands in the prompt with the folder', async () => {
    const { store } = await openSessions({ sessions: [fresh], console: place() });
    expect(screen.getByText('src').parentElement?.textContent).toBe('src $');
    press('Tab');
    expect(store.get('sessions.mode.s1')).toBe('chat:openai');
    expect(screen.getByText('src/').parentElement?.textContent).toBe('openai >>>src/');
  });

  test('of a session with messages is whom the last one went to', async () => {
    await openSessions({ sessions: [session({ profile: 'local' })], console: place() });
    expect(modeShown()).toBe('local');
  });

  test('decides whom a message goes to', async () => {
    const { calls } = await openSessions({
      sessions: [session({ profile: 'local' })],
      console: place(),
      profiles: ['local'],
    });
    type('hello');
    press('Enter');
    expect(named(calls, 'send')).toEqual([{ session: 's1', text: 'hello', profile: 'local' }]);
  });

  test('stays when Tab or Shift+Tab leave the field after Ctrl+M', async () => {
    await openSessions({ sessions: [fresh], console: place() });
    press('m', { ctrlKey: true });
    expect(press('Tab', { shiftKey: true })).toBe(true);
    expect(press('Tab')).toBe(true);
    expect(modeShown()).toBe('Shell');
  });
});

describe('a line in Shell mode', () => {
  test('runs with Enter, not as a message, and the field is empty at once', async () => {
    const { calls } = await openSessions({ sessions: [fresh], console: place(), lines: { pwd: done } });
    type('pwd');
    press('Enter');
    expect(composer().value).toBe('');
    expect(named(calls, 'run')).toEqual(['pwd']);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Interrupt' })).toBeNull());
    expect(named(calls, 'send')).toEqual([]);
  });

  test('that is wrong comes back, with what is wrong and what to do', async () => {
    await openSessions({ sessions: [fresh], console: place() });
    type("echo 'a");
    press('Enter');
    expect((await screen.findByRole('alert')).textContent).toContain('There is no end of the quote. Close it.');
    expect(composer().value).toBe("echo 'a");
  });

  test('that is wrong comes back above what was typed since', async () => {
    await openSessions({ sessions: [fresh], console: place() });
    type("echo 'a");
    press('Enter');
    type('ls');
    await screen.findByRole('alert');
    expect(composer().value).toBe("echo 'a\nls");
  });

  test('is not held back by the one before it: the host has them wait for each other', async () => {
    const { calls } = await openSessions({ sessions: [fresh], console: place(), lines: { 'cd x': done, pwd: done } });
    for (const line of ['cd x', 'pwd']) {
      type(line);
      press('Enter');
    }
    expect(composer().value).toBe('');
    await waitFor(() => expect(named(calls, 'run')).toEqual(['cd x', 'pwd']));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('waits visibly for the one before it', async () => {
    const until = { run: new Promise<void>(() => {}) };
    const running = { line: 'make', block: 'b1', terminal: 't1' };
    await openSessions({ sessions: [fresh], console: place({ running }), until });
    for (const line of ['cd x', 'pwd']) {
      type(line);
      press('Enter');
    }
    const waiting = within(await screen.findByRole('list', { name: 'Lines that wait' }));
    expect(waiting.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['cd x', 'pwd']);
  });

  test('that did not get its turn comes back where it was, before those after it and what was typed since', async () => {
    await openSessions({ sessions: [fresh], console: place() });
    for (const line of ['one', 'two', 'three']) {
      type(line);
      press('Enter');
    }
    type('ls');
    await waitFor(() => expect(composer().value).toBe('one\ntwo\nthree\nls'));
  });

  test('can be several lines: Shift+Enter does not run it', async () => {
    const { calls } = await openSessions({ sessions: [fresh], console: place() });
    type('for x in 1 2; do');
    expect(press('Enter', { shiftKey: true })).toBe(true);
    expect(named(calls, 'run')).toEqual([]);
  });

  test('is interrupted with Ctrl+C, Esc and the button while it runs', async () => {
    const running = { line: 'sleep 9', block: 'b1', terminal: 't1' };
    const { calls } = await openSessions({ sessions: [fresh], console: place({ running }) });
    press('c', { ctrlKey: true });
    press('Escape');
    fireEvent.click(screen.getByRole('button', { name: 'Interrupt' }));
    expect(named(calls, 'interrupt')).toHaveLength(3);
  });

  test('is abandoned with Ctrl+C, unless something is selected to be copied', async () => {
    const { calls } = await openSessions({ sessions: [fresh], console: place() });
    type('rm -r x');
    composer().setSelectionRange(0, 2);
    press('c', { ctrlKey: true });
    expect(composer().value).toBe('rm -r x');
    composer().setSelectionRange(7, 7);
    press('c', { ctrlKey: true });
    expect(composer().value).toBe('');
    expect(calls).toEqual([]);
  });
});

describe('lines typed before', () => {
  test('come back with ArrowUp, also over a half typed one, which ArrowDown brings back', async () => {
    await openSessions({ sessions: [fresh], console: place(), history: ['make', 'ls'] });
    type('git');
    await waitFor(() => {
      press('ArrowUp');
      expect(composer().value).toBe('make');
    });
    press('ArrowUp');
    expect(composer().value).toBe('ls');
    press('ArrowUp');
    expect(composer().value).toBe('ls');
    press('ArrowDown');
    press('ArrowDown');
    expect(composer().value).toBe('git');
  });

  test('are searched with Ctrl+R, and Enter takes one into the field without running it', async () => {
    const { calls } = await openSessions({ sessions: [fresh], console: place(), history: ['make all', 'ls', 'make'] });
    press('r', { ctrlKey: true });
    const field = await screen.findByRole('combobox', { name: 'Search history' });
    fireEvent.change(field, { target: { value: 'make' } });
    const found = await screen.findByRole('listbox', { name: 'Lines typed before' });
    await waitFor(() => expect(within(found).getAllByRole('option')).toHaveLength(2));
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(composer().value).toBe('make');
    expect(document.activeElement).toBe(composer());
    expect(calls).toEqual([]);
  });

  test('stay unsought when the search is left with Esc', async () => {
    await openSessions({ sessions: [fresh], console: place(), history: ['make'] });
    type('half');
    press('r', { ctrlKey: true });
    fireEvent.keyDown(await screen.findByRole('combobox', { name: 'Search history' }), { key: 'Escape' });
    expect(composer().value).toBe('half');
    expect(screen.queryByRole('combobox', { name: 'Search history' })).toBeNull();
  });
});

describe('Tab with text', () => {
  test('writes the only way to go on, where the cursor is', async () => {
    const completion = { from: 3, items: [{ text: 'source/', kind: 'folder' as const }] };
    const { calls } = await openSessions({ sessions: [fresh], console: place(), completion });
    type('cd so && ls');
    composer().setSelectionRange(5, 5);
    press('Tab');
    await waitFor(() => expect(composer().value).toBe('cd source/ && ls'));
    expect(composer().selectionStart).toBe(10);
    expect(named(calls, 'complete')).toEqual([{ session: 's1', mode: 'shell', text: 'cd so && ls', cursor: 5 }]);
  });

  test('offers several, after what they have in common, and Enter takes one without running the line', async () => {
    const items = ['git-lfs ', 'git-log '].map((text) => ({ text, kind: 'command' as const }));
    const { calls } = await openSessions({ sessions: [fresh], console: place(), completion: { from: 0, items } });
    type('gi');
    press('Tab');
    const list = within(await screen.findByRole('listbox', { name: 'Completions' }));
    expect(composer().value).toBe('git-l');
    press('ArrowDown');
    expect(list.getByRole('option', { selected: true }).textContent).toContain('git-log');
    press('Enter');
    expect(composer().value).toBe('git-log ');
    expect(screen.queryByRole('listbox', { name: 'Completions' })).toBeNull();
    expect(named(calls, 'run')).toEqual([]);
  });

  test('is not answered over the next line, when the line was run before the answer came', async () => {
    const items = ['aa', 'ab'].map((text) => ({ text, kind: 'file' as const }));
    const setup = { sessions: [fresh], console: place(), lines: { a: done }, completion: { from: 0, items } };
    const { calls } = await openSessions(setup);
    type('a');
    press('Tab');
    press('Enter');
    await waitFor(() => expect(named(calls, 'run')).toEqual(['a']));
    await act(async () => {});
    expect(screen.queryByRole('listbox', { name: 'Completions' })).toBeNull();
  });

  test('Esc closes the list and leaves the text', async () => {
    const items = ['aa', 'ab'].map((text) => ({ text, kind: 'file' as const }));
    await openSessions({ sessions: [fresh], console: place(), completion: { from: 0, items } });
    type('a');
    press('Tab');
    await screen.findByRole('listbox', { name: 'Completions' });
    press('Escape');
    expect(screen.queryByRole('listbox', { name: 'Completions' })).toBeNull();
    expect(composer().value).toBe('a');
  });
});

test('a mention in a message is completed as it is typed', async () => {
  const completion = { from: 5, items: [{ text: '@notes.md', kind: 'mention' as const }] };
  await openSessions({ sessions: [session({ profile: 'local' })], console: place(), completion });
  type('read @no');
  fireEvent.click(await screen.findByRole('option', { name: /@notes.md/ }));
  expect(composer().value).toBe('read @notes.md');
});

describe('a slash at the beginning of a message', () => {
  const prompts = [
    { id: 'summary', name: 'Summary' },
    { id: 'code-review', name: 'Code review' },
    { id: 'review', name: 'Review' },
    { id: 'review-broken', name: 'Broken', error: { message: 'no end' } },
  ];
  const promptSchema = { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] };
  const chat = {
    sessions: [session({ profile: 'local' })],
    console: place(),
    profiles: ['local'],
    prompts,
    promptSchema,
  };

  test('lists the prompts that can be sent, by name; the chosen one asks for what it needs, and is sent with it', async () => {
    const { calls } = await openSessions(chat);
    type('/rev');
    const list = within(await screen.findByRole('listbox', { name: 'Completions' }));
    expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual([
      '/reviewprompt',
      '/code-reviewprompt',
    ]);
    press('Enter');
    const dialog = within(await screen.findByRole('dialog', { name: 'Send review' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Send' }));
    expect(named(calls, 'send')).toEqual([]);
    const who = await dialog.findByLabelText(/who/);
    expect(who.tagName).toBe('TEXTAREA');
    fireEvent.change(who, { target: { value: 'Ada' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent] = named(calls, 'send') as { prompt: { id: string; args: string } }[];
    expect(sent).toMatchObject({ session: 's1', profile: 'local', prompt: { id: 'review' } });
    expect(JSON.parse(sent?.prompt.args ?? '')).toEqual({ who: 'Ada' });
    expect(composer().value).toBe('');
  });

  test('is a path in Shell mode, and in a message with more to it', async () => {
    await openSessions({ ...chat, sessions: [fresh], profiles: [] });
    type('/rev');
    await act(async () => {});
    expect(screen.queryByRole('listbox', { name: 'Completions' })).toBeNull();
  });

  test('keeps what was typed when the prompt could not be sent, and says why', async () => {
    const fails = { send: failure('INVALID_INPUT', 'who is missing') };
    await openSessions({ ...chat, promptSchema: { type: 'object', properties: {} }, fails });
    type('/summary');
    await screen.findByRole('option', { name: /summary/ });
    press('Enter');
    const dialog = within(await screen.findByRole('dialog', { name: 'Send summary' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Send' }));
    expect(await dialog.findByText(/who is missing/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(composer().value).toBe('/summary');
  });
});

describe('what goes with the next message', () => {
  const pending = [
    { kind: 'push' as const, label: 'make', bytes: 1200, digest: 'a'.repeat(64) },
    { kind: 'summary' as const, label: 'Summary of 40 messages', bytes: 300, digest: 'b'.repeat(64) },
  ];

  test('is listed, and one of it can be taken out', async () => {
    const { calls } = await openSessions({ sessions: [fresh], console: place({ pending }) });
    const strip = within(await screen.findByRole('region', { name: 'Goes with the next message' }));
    expect(strip.getByText('make')).toBeTruthy();
    expect(strip.getByText('1.2 kB')).toBeTruthy();
    fireEvent.click(strip.getByRole('button', { name: 'Don’t send “Summary of 40 messages”' }));
    expect(named(calls, 'dropPending')).toEqual([{ session: 's1', index: 1, item: pending[1] }]);
  });

  test('is taken out once with a double click, and not what comes next with it', async () => {
    const { calls, console } = await openSessions({ sessions: [fresh], console: place({ pending }) });
    const strip = within(await screen.findByRole('region', { name: 'Goes with the next message' }));
    const takeOut = () => fireEvent.click(strip.getByRole('button', { name: 'Don’t send “make”' }));
    takeOut();
    takeOut();
    await waitFor(() => expect(named(calls, 'dropPending')).toEqual([{ session: 's1', index: 0, item: pending[0] }]));
    act(() => console?.push(place({ pending: pending.slice(1) })));
    await waitFor(() => expect(strip.queryByRole('button', { name: 'Don’t send “make”' })).toBeNull());
    fireEvent.click(strip.getByRole('button', { name: 'Don’t send “Summary of 40 messages”' }));
    await waitFor(() => expect(named(calls, 'dropPending')).toHaveLength(2));
  });

  test('can be the output that is kept, which is pushed as if by typing it', async () => {
    const retained = { command: 'make', bytes: 4096 };
    const { calls, console } = await openSessions({
      sessions: [fresh],
      console: place({ retained }),
      lines: { push: done },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Push it' }));
    expect(named(calls, 'run')).toEqual(['push']);
    act(() => console?.push(place()));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Push it' })).toBeNull());
  });

  test('says which secrets of an earlier run are gone', async () => {
    await openSessions({ sessions: [fresh], console: place({ lostVariables: ['API_TOKEN'] }) });
    expect(await screen.findByText('API_TOKEN')).toBeTruthy();
  });
});
