import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { KeychainState, ProfileView } from '#contract';
import { ProfilesPane } from '../../../../src-renderer/settings/profiles/profiles-pane.tsx';
import { Feed, failure } from '../../../support/pane.tsx';
import { type Answers, local, profilesWith, showSettings, stateWith, system } from '../settings-box.tsx';

describe('profiles', () => {
  const passes = { ok: true, message: 'qwen3 answered', models: ['qwen3', 'llama'], durationMs: 40 };

  async function open(parts: Answers = {}) {
    const shown = showSettings(stateWith(), parts, () => <ProfilesPane section={undefined} asked={0} isVisible />);
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
    const { user } = showSettings(stateWith(), {
      profiles: {
        changed: new Feed(profilesWith({ profiles: [local, broken as ProfileView] })).open,
        trustFolder: async (input: unknown) => void trusted.push(input),
      },
    });
    await user.click(screen.getByRole('tab', { name: 'Profiles and keys' }));
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

  test('one of Anthropic’s protocol is tested by that', async () => {
    const tested: unknown[] = [];
    const claude = { ...local, name: 'claude', baseUrl: 'https://api.anthropic.com', protocol: 'anthropic' } as const;
    const test = async (input: unknown) => {
      tested.push(input);
      return passes;
    };
    const { user } = await open({
      profiles: { changed: new Feed(profilesWith({ profiles: [claude as ProfileView] })).open, test },
    });
    await user.click(await screen.findByRole('button', { name: 'Test connection of claude' }));
    expect(tested).toMatchObject([{ profile: 'claude', protocol: 'anthropic' }]);
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
        isNew: true,
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
        isNew: true,
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
