import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AdapterState } from '#contract';
import { AdapterPane } from '../../../../src-renderer/settings/adapter/adapter-pane.tsx';
import { apiOf, Feed, failure, renderPane } from '../../../support/pane.tsx';

const GIB = 2 ** 30;
const values = {
  'adapter.preset': 'desktop',
  'adapter.command_max_lifetime': 120,
  'adapter.max_output': 50_000_000,
  'adapter.cpu_percent_limit': 400,
  'adapter.memory_mb_limit': 4096,
  'adapter.disk_mb_limit': null,
  'adapter.max_processes': 1000,
  'adapter.confirmation.mode': 'risky',
  'adapter.confirmation.approver': 'user',
  'adapter.confirmation.timeout': 120,
  'adapter.workspace_directory': '/home/me',
  'socketio.port': 8087,
};
const off: AdapterState = {
  isOn: false,
  file: '/data/shell-adapter.yaml',
  yaml: 'adapter:\n  preset: desktop\n  max_sessions: 3\n',
  problems: [],
  preset: 'desktop',
  values,
  workspace: '/home/me',
  clients: [],
  shells: [],
};
const on: AdapterState = {
  ...off,
  isOn: true,
  url: 'http://127.0.0.1:8087',
  logFile: '/data/logs/shell_adapter.log',
  containment: { step: 'cgroup-v1', why: ['Control groups v2: no controllers are delegated here.'] },
  clients: [{ id: 'client-number-one', address: '127.0.0.1', connectedAt: Date.now() - 125_000, record: 'adapter-1' }],
  shells: [
    {
      id: 'shell-one-and-more',
      client: 'client-number-one',
      kind: 'session',
      cwd: '/home/me/src',
      openedAt: Date.now() - 61_000,
      expiresAt: Date.now() + 240_500,
      commands: 3,
      queued: 1,
      running: {
        command: 'make -j2',
        startedAt: Date.now() - 2000,
        usage: { elapsedMs: 2000, outputBytes: 100, cpuPercent: 350, memoryBytes: GIB, processes: 4 },
      },
    },
    { id: 'single-1', kind: 'independent', cwd: '/home/me', openedAt: Date.now() - 500, commands: 1, queued: 0 },
  ],
};

async function show(
  state: AdapterState,
  fails: Readonly<Record<string, Error>> = {},
  saved: () => Promise<void> = async () => {},
) {
  const feed = new Feed<AdapterState>(state);
  const calls: [string, unknown][] = [];
  const call =
    (name: string, answer: unknown = undefined) =>
    async (input: unknown) => {
      calls.push([name, input]);
      if (fails[name]) throw fails[name];
      return answer;
    };
  const api = apiOf({
    adapter: {
      changed: feed.open,
      start: call('start', { url: on.url }),
      stop: call('stop'),
      set: async (input: unknown) => {
        calls.push(['set', input]);
        await saved();
      },
      saveYaml: call('saveYaml'),
      token: call('token', { token: 'first-token' }),
      newToken: call('newToken', { token: 'second-token' }),
      closeShell: call('closeShell'),
    },
  });
  renderPane(api, <AdapterPane />);
  await screen.findByRole('region', { name: 'Service' });
  return { feed, calls };
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('the Shell Adapter', () => {
  test('is started; its shells and clients come with it', async () => {
    const { calls, feed } = await show(off);
    expect(screen.queryByRole('region', { name: 'Shells' })).toBeNull();
    press('Start the Shell Adapter');
    await waitFor(() => expect(calls).toEqual([['start', {}]]));
    act(() => feed.push({ ...on, clients: [], shells: [] }));
    expect(await screen.findByText('http://127.0.0.1:8087')).toBeTruthy();
    expect(screen.getByText(/Nobody is connected/)).toBeTruthy();
    expect(screen.getByText('None is open.')).toBeTruthy();
    expect(screen.getByText('/data/logs/shell_adapter.log')).toBeTruthy();
  });

  test('that cannot have its port says so, with what to do', async () => {
    await show(off, { start: failure('UNAVAILABLE', 'Port 8087 is in use.', 'Choose another one.') });
    press('Start the Shell Adapter');
    expect((await screen.findByRole('alert')).textContent).toContain('Port 8087 is in use. Choose another one.');
  });

  test('with nothing open is stopped at once, with shells after a question', async () => {
    const { calls, feed } = await show(on);
    press('Stop the Shell Adapter');
    const question = within(await screen.findByRole('dialog', { name: 'Stop the Shell Adapter?' }));
    expect(question.getByText(/2 shells are open/)).toBeTruthy();
    expect(calls).toEqual([]);
    fireEvent.click(question.getByRole('button', { name: 'Stop it' }));
    await waitFor(() => expect(calls).toEqual([['stop', undefined]]));
    act(() => feed.push({ ...on, shells: [] }));
    expect(await screen.findByText('None is open.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Stop the Shell Adapter' })).toHaveProperty('disabled', false),
    );
    press('Stop the Shell Adapter');
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  test('shows its token when asked, and makes another after a question', async () => {
    const { calls } = await show(on);
    expect(screen.queryByText('first-token')).toBeNull();
    press('Show the token');
    expect(await screen.findByText('first-token')).toBeTruthy();
    press('New token…');
    fireEvent.click(await screen.findByRole('button', { name: 'Make a new token' }));
    expect(await screen.findByText('second-token')).toBeTruthy();
    expect(screen.getByText("io('http://127.0.0.1:8087', { auth: { token: 'second-token' } })")).toBeTruthy();
    expect(calls.map(([name]) => name)).toEqual(['token', 'newToken']);
  });

  test('says how processes are kept together, and what surer ways lack', async () => {
    await show(on);
    expect(screen.getByText('Contained by cgroups v1.')).toBeTruthy();
    expect(screen.getByText('Control groups v2: no controllers are delegated here.')).toBeTruthy();
  });
});

describe('its shells', () => {
  const rows = () => within(screen.getByRole('list', { name: 'Shells' })).getAllByRole('listitem', { hidden: false });

  test('say whose they are, where they stand, what runs and what that uses', async () => {
    await show(on);
    const row = rows()[0] as HTMLElement;
    expect(row.textContent).toContain('Session shell-on');
    expect(row.textContent).toMatch(/127\.0\.0\.1 \(client-n\) · \/home\/me\/src · open for 1 min/);
    expect(row.textContent).toMatch(/ends within [34] min[^,]*, 3 commands, 1 waiting/);
    expect(row.textContent).toContain('make -j2');
    const value = (name: string) => within(row).getByRole('meter', { name }).getAttribute('aria-valuetext');
    expect(value('CPU')).toBe('350 % of 400 %, 88 %, near its limit');
    expect(value('Memory')).toBe('1 GiB of 4 GiB, 25 %');
    expect(value('Disk')).toBe('not measured, no limit');
  });

  test('are ended one by one', async () => {
    const { calls } = await show(on);
    press('Close Session shell-on');
    press('Stop Single command single-1');
    await waitFor(() =>
      expect(calls).toEqual([
        ['closeShell', { id: 'shell-one-and-more' }],
        ['closeShell', { id: 'single-1' }],
      ]),
    );
  });

  test('belong to clients, who are listed', async () => {
    await show(on);
    const clients = within(screen.getByRole('list', { name: 'Clients' }));
    expect(clients.getByText('127.0.0.1 (client-n)')).toBeTruthy();
    expect(clients.getByText('connected for 2 minutes, 1 shell')).toBeTruthy();
    expect(clients.getByRole('button', { name: 'What it did' })).toBeTruthy();
  });
});

describe('its options', () => {
  test('are those in force, each saved by its key', async () => {
    const { calls } = await show(off);
    expect(screen.getByText(/Time 2 min · CPU 400 % · Memory 4 GiB · Output 50 MB · 1,000 processes/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Ask before a command runs'), { target: { value: 'all' } });
    await waitFor(() => expect(calls).toEqual([['set', { key: 'adapter.confirmation.mode', value: 'all' }]]));
    const port = screen.getByLabelText('Port');
    await waitFor(() => expect(port).toHaveProperty('value', '8087'));
    fireEvent.change(port, { target: { value: '9000' } });
    fireEvent.keyDown(port, { key: 'Enter' });
    await waitFor(() => expect(calls.at(-1)).toEqual(['set', { key: 'socketio.port', value: 9000 }]));
  });

  test('a choice made while another is being saved is saved, too, and each refusal is shown', async () => {
    const waiting: (() => void)[] = [];
    const { calls } = await show(
      off,
      {},
      () => new Promise((_, reject) => waiting.push(() => reject(failure('CONFLICT', 'Broken')))),
    );
    fireEvent.change(screen.getByLabelText('Ask before a command runs'), { target: { value: 'all' } });
    fireEvent.change(screen.getByLabelText('Ask before a command runs'), { target: { value: 'off' } });
    fireEvent.change(screen.getByLabelText('Who is asked'), { target: { value: 'client' } });
    await waitFor(() =>
      expect(calls).toEqual([
        ['set', { key: 'adapter.confirmation.mode', value: 'all' }],
        ['set', { key: 'adapter.confirmation.mode', value: 'off' }],
        ['set', { key: 'adapter.confirmation.approver', value: 'client' }],
      ]),
    );
    for (const refuse of waiting) refuse();
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  });

  test('what was typed is saved once, with Enter and on leaving', async () => {
    const { calls } = await show(off, {}, () => new Promise(() => {}));
    const port = screen.getByLabelText('Port');
    fireEvent.change(port, { target: { value: '9000' } });
    fireEvent.keyDown(port, { key: 'Enter' });
    fireEvent.blur(port);
    await waitFor(() => expect(calls).toEqual([['set', { key: 'socketio.port', value: 9000 }]]));
  });

  test('what was typed back to what the file has does not stand over what the file gets later', async () => {
    const { calls, feed } = await show(off);
    const port = screen.getByLabelText('Port');
    fireEvent.change(port, { target: { value: '80879' } });
    fireEvent.change(port, { target: { value: '8087' } });
    fireEvent.blur(port);
    act(() => feed.push({ ...off, values: { ...values, 'socketio.port': 9000 } }));
    await waitFor(() => expect(port).toHaveProperty('value', '9000'));
    fireEvent.blur(port);
    expect(calls).toEqual([]);
  });

  test('the mode Workspace can be chosen, and says where no box works that it has no effect', async () => {
    const { feed } = await show(on);
    const mode = screen.getByLabelText('Ask before a command runs');
    expect(within(mode).getByRole('option', { name: 'Before commands that leave the box (Workspace)' })).toBeTruthy();
    const inMode = { ...on, values: { ...values, 'adapter.confirmation.mode': 'workspace' } };
    act(() => feed.push(inMode));
    await waitFor(() => expect(mode).toHaveProperty('value', 'workspace'));
    expect(screen.queryByText(/No box works here/)).toBeNull();
    act(() => feed.push({ ...inMode, noBox: 'bubblewrap is not installed' }));
    expect(
      await screen.findByText('No box works here, so it asks before risky commands: bubblewrap is not installed'),
    ).toBeTruthy();
  });

  test.each([
    ['Port', '70000', 'A whole number from 0 to 65,535'],
    ['Port', '80.5', 'A whole number from 0 to 65,535'],
    ['Time to answer', '', 'A number from 1 to 86,400'],
    ['Workspace', ' ', 'It must not be empty'],
  ])('%s “%s” is refused beside the field', async (label, typed, words) => {
    const { calls } = await show(off);
    const field = screen.getByLabelText(label);
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(calls).toEqual([]);
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('warn of the document’s limits, and lead out of them', async () => {
    const tight = { ...values, 'adapter.cpu_percent_limit': 50, 'adapter.memory_mb_limit': 50 };
    const { calls } = await show({ ...off, preset: 'document', values: { ...tight, 'adapter.preset': 'document' } });
    expect(screen.getByRole('alert').textContent).toContain('50 % of one core and 50 MB end almost any real tool.');
    press('Use the desktop limits');
    await waitFor(() => expect(calls).toEqual([['set', { key: 'adapter.preset', value: 'desktop' }]]));
  });

  test('say when the file names limits of its own', async () => {
    await show({ ...off, preset: 'file' });
    expect(screen.getByText(/The file sets its own limits. In force: Time 2 min/)).toBeTruthy();
  });
});

describe('its file', () => {
  const problems = [{ path: 'adapter.max_sessions', line: 3, message: 'must be a whole number' }];
  const editor = () => screen.getByRole('textbox', { name: 'File of the Shell Adapter' }) as HTMLTextAreaElement;

  test('that is broken says what and where, goes there, and keeps it from starting', async () => {
    await show({ ...off, problems, values: {} });
    expect(screen.getByRole('button', { name: 'Start the Shell Adapter' })).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Port')).toHaveProperty('disabled', true);
    expect(screen.getByRole('list', { name: 'Problems' }).textContent).toContain('adapter.max_sessions');
    press('Line 3');
    expect(editor().value.slice(editor().selectionStart, editor().selectionEnd)).toBe('  max_sessions: 3');
  });

  test('is saved as it was typed', async () => {
    const { calls } = await show(off);
    fireEvent.change(editor(), { target: { value: 'adapter: {}\n' } });
    press('Save');
    await waitFor(() => expect(calls).toEqual([['saveYaml', { yaml: 'adapter: {}\n' }]]));
  });

  test('that is refused keeps the text, and says every problem', async () => {
    const refusal = Object.assign(failure('INVALID_INPUT', 'The file has 1 problem.'), { data: { problems } });
    await show(off, { saveYaml: refusal });
    fireEvent.change(editor(), { target: { value: 'adapter:\n  preset: x\n  max_sessions: y\n' } });
    press('Save');
    expect(await screen.findByText('must be a whole number')).toBeTruthy();
    press('Line 3');
    expect(editor().value.slice(editor().selectionStart, editor().selectionEnd)).toBe('  max_sessions: y');
  });
});
