import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CommandView, ConversationItem, FilteredOutput } from '#contract';
import { ConnectionLostError } from '../../../../src-renderer/api/connection-lost-error.ts';
import { edit, openCalls, openSessions } from '../session-workbench.tsx';

const ran: CommandView = {
  command: 'npm test | head -5',
  cwd: '/w',
  output: 'one\ntwo\n',
  outputBytes: 8,
  exitCode: 0,
  stopReason: 'exit',
};
const command = (view: Partial<CommandView> = {}, more: object = {}): ConversationItem =>
  edit({ tool: 'execute_command', sent: '{}', changes: [], output: 'e7', command: { ...ran, ...view }, ...more });
const filtered = (more: Partial<FilteredOutput> = {}): FilteredOutput => ({
  text: 'two\n',
  bytes: 4,
  isCut: false,
  exitCode: 0,
  durationMs: 5,
  savedMs: 12_000,
  isSandboxed: true,
  ...more,
});

describe('a repair on a call', () => {
  const repaired = edit({ repairs: [{ rule: 'path.file_path', text: 'file_path → path' }] });

  test('is a line with what the model wrote struck through', async () => {
    await openSessions({ items: [repaired] });
    await openCalls();
    const list = within(await screen.findByRole('list', { name: 'Repairs' }));
    expect(list.getByRole('deletion').textContent).toBe('file_path');
    expect(list.getByRole('listitem').textContent).toContain('Repaired: file_path → path');
  });

  test('can be switched off from the card', async () => {
    const { calls } = await openSessions({ items: [repaired] });
    await openCalls();
    fireEvent.click(await screen.findByRole('button', { name: 'Don’t repair this again' }));
    await waitFor(() => expect(calls).toEqual([['setRule', { rule: 'path.file_path', enabled: false }]]));
  });

  test('is not said to be as it was where the connection was lost', async () => {
    await openSessions({ items: [repaired], fails: { setRule: new ConnectionLostError() } });
    await openCalls();
    fireEvent.click(await screen.findByRole('button', { name: 'Don’t repair this again' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The connection to Sigma Shell was lost/);
  });
});

test('a command is not said not to have run outside the box where the connection was lost', async () => {
  const fails = { runOutside: new ConnectionLostError() };
  const { calls } = await openSessions({ items: [command({ refusedByBox: ['curl: no network'] })], fails });
  fireEvent.click(await screen.findByRole('button', { name: 'Run outside once' }));
  const said = await screen.findByText(/The connection to Sigma Shell was lost/);
  expect(said.textContent).not.toContain('Not run');
  expect(calls).toEqual([['runOutside', { session: 's1', callId: 'c1' }]]);
});

describe('a command whose filter was taken off', () => {
  const split = {
    producer: 'npm test',
    filter: 'head -5',
    treatment: 'filtered',
    notice: 'Ran npm test whole.',
  } as const;

  test('says which, and both exit codes where they differ', async () => {
    await openSessions({ items: [command({ split: { ...split, producerExitCode: 1 } })] });
    const notice = await screen.findByRole('region', { name: 'Filter taken off' });
    expect(notice.textContent).toContain('npm test | head -5');
    expect(notice.textContent).toContain('Ran npm test whole.');
    expect(notice.textContent).toContain('The whole line ended with exit code 0, npm test alone with 1.');
  });

  test('says nothing of exit codes where they are the same', async () => {
    await openSessions({ items: [command({ split: { ...split, producerExitCode: 0 } })] });
    const notice = await screen.findByRole('region', { name: 'Filter taken off' });
    expect(notice.textContent).not.toContain('exit code');
  });
});

test('a command says that it ran in the sandbox, and how often its output was filtered in place of a run', async () => {
  await openSessions({ items: [command({ sandbox: 'read-only', reslices: { count: 2, savedMs: 24_000 } })] });
  await openCalls();
  expect(await screen.findByText('in the read-only box')).toBeTruthy();
  expect(screen.getByText(/filtered 2 times in place of running again, which saved 24 s/)).toBeTruthy();
});

describe('filtering an output', () => {
  const open = async (setup: Parameters<typeof openSessions>[0] = {}) => {
    const page = await openSessions({ items: [command()], ...setup });
    await openCalls();
    fireEvent.click(await screen.findByRole('button', { name: 'Filter output' }));
    const part = within(await screen.findByRole('region', { name: 'Filter output' }));
    const field = part.getByRole<HTMLInputElement>('textbox', { name: 'Filter' });
    const run = (text: string) => {
      fireEvent.change(field, { target: { value: text } });
      fireEvent.keyDown(field, { key: 'Enter' });
    };
    return { ...page, part, field, run };
  };

  test('shows what came of it, how it ended and what was saved', async () => {
    const { calls, part, run } = await open({ filtered: { 'grep two': filtered() } });
    run('grep two');
    const result = await part.findByRole('region', { name: 'Filtered output' });
    expect(result.textContent).toContain('two');
    expect(result.textContent).toContain('Exit code 0');
    expect(result.textContent).toContain('saved 12 s by not running again');
    expect(calls).toEqual([['filter', { session: 's1', event: 'e7', filter: 'grep two' }]]);
  });

  test('says where nothing came of it, what is cut off, and what the filter complained about', async () => {
    const odd = filtered({
      text: '',
      isCut: true,
      bytes: 9_000_000,
      exitCode: 2,
      problem: 'grep: bad',
      isSandboxed: false,
    });
    const { part, run } = await open({ filtered: { 'grep [': odd } });
    run('grep [');
    const { textContent } = await part.findByRole('region', { name: 'Filtered output' });
    for (const words of ['(no output)', '9.0 MB', 'grep: bad', 'Exit code 2', 'outside the box']) {
      expect(textContent).toContain(words);
    }
  });

  test('keeps what was run elsewhere in the meantime', async () => {
    const { store, run } = await open({ filtered: { 'grep two': filtered() } });
    run('grep two');
    act(() => store.set('sessions.filters', ['wc -l']));
    await waitFor(() => expect(store.get('sessions.filters')).toEqual(['grep two', 'wc -l']));
  });

  test('keeps what was run, to be gone through with the arrows and offered again', async () => {
    const { store, field, part, run } = await open({ filtered: { 'grep two': filtered(), 'wc -l': filtered() } });
    run('grep two');
    await part.findByRole('region', { name: 'Filtered output' });
    run('wc -l');
    await waitFor(() => expect(store.get('sessions.filters')).toEqual(['wc -l', 'grep two']));
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(field.value).toBe('grep two');
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(field.value).toBe('wc -l');
    expect(part.getByRole('button', { name: 'grep two' })).toBeTruthy();
  });

  test('a word that is no filter can be looked for, to the letter', async () => {
    const { calls, part, run } = await open({ filtered: { "grep -i -F -- 'it'\\''s'": filtered() } });
    run("it's");
    fireEvent.click(await part.findByRole('button', { name: "Lines with “it's”" }));
    expect(await part.findByRole('region', { name: 'Filtered output' })).toBeTruthy();
    expect(calls.at(-1)).toEqual(['filter', { session: 's1', event: 'e7', filter: "grep -i -F -- 'it'\\''s'" }]);
  });

  test('a preset that wants a word more is put into the field and not run', async () => {
    const { calls, part, field } = await open();
    fireEvent.click(part.getByRole('button', { name: 'grep -n …' }));
    expect(field.value).toBe('grep -n ');
    expect(calls).toEqual([]);
  });

  test('is not offered where there is no output', async () => {
    await openSessions({ items: [command({ outputBytes: 0, output: '' })] });
    await openCalls();
    expect(await screen.findByText('(no output)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Filter output' })).toBeNull();
  });
});
