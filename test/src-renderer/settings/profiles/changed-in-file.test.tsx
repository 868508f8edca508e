import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { KeychainState, ProfilesState, ProfileView } from '#contract';
import { ApiProvider } from '../../../../src-renderer/api/api-context.tsx';
import { ProfilesPane } from '../../../../src-renderer/settings/profiles/profiles-pane.tsx';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { apiOf, Feed, renderPane } from '../../../support/pane.tsx';
import { session } from '../../sessions/session-workbench.tsx';

const mine: ProfileView = {
  name: 'mine',
  baseUrl: 'http://one.example/v1',
  model: 'small',
  prompt: 'Be brief.',
  concurrency: 1,
  context: 16_384,
  contextFrom: 'default',
  scope: 'global',
  key: 'keychain',
  isDefault: false,
  isSelected: true,
};
const stateWith = (...profiles: ProfileView[]): ProfilesState => ({
  profiles,
  selected: profiles.map(({ name }) => name),
  files: [],
  problems: [],
  warnings: [],
  isDemo: false,
});

/** Opens the form of the profile and types another model into it. */
async function edit() {
  const changed = new Feed(stateWith(mine));
  const saved: { fields: unknown }[] = [];
  const api = apiOf({
    profiles: {
      changed: changed.open,
      localServers: async () => [],
      save: async (input: { fields: unknown }) => void saved.push(input),
    },
    keychain: { changed: new Feed<KeychainState>({ store: 'system', file: 'none' }).open },
  });
  const view = render(
    <ApiProvider api={api}>
      <ProfilesPane isVisible section={undefined} asked={0} />
    </ApiProvider>,
  );
  onTestFinished(() => view.unmount());
  fireEvent.click(await screen.findByRole('button', { name: 'Edit mine' }));
  fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'large' } });
  const save = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    return saved[0]?.fields;
  };
  return { push: (...profiles: ProfileView[]) => act(async () => changed.push(stateWith(...profiles))), save };
}

test('what was not typed follows the file, and what was typed stays', async () => {
  const { push, save } = await edit();
  await push({ ...mine, prompt: 'Be kind.' });
  expect(await screen.findByText('The file changed. The fields show its new values.')).toBeDefined();
  expect(screen.getByLabelText('Prompt')).toHaveProperty('value', 'Be kind.');
  expect(await save()).toEqual({ baseUrl: mine.baseUrl, model: 'large', prompt: 'Be kind.' });
});

test('what was typed and has changed in the file, too, is named, and the person chooses', async () => {
  const { push, save } = await edit();
  await push({ ...mine, model: 'medium' });
  expect(await screen.findByText(/^The file changed, too: Model\. Saving writes what you typed\./)).toBeDefined();
  expect(screen.getByLabelText('Model')).toHaveProperty('value', 'large');
  fireEvent.click(screen.getByRole('button', { name: 'Use the file’s values' }));
  expect(screen.getByLabelText('Model')).toHaveProperty('value', 'medium');
  expect(await save()).toMatchObject({ model: 'medium' });
});

test('one that was removed from its file is said to be, and is written again with all that it had', async () => {
  const { push, save } = await edit();
  await push();
  expect(await screen.findByText(/was removed from its file\. Saving writes it again/)).toBeDefined();
  expect(await save()).toEqual({ baseUrl: mine.baseUrl, model: 'large', prompt: mine.prompt });
});

test('what is typed into the own file stays while the session of another folder is shown', async () => {
  const file = { path: '/home/me/.phishell.yaml', scope: 'global', exists: true, isTrusted: true, yaml: '' } as const;
  const sessions = [session(), session({ id: 's2', workspace: '/home/me/other' })];
  const asked: unknown[] = [];
  const api = apiOf({
    sessions: { changed: new Feed(sessions).open },
    profiles: {
      changed: (input: unknown, options?: { readonly signal?: AbortSignal }) => {
        asked.push(input);
        return new Feed({ ...stateWith(mine), files: [file] }).open(input, options);
      },
      localServers: async () => [],
      test: () => Promise.reject(new Error('Nothing answers at one.example.')),
    },
    keychain: { changed: new Feed<KeychainState>({ store: 'system', file: 'none' }).open },
  });
  const store = new LayoutStore({ 'sessions.current': { value: 's1', at: 1 } });
  renderPane(
    api,
    <LayoutProvider store={store}>
      <ProfilesPane isVisible section={undefined} asked={0} />
    </LayoutProvider>,
  );
  const field = () => screen.findByRole('textbox', { name: 'Your profiles' });
  fireEvent.change(await field(), { target: { value: 'profiles: # half' } });
  fireEvent.click(screen.getByRole('button', { name: 'Test connection of mine' }));
  await screen.findByText('Nothing answers at one.example.');
  act(() => store.set('sessions.current', 's2'));
  await waitFor(() => expect(asked).toContainEqual({ workspace: '/home/me/other' }));
  expect(await field()).toHaveProperty('value', 'profiles: # half');
  // The one of the same name there has not been tried.
  expect(screen.queryByText('Nothing answers at one.example.')).toBeNull();
});
