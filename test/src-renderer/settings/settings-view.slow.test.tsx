import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type KeychainState, type ProfilesState, type ProfileView, Settings, type SettingsState } from '#contract';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { settingGroups } from '../../../src-renderer/settings/form/setting-fields.ts';
import { SettingsView } from '../../../src-renderer/settings/settings-view.tsx';
import { ActionsProvider, useActions } from '../../../src-renderer/state/actions.tsx';
import { SettingsProvider } from '../../../src-renderer/state/settings.tsx';
import { apiOf, Feed, failure } from '../../support/pane.tsx';

const local: ProfileView = {
  name: 'local',
  preset: 'ollama',
  baseUrl: 'http://localhost:11434/v1/',
  model: 'qwen3',
  concurrency: 1,
  context: 16_384,
  contextFrom: 'default',
  scope: 'global',
  key: 'profile',
  isDefault: true,
  isSelected: true,
};
const files: ProfilesState['files'] = [
  {
    path: '/home/me/.phishell.yaml',
    scope: 'global',
    exists: true,
    isTrusted: true,
    yaml: 'profiles:\n  local: # mine\n    preset: ollama\n',
  },
  { path: '/home/me/project/.phishell.yaml', scope: 'local', exists: false, isTrusted: false, yaml: '' },
];
const profilesWith = (more: Partial<ProfilesState> = {}): ProfilesState => ({
  profiles: [local],
  selected: ['local'],
  default: 'local',
  files,
  problems: [],
  warnings: [],
  isDemo: false,
  ...more,
});
const system: KeychainState = { store: 'system', file: 'none' };

const stateWith = (more: Partial<SettingsState> = {}): SettingsState => ({
  settings: Settings.parse({}),
  file: '/data/settings.yaml',
  yaml: 'appearance:\n  theme: dark\nlimits:\n  rounds: 3\n',
  problems: [],
  ...more,
});

/** Lists the settings of the schema, including optional ones. */
function allSettings(): string[] {
  const schema = z.toJSONSchema(Settings, { io: 'input' }) as Section;
  return Object.entries(schema.properties ?? {}).flatMap(([id, section]) =>
    section.properties === undefined ? [] : keysIn(id, section),
  );
}

interface Section {
  readonly properties?: Readonly<Record<string, Section>>;
}

/** Lists the keys of a section and of its nested sections. */
function keysIn(id: string, { properties }: Section): string[] {
  if (properties === undefined) return [id];
  return Object.entries(properties).flatMap(([name, inner]) => keysIn(`${id}.${name}`, inner));
}

/** A list, which is written in the file. */
const IN_FILE = 'prompts.tools.allow';

interface SavedSetting {
  readonly key: string;
  readonly value: unknown;
}

function NewTerminal() {
  useActions([{ id: 'terminal.new', title: 'New terminal', group: 'Terminals', keys: 'Mod+Shift+T', run: () => {} }]);
  return undefined;
}

function show(state = stateWith(), parts: Record<string, Record<string, unknown>> = {}) {
  const sent: SavedSetting[] = [];
  const api = apiOf({
    settings: { set: async (change: SavedSetting) => void sent.push(change), ...parts.settings },
    profiles: { changed: new Feed(profilesWith()).open, localServers: async () => [], ...parts.profiles },
    keychain: { changed: new Feed(system).open, ...parts.keychain },
    adapter: { changed: new Feed().open },
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
    // Prices are a map and have a table of their own; repairs are switched where they are counted.
    const others = ['chat.prices', 'guard.disabled_rules', IN_FILE];
    expect(keys).toEqual(allSettings().filter((key) => !others.includes(key)));
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

    await user.selectOptions(screen.getByLabelText('Record file changes by'), 'commands');
    expect(sent.at(-1)).toEqual({ key: 'record.watch', value: 'commands' });
  });

  test('a list of names is one field with commas between them', async () => {
    const { sent, user } = show();
    const folders = screen.getByLabelText('Unwatched folders');
    expect(folders).toHaveProperty('value', 'node_modules, .venv, venv, __pycache__, target, .cache');
    await user.clear(folders);
    await user.type(folders, 'node_modules,  vendor, {Enter}');
    expect(sent).toEqual([{ key: 'record.unwatched_folders', value: ['node_modules', 'vendor'] }]);
  });

  test('a number is saved with Enter, and only if it differs', async () => {
    const { sent, user } = show();
    const rounds = screen.getByLabelText('Replies per turn');
    await user.click(rounds);
    await user.keyboard('{Enter}');
    expect(sent).toEqual([]);
    await user.clear(rounds);
    await user.type(rounds, '40{Enter}');
    expect(sent).toEqual([{ key: 'limits.rounds', value: 40 }]);
  });

  test.each(['0', '1001', 'many', '2.5'])('%s rounds are refused beside the field, and stay in it', async (typed) => {
    const { sent, user } = show();
    const rounds = screen.getByLabelText('Replies per turn');
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
    await user.click(screen.getByRole('button', { name: 'Reset Replies per turn to 25' }));
    expect(sent).toEqual([{ key: 'limits.rounds', value: undefined }]);
  });

  test('an empty limit is no limit, and goes back to the usual one', async () => {
    const { sent, user, again } = show();
    const memory = screen.getByLabelText('Command memory MB');
    expect(memory).toHaveProperty('value', '4096');
    await user.clear(memory);
    await user.keyboard('{Enter}');
    again(stateWith({ settings: Settings.parse({ limits: { command_memory_mb: null } }) }));
    expect(memory).toMatchObject({ value: '', placeholder: 'no limit' });
    await user.click(screen.getByRole('button', { name: 'Reset Command memory MB to 4096' }));
    expect(sent).toEqual([
      { key: 'limits.command_memory_mb', value: null },
      { key: 'limits.command_memory_mb', value: undefined },
    ]);
  });

  test.each(['0', '-1', 'much'])('a limit of %s is refused', async (typed) => {
    const { sent, user } = show();
    const cpu = screen.getByLabelText('Command CPU percent');
    await user.type(cpu, `${typed}{Enter}`);
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert').textContent).not.toBe('');
  });

  test('a limit says its unit, its usual value and what an empty field means', () => {
    show();
    const help = (name: string) => {
      const id = screen.getByLabelText(name).getAttribute('aria-describedby');
      return document.getElementById(id ?? '')?.textContent;
    };
    expect(help('Command memory MB')).toMatch(/in MB of 1,048,576 bytes \(usually 4,096, empty: no limit\)$/);
    expect(help('Command CPU percent')).toMatch(/percent of one core: 200 is two cores \(empty: no limit\)$/);
    expect(help('Command processes')).toMatch(/\(usually 1,000, empty: no limit\)$/);
  });

  test('a change from elsewhere is shown', () => {
    const { again } = show();
    again(stateWith({ settings: Settings.parse({ limits: { rounds: 7 } }) }));
    expect(screen.getByLabelText('Replies per turn')).toHaveProperty('value', '7');
  });

  test('every setting is found by its key, with a label and words of help, or the page that has it', () => {
    show();
    const search = screen.getByLabelText('Search settings');
    const elsewhere = ['model.demo', 'keychain.store'];
    const names = allSettings().filter((key) => key !== IN_FILE);
    expect(names).toEqual(expect.arrayContaining(['chat.spending_cap', 'console.shell', ...elsewhere]));
    for (const key of names) {
      fireEvent.change(search, { target: { value: key } });
      if (elsewhere.includes(key)) screen.getByRole('button', { name: 'Profiles and keys' });
      else if (key === 'guard.disabled_rules') screen.getByRole('button', { name: 'Repairs' });
      else if (key === 'chat.prices') screen.getByRole('table', { name: /^Prices, in US dollars/ });
      else {
        const row = document.querySelector(`[data-setting="${key}"]`);
        const control = row?.querySelector('input, select, textarea');
        const help = document.getElementById(control?.getAttribute('aria-describedby') ?? '');
        expect([key, row?.querySelector('label')?.htmlFor]).toEqual([key, control?.id]);
        expect([key, help?.textContent]).toEqual([key, expect.stringMatching(/\w/)]);
      }
    }
  });

  test('a spending cap is set and taken away; what is none is refused', async () => {
    const { sent, user, again } = show();
    const cap = screen.getByLabelText('Spending cap');
    await user.type(cap, '0{Enter}');
    expect(screen.getByRole('alert').textContent).not.toBe('');
    await user.clear(cap);
    await user.type(cap, '2.5{Enter}');
    again(stateWith({ settings: Settings.parse({ chat: { spending_cap: 2.5 } }) }));
    await user.click(screen.getByRole('button', { name: 'Reset Spending cap to unset' }));
    expect(sent).toEqual([
      { key: 'chat.spending_cap', value: 2.5 },
      { key: 'chat.spending_cap', value: undefined },
    ]);
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

describe('profiles', () => {
  const passes = { ok: true, message: 'qwen3 answered', models: ['qwen3', 'llama'], durationMs: 40 };

  async function open(parts: Record<string, Record<string, unknown>> = {}) {
    const shown = show(stateWith(), parts);
    await shown.user.click(screen.getByRole('tab', { name: 'Profiles and keys' }));
    await screen.findByRole('article', { name: 'Profile local' }).catch(() => undefined);
    return shown;
  }

  test('are listed with model, server, key and where they come from, and what is wrong with them', async () => {
    const broken = {
      ...local,
      name: 'work',
      scope: 'local',
      key: 'withheld',
      isDefault: false,
      isSelected: false,
      problem: 'model: it is empty',
    };
    const trusted: unknown[] = [];
    const { user } = await open({
      profiles: {
        changed: new Feed(profilesWith({ profiles: [local, broken as ProfileView] })).open,
        trustFolder: async (input: unknown) => void trusted.push(input),
      },
    });
    const one = await screen.findByRole('article', { name: 'Profile local' });
    expect(one.textContent).toContain('qwen3 at http://localhost:11434/v1/');
    expect(one.textContent).toContain('default');
    const other = screen.getByRole('article', { name: 'Profile work' });
    expect(within(other).getByRole('alert').textContent).toContain('model: it is empty');
    await user.click(within(other).getByRole('button', { name: 'Trust this folder' }));
    expect(trusted).toEqual([{ path: '/home/me/project', trusted: true }]);
  });

  test('a kept key of another server is named, can be forgotten, and offers no trust', async () => {
    const forgotten: unknown[] = [];
    const moved = { ...local, key: 'elsewhere' } as ProfileView;
    const { user } = await open({
      profiles: {
        changed: new Feed(profilesWith({ profiles: [moved, { ...moved, name: 'theirs', scope: 'local' }] })).open,
        forgetKey: async (input: unknown) => void forgotten.push(input),
      },
    });
    const one = within(await screen.findByRole('article', { name: 'Profile local' }));
    expect(one.getByText(/kept key is for another server/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Trust this folder' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Forget the key of theirs' })).toBeNull();
    await user.click(one.getByRole('button', { name: 'Forget the key of local' }));
    expect(forgotten).toEqual([{ name: 'local' }]);
  });

  test('saving one that was opened writes no more than what differs from its preset', async () => {
    const saved: unknown[] = [];
    const { user } = await open({ profiles: { save: async (input: unknown) => void saved.push(input) } });
    await user.click(await screen.findByRole('button', { name: 'Edit local' }));
    await user.type(screen.getByLabelText('Requests at once'), '4');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).toEqual([
      { scope: 'global', name: 'local', fields: { preset: 'ollama', model: 'qwen3', concurrency: 4 } },
    ]);
  });

  test('a new one is tested with what is typed, offers the models of the server, and keeps its key where it was said', async () => {
    const tested: unknown[] = [];
    const saved: unknown[] = [];
    const { user } = await open({
      profiles: {
        test: async (input: unknown) => {
          tested.push(input);
          return passes;
        },
        save: async (input: unknown) => void saved.push(input),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'New profile' }));
    await user.type(screen.getByLabelText('Name'), 'mine');
    await user.type(screen.getByLabelText('Base URL'), 'http://127.0.0.1:1234/v1');
    // Most servers on this machine need no key: only who says otherwise is asked for one.
    expect(screen.queryByLabelText('API key')).toBeNull();
    await user.click(screen.getByLabelText('This server needs no key'));
    await user.type(screen.getByLabelText('API key'), 'secret');
    await user.selectOptions(screen.getByLabelText('The key is kept in'), 'This run only');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Test connection' }));
    await user.click(await screen.findByRole('button', { name: 'llama' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(tested).toEqual([{ baseUrl: 'http://127.0.0.1:1234/v1', model: 'gpt-4o', key: 'secret' }]);
    expect(saved).toEqual([
      {
        scope: 'global',
        name: 'mine',
        fields: { baseUrl: 'http://127.0.0.1:1234/v1', model: 'llama' },
        key: 'secret',
        keyIn: 'session',
      },
    ]);
  });

  test('a new one for a server on this machine is saved as one that needs no key', async () => {
    const saved: unknown[] = [];
    const { user } = await open({ profiles: { save: async (input: unknown) => void saved.push(input) } });
    await user.click(await screen.findByRole('button', { name: 'New profile' }));
    await user.type(screen.getByLabelText('Name'), 'mine');
    await user.type(screen.getByLabelText('Base URL'), 'http://127.0.0.1:8099/v1');
    expect(screen.getByLabelText<HTMLInputElement>('This server needs no key').checked).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved).toEqual([
      {
        scope: 'global',
        name: 'mine',
        fields: { baseUrl: 'http://127.0.0.1:8099/v1' },
        key: 'none',
        keyIn: 'profile',
      },
    ]);
  });

  test('one that is known to need no key shows it, and asks for a key once that is unticked', async () => {
    const saved: { key?: string }[] = [];
    const { user } = await open({
      profiles: {
        changed: new Feed(profilesWith({ profiles: [{ ...local, preset: undefined, key: 'none' }] })).open,
        save: async (input: { key?: string }) => void saved.push(input),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit local' }));
    const tick = screen.getByLabelText<HTMLInputElement>('This server needs no key');
    expect(tick.checked).toBe(true);
    await user.click(tick);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.key).toBe('');
  });

  test('a failing test shows the server’s own words, and what was typed stays', async () => {
    const fails = { ok: false, message: '401: invalid api key', advice: 'Check the key.', models: [], durationMs: 5 };
    const { user } = await open({ profiles: { test: async () => fails } });
    await user.click(await screen.findByRole('button', { name: 'Edit local' }));
    await user.type(screen.getByLabelText('API key'), 'wrong');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Test connection' }));
    const problem = await screen.findByRole('alert');
    expect(problem.textContent).toContain('401: invalid api key');
    expect(problem.textContent).toContain('Check the key.');
    expect(screen.getByLabelText('API key')).toHaveProperty('value', 'wrong');
  });

  test('what cannot be a profile is said before anything is sent; what the host refuses, with every problem', async () => {
    const refusal = Object.assign(failure('INVALID_INPUT', 'It is not written.'), {
      data: { problems: [{ path: 'profiles.mine.context', message: 'must be at least 2000' }] },
    });
    const sent: unknown[] = [];
    const save = async (input: unknown) => {
      sent.push(input);
      throw refusal;
    };
    const { user } = await open({ profiles: { save } });
    await user.click(await screen.findByRole('button', { name: 'New profile' }));
    await user.type(screen.getByLabelText('Context, in tokens'), '12');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'One to 64 letters, digits, dots and dashes, no spaces.',
      'A whole number, 2000 or more.',
    ]);
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText('Name'), 'mine');
    await user.type(screen.getByLabelText('Context, in tokens'), '000');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByText('must be at least 2000')).textContent).toBeDefined();
  });

  test('a server that was found on this machine becomes a profile', async () => {
    const found = [{ name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', models: ['phi'] }];
    const saved: unknown[] = [];
    const { user } = await open({
      profiles: { localServers: async () => found, save: async (input: unknown) => void saved.push(input) },
    });
    await user.click(await screen.findByRole('button', { name: 'Make a profile of LM Studio' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ name: 'lm-studio', fields: { baseUrl: found[0]?.baseUrl, model: 'phi' } });
  });

  test('each file shows its problems and warnings by line, and its YAML is saved as it was typed', async () => {
    const saved: unknown[] = [];
    const { user } = await open({
      profiles: {
        changed: new Feed(
          profilesWith({
            problems: [
              { file: '/home/me/.phishell.yaml', path: 'profiles.local.context', line: 3, message: 'is no number' },
            ],
            warnings: [
              { file: '/home/me/project/.phishell.yaml', path: 'profiles.x.modle', line: 1, message: 'is not known' },
            ],
          }),
        ).open,
        saveYaml: async (input: unknown) => void saved.push(input),
      },
    });
    const yours = within(await screen.findByRole('region', { name: 'Your profiles' }));
    await user.click(yours.getByRole('button', { name: 'Line 3' }));
    const field = yours.getByRole('textbox', { name: 'Your profiles' }) as HTMLTextAreaElement;
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('    preset: ollama');
    expect(
      within(screen.getByRole('region', { name: 'Profiles of this folder' })).getByText('is not known'),
    ).toBeDefined();
    await user.clear(field);
    await user.type(field, 'profiles: # none');
    await user.click(yours.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([{ scope: 'global', yaml: 'profiles: # none' }]);
  });

  test('one is removed after a question', async () => {
    const removed: unknown[] = [];
    const { user } = await open({ profiles: { remove: async (input: unknown) => void removed.push(input) } });
    await user.click(await screen.findByRole('button', { name: 'Remove local' }));
    await user.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(removed).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove local' }));
    expect(screen.getByRole('dialog').textContent).toContain('/home/me/.phishell.yaml');
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    expect(removed).toEqual([{ scope: 'global', name: 'local' }]);
  });

  test('the demo is turned on and off', async () => {
    const sent: unknown[] = [];
    const { user } = await open({ profiles: { useDemo: async (input: unknown) => void sent.push(input) } });
    await user.click(await screen.findByLabelText(/Use the built-in demo/));
    expect(sent).toEqual([{ on: true }]);
  });

  test('where the system’s keychain does not answer that is said, and an encrypted file can be made', async () => {
    const chosen: unknown[] = [];
    const { user } = await open({
      keychain: {
        changed: new Feed<KeychainState>({ ...system, systemProblem: 'DBus error: no such service' }).open,
        choose: async (input: unknown) => void chosen.push(input),
      },
    });
    const card = within(await screen.findByRole('region', { name: 'Where keys are kept' }));
    expect(card.getByRole('alert').textContent).toContain('DBus error: no such service');
    expect(card.getByRole('radio', { name: /The system’s keychain does not answer/ })).toHaveProperty('checked', true);
    expect(card.getByRole('radio', { name: /This run only in use/ })).toHaveProperty('checked', false);
    await user.click(card.getByLabelText(/An encrypted file/));
    await user.type(card.getByLabelText('Passphrase'), 'long enough');
    await user.type(card.getByLabelText('Passphrase again'), 'long enoug');
    expect(card.getByRole('button', { name: 'Use the encrypted file' })).toHaveProperty('disabled', true);
    await user.type(card.getByLabelText('Passphrase again'), 'h');
    await user.click(card.getByRole('button', { name: 'Use the encrypted file' }));
    expect(chosen).toEqual([{ store: 'file', passphrase: 'long enough' }]);
  });

  test('an encrypted file that is chosen and not there is made with a passphrase', async () => {
    const chosen: unknown[] = [];
    const { user } = await open({
      keychain: {
        changed: new Feed<KeychainState>({ store: 'file', file: 'none' }).open,
        choose: async (input: unknown) => void chosen.push(input),
      },
    });
    await user.type(await screen.findByLabelText('Passphrase'), 'long enough');
    await user.type(screen.getByLabelText('Passphrase again'), 'long enough');
    await user.click(screen.getByRole('button', { name: 'Use the encrypted file' }));
    expect(chosen).toEqual([{ store: 'file', passphrase: 'long enough' }]);
  });

  test('a locked file is opened with its passphrase; a wrong one is said and stays', async () => {
    const unlock = async () => Promise.reject(failure('DENIED', 'The passphrase is wrong.'));
    const { user } = await open({
      keychain: { changed: new Feed<KeychainState>({ store: 'file', file: 'locked' }).open, unlock },
    });
    const field = await screen.findByLabelText('Passphrase');
    await user.type(field, 'not that one');
    await user.click(screen.getByRole('button', { name: 'Unlock' }));
    expect(await screen.findByText('The passphrase is wrong.')).toBeDefined();
    expect(field).toHaveProperty('value', 'not that one');
  });
});

test('without any price there are no columns without a row', () => {
  show(stateWith({}));
  expect(screen.queryByRole('columnheader', { name: 'Sent' })).toBeNull();
});

test('prices are added and removed as a whole', async () => {
  const gpt = { input: 2.5, output: 10 };
  const { sent, user } = show(stateWith({ settings: Settings.parse({ chat: { prices: { 'gpt-4o': gpt } } }) }));
  const form = within(screen.getByRole('form', { name: 'Price of a model' }));
  await user.type(form.getByLabelText('Model'), 'qwen*');
  await user.type(form.getByLabelText('Sent'), 'x');
  expect(form.getByRole('button', { name: 'Add price' })).toHaveProperty('disabled', true);
  await user.clear(form.getByLabelText('Sent'));
  await user.type(form.getByLabelText('Sent'), '.1');
  await user.type(form.getByLabelText('Received'), '0');
  await user.type(form.getByLabelText('Cached'), 'x');
  expect(form.getByRole('button', { name: 'Add price' })).toHaveProperty('disabled', true);
  await user.clear(form.getByLabelText('Cached'));
  await user.click(form.getByRole('button', { name: 'Add price' }));
  await user.type(form.getByLabelText('Model'), 'claude*');
  for (const [field, dollars] of [
    ['Sent', '3'],
    ['Cached', '.3'],
    ['Received', '15'],
  ] as const) {
    await user.type(form.getByLabelText(field), dollars);
  }
  await user.click(form.getByRole('button', { name: 'Add price' }));
  await user.click(screen.getByRole('button', { name: 'Remove the price of gpt-4o' }));
  expect(sent).toEqual([
    { key: 'chat.prices', value: { 'gpt-4o': gpt, 'qwen*': { input: 0.1, output: 0 } } },
    { key: 'chat.prices', value: { 'gpt-4o': gpt, 'claude*': { input: 3, output: 15, cached: 0.3 } } },
    { key: 'chat.prices', value: {} },
  ]);
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
