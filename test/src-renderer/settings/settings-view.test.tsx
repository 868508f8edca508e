import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ModelStatus, Settings, type SettingsState } from '#contract';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { settingGroups } from '../../../src-renderer/settings/setting-fields.ts';
import { SettingsView } from '../../../src-renderer/settings/settings-view.tsx';
import { ActionsProvider, useActions } from '../../../src-renderer/state/actions.tsx';
import { SettingsProvider } from '../../../src-renderer/state/settings.tsx';
import { apiOf, Feed, failure } from '../../support/pane.tsx';

const demo: ModelStatus = { provider: 'demo', label: 'Demo (scripted)', baseUrl: '', model: '', keyFrom: 'none' };

const stateWith = (more: Partial<SettingsState> = {}): SettingsState => ({
  settings: Settings.parse({}),
  hasKey: false,
  file: '/data/settings.yaml',
  yaml: 'appearance:\n  theme: dark\nlimits:\n  rounds: 3\n',
  problems: [],
  ...more,
});

interface Sent {
  readonly key: string;
  readonly value: unknown;
}

function NewTerminal() {
  useActions([{ id: 'terminal.new', title: 'New terminal', group: 'Terminals', keys: 'Mod+Shift+T', run: () => {} }]);
  return undefined;
}

function show(state = stateWith(), parts: Record<string, Record<string, unknown>> = {}) {
  const sent: Sent[] = [];
  const api = apiOf({
    settings: { set: async (change: Sent) => void sent.push(change), ...parts.settings },
    model: { status: new Feed(demo).open, localServers: async () => [], ...parts.model },
    app: { log: async () => [], ...parts.app },
  });
  const page = (now: SettingsState) => (
    <ApiProvider api={api}>
      <SettingsProvider state={now}>
        <ActionsProvider keymap={now.settings.keys}>
          <NewTerminal />
          <SettingsView isVisible />
        </ActionsProvider>
      </SettingsProvider>
    </ApiProvider>
  );
  const view = render(page(state));
  onTestFinished(() => view.unmount());
  return { sent, user: userEvent.setup(), again: (now: SettingsState) => view.rerender(page(now)) };
}

describe('the form made from the schema', () => {
  test('has every plain setting with its words, bounds and default', () => {
    const fields = settingGroups().flatMap((group) => group.fields);
    const keys = fields.map(({ key }) => key);
    for (const [id, section] of Object.entries(Settings.parse({}))) {
      if (id === 'keys') continue;
      for (const name of Object.keys(section)) expect(keys).toContain(`${id}.${name}`);
    }
    for (const field of fields) expect(field.description).not.toBe('');
    expect(fields.find(({ key }) => key === 'limits.rounds')).toMatchObject({
      kind: 'integer',
      minimum: 1,
      maximum: 1000,
      fallback: 25,
    });
    expect(fields.find(({ key }) => key === 'appearance.theme')).toMatchObject({
      kind: 'choice',
      choices: ['system', 'light', 'dark', 'contrast'],
    });
  });

  test('a choice is saved at once', async () => {
    const { sent, user } = show();
    await user.selectOptions(screen.getByLabelText('Theme'), 'light');
    expect(sent).toEqual([{ key: 'appearance.theme', value: 'light' }]);
  });

  test('a number is saved with Enter, and only if it differs', async () => {
    const { sent, user } = show();
    const rounds = screen.getByLabelText('Rounds');
    await user.click(rounds);
    await user.keyboard('{Enter}');
    expect(sent).toEqual([]);
    await user.clear(rounds);
    await user.type(rounds, '40{Enter}');
    expect(sent).toEqual([{ key: 'limits.rounds', value: 40 }]);
  });

  test.each(['0', '1001', 'many', '2.5'])('%s rounds are refused beside the field, and stay in it', async (typed) => {
    const { sent, user } = show();
    const rounds = screen.getByLabelText('Rounds');
    await user.clear(rounds);
    await user.type(rounds, `${typed}{Enter}`);
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert').textContent).not.toBe('');
    expect(rounds).toHaveProperty('value', typed);
  });

  test('what the host refuses is said beside the field', async () => {
    const set = async () => Promise.reject(failure('CONFLICT', 'The file is being changed elsewhere.', 'Try again.'));
    const { user } = show(stateWith(), { settings: { set } });
    await user.selectOptions(screen.getByLabelText('Theme'), 'light');
    expect((await screen.findByRole('alert')).textContent).toBe('The file is being changed elsewhere. Try again.');
  });

  test('a setting can be put back to its default', async () => {
    const { sent, user } = show(stateWith({ settings: Settings.parse({ limits: { rounds: 3 } }) }));
    await user.click(screen.getByRole('button', { name: 'Reset Rounds to 25' }));
    expect(sent).toEqual([{ key: 'limits.rounds', value: undefined }]);
  });

  test('a change from elsewhere is shown', () => {
    const { again } = show();
    again(stateWith({ settings: Settings.parse({ limits: { rounds: 7 } }) }));
    expect(screen.getByLabelText('Rounds')).toHaveProperty('value', '7');
  });

  test('the search finds settings by their words', async () => {
    const { user } = show();
    await user.type(screen.getByLabelText('Search settings'), 'scrollback');
    expect(screen.getByLabelText('Scrollback')).toBeDefined();
    expect(screen.queryByLabelText('Theme')).toBeNull();
    await user.type(screen.getByLabelText('Search settings'), ' zzz');
    expect(screen.getByText('No setting matches')).toBeDefined();
  });
});

describe('keys', () => {
  test('are changed by pressing others, and taken away', async () => {
    const { sent, user } = show();
    await user.click(screen.getByRole('button', { name: 'Change the key of New terminal' }));
    await user.keyboard('{Control>}{Shift>}y{/Shift}{/Control}');
    await user.click(screen.getByRole('button', { name: 'Take the key of New terminal away' }));
    expect(sent).toEqual([
      { key: 'keys.terminal.new', value: 'Ctrl+Shift+Y' },
      { key: 'keys.terminal.new', value: '' },
    ]);
  });

  test('Esc leaves the key as it is', async () => {
    const { sent, user } = show();
    await user.click(screen.getByRole('button', { name: 'Change the key of New terminal' }));
    await user.keyboard('{Escape}');
    expect(sent).toEqual([]);
    expect(screen.queryByLabelText('New key for New terminal')).toBeNull();
  });
});

describe('the settings file', () => {
  const editor = () => screen.getByRole('textbox', { name: 'Settings file' });

  test('is saved as it was typed', async () => {
    const saved: unknown[] = [];
    const { user } = show(stateWith(), { settings: { saveYaml: async (input: unknown) => void saved.push(input) } });
    await user.click(screen.getByRole('tab', { name: 'Settings file' }));
    await user.clear(editor());
    await user.type(editor(), 'log:');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([{ yaml: 'log:' }]);
  });

  test('that is refused says every problem with its line, keeps the text, and goes to the line', async () => {
    const refusal = Object.assign(failure('INVALID_INPUT', 'The settings have 1 problem.'), {
      data: { problems: [{ path: 'limits.rounds', line: 4, message: 'must be a number' }] },
    });
    const { user } = show(stateWith(), { settings: { saveYaml: async () => Promise.reject(refusal) } });
    await user.click(screen.getByRole('tab', { name: 'Settings file' }));
    await user.type(editor(), 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const problems = await screen.findByRole('list', { name: 'Problems' });
    expect(problems.textContent).toContain('must be a number');
    await user.click(within(problems).getByRole('button', { name: 'Line 4' }));
    const field = editor() as HTMLTextAreaElement;
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('  rounds: 3');
  });

  test('that is broken is named, cannot be changed by the form, and can be replaced', async () => {
    let isReplaced = false;
    const replaceBroken = async () => {
      isReplaced = true;
      return { kept: '/data/settings.broken.yaml' };
    };
    const { user } = show(stateWith({ problems: [{ path: 'limits', line: 2, message: 'is not a map' }] }), {
      settings: { replaceBroken },
    });
    const [banner] = screen.getAllByRole('alert');
    expect(banner?.textContent).toContain('/data/settings.yaml');
    expect(banner?.textContent).toContain('Line 2');
    expect(screen.getByLabelText('Theme')).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Keep a copy and start from the defaults' }));
    expect(isReplaced).toBe(true);
  });
});

describe('connecting to a model', () => {
  test('a failing test shows the server’s own words and keeps what was typed', async () => {
    const test = async () => ({
      ok: false,
      message: '401: invalid api key',
      advice: 'Check the key.',
      models: [],
      durationMs: 5,
    });
    const { user } = show(stateWith(), { model: { test } });
    const key = await screen.findByLabelText('API key');
    await user.type(key, 'wrong');
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    const problem = await screen.findByRole('alert');
    expect(problem.textContent).toContain('401: invalid api key');
    expect(problem.textContent).toContain('Check the key.');
    expect(key).toHaveProperty('value', 'wrong');
  });

  test('a passing test is followed by the connection, with the key only if one was typed', async () => {
    const asked: unknown[] = [];
    const passes = { ok: true, message: 'qwen3 answered', models: ['qwen3', 'llama'], durationMs: 40 };
    const { user } = show(stateWith(), {
      model: { test: async () => passes, connect: async (connection: unknown) => void asked.push(connection) },
    });
    const address = await screen.findByLabelText('Base URL');
    await user.clear(address);
    await user.type(address, 'http://127.0.0.1:1234/v1');
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    await user.click(await screen.findByRole('button', { name: 'llama' }));
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(asked).toEqual([{ baseUrl: 'http://127.0.0.1:1234/v1', model: 'llama' }]));
  });

  test('an address without http is refused before anything is sent', async () => {
    const { user } = show();
    const address = await screen.findByLabelText('Base URL');
    await user.clear(address);
    await user.type(address, 'localhost:1234');
    expect(screen.getByRole('button', { name: 'Connect' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('alert').textContent).toContain('http://');
  });
});

test('the app log is shown by level', async () => {
  const log = async () => [
    '{"level":30,"time":1700000000000,"event":"app.started"}',
    '{"level":50,"time":1700000001000,"event":"web.failed","port":1}',
    'not json \u202e',
  ];
  const { user } = show(stateWith(), { app: { log } });
  await user.click(screen.getByRole('tab', { name: 'App log' }));
  const lines = screen.getByRole('log', { name: 'Lines of the app log' });
  await waitFor(() => expect(lines.textContent).toContain('app.started'));
  expect(within(lines).getByRole('img').textContent).toBe('U+202E');
  await user.selectOptions(screen.getByLabelText('Least level'), 'error');
  expect(lines.textContent).not.toContain('app.started');
  expect(lines.textContent).toContain('web.failed {"port":1}');
});
