import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type KeychainState, Settings } from '#contract';
import { settingGroups, TITLES } from '../../../src-renderer/settings/form/setting-fields.ts';
import { PromptsPane } from '../../../src-renderer/settings/prompts-pane.tsx';
import { apiOf, Feed, failure, renderPane } from '../../support/pane.tsx';

const REST = { isOn: false, needsToken: false, requests: 0, failures: 0 };

/** A keychain of one password; a locked one says so. */
function show({ password = '', kept = 'kept', locked = false } = {}) {
  const host = { password, locked, kept };
  const keychain = new Feed<KeychainState>({ store: 'session', file: 'none' });
  const api = apiOf({
    prompts: {
      rest: new Feed(REST).open,
      redisPassword: async () =>
        host.locked
          ? { isKept: false, problem: 'the encrypted file is locked' }
          : { isKept: host.password !== '', isForRun: host.password !== '' && host.kept === 'session' },
      setRedisPassword: async (input: { readonly password: string }) => {
        if (host.locked) throw failure('UNAVAILABLE', 'The key is not removed: locked');
        host.password = input.password;
        return { kept: host.kept };
      },
    },
    keychain: { changed: keychain.open },
  });
  const state = { settings: Settings.parse({}), file: '/settings.yaml', yaml: '', problems: [] };
  const { container } = renderPane(api, <PromptsPane state={state} />);
  const row = () =>
    within(container.querySelector<HTMLElement>('[data-setting="prompts.redis.password"]') as HTMLElement);
  return { host, keychain, row, user: userEvent.setup(), text: () => container.textContent };
}

test('a password of Redis is kept, replaced and removed, and never shown', async () => {
  const { host, row, user, text } = show();
  const field = await screen.findByLabelText<HTMLInputElement>('Password of Redis');
  expect(field.type).toBe('password');
  await waitFor(() => expect(field.placeholder).toBe('none is kept'));
  await user.type(field, 'first one{Enter}');
  await row().findByText('one is kept');
  expect(host.password).toBe('first one');
  expect(text()).not.toContain('first one');

  await user.click(row().getByRole('button', { name: 'Replace…' }));
  const next = screen.getByLabelText<HTMLInputElement>('Password of Redis');
  expect([next.value, document.activeElement]).toEqual(['', next]);
  await user.keyboard('{Escape}');
  await row().findByText('one is kept');
  await user.click(row().getByRole('button', { name: 'Replace…' }));
  await user.keyboard('second');
  await user.click(row().getByRole('button', { name: 'Keep' }));
  await row().findByText('one is kept');
  expect(host.password).toBe('second');

  await user.click(row().getByRole('button', { name: 'Remove…' }));
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(host.password).toBe('second');
  await user.click(row().getByRole('button', { name: 'Remove…' }));
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(row().queryByText('one is kept')).toBeNull());
  expect(host.password).toBe('');
});

test('one that no keychain took is said to be forgotten with the run', async () => {
  const { row, user } = show({ kept: 'session' });
  await user.type(await screen.findByLabelText('Password of Redis'), 'x{Enter}');
  await row().findByText(/forgotten with this run/);
});

test('one that a keychain takes later, or took before the page was opened, is said to be kept as it is', async () => {
  const { host, keychain, row } = show({ password: 'x', kept: 'session' });
  await row().findByText(/forgotten with this run/);
  host.kept = 'kept';
  keychain.push({ store: 'file', file: 'open' });
  await waitFor(() => expect(row().queryByText(/forgotten with this run/)).toBeNull());
  row().getByText('one is kept');
});

test('where it cannot be told whether one is kept, that is said; what the keychain refuses is, too', async () => {
  const { row, user } = show({ password: 'kept before', locked: true });
  await row().findByText(/Cannot check for a saved password: the encrypted file is locked/);
  await user.type(screen.getByLabelText('Password of Redis'), 'x{Enter}');
  await row().findByText(/locked$/, { selector: 'strong' });
});

test('every setting of the prompt engine has a title in plain words, and no two the same', () => {
  const fields = settingGroups().flatMap(({ id, fields: all }) => (id === 'prompts' ? all : []));
  expect(fields.map(({ key }) => key).sort()).toEqual(
    Object.keys(TITLES)
      .filter((key) => key.startsWith('prompts.'))
      .sort(),
  );
  expect(new Set(fields.map(({ title }) => title)).size).toBe(fields.length);
});
