import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { type KeychainState, type ProfilesState, type ProfileView, Settings, type SettingsState } from '#contract';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { SettingsView } from '../../../src-renderer/settings/settings-view.tsx';
import { ActionsProvider, useActions } from '../../../src-renderer/state/actions.tsx';
import { SettingsProvider } from '../../../src-renderer/state/settings.tsx';
import { apiOf, Feed } from '../../support/pane.tsx';

export const local: ProfileView = {
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
export const profilesWith = (more: Partial<ProfilesState> = {}): ProfilesState => ({
  profiles: [local],
  selected: ['local'],
  default: 'local',
  files,
  problems: [],
  warnings: [],
  isDemo: false,
  ...more,
});
export const system: KeychainState = { store: 'system', file: 'none' };

export const stateWith = (more: Partial<SettingsState> = {}): SettingsState => ({
  settings: Settings.parse({}),
  file: '/data/settings.yaml',
  yaml: 'appearance:\n  theme: dark\nlimits:\n  rounds: 3\n',
  problems: [],
  ...more,
});

export interface SavedSetting {
  readonly key: string;
  readonly value: unknown;
}

type Pane = (state: SettingsState) => ReactNode;

const wholeView: Pane = () => <SettingsView isVisible />;

/** An action with a key, as another view offers it. */
function NewTerminal() {
  useActions([{ id: 'terminal.new', title: 'New terminal', group: 'Terminals', keys: 'Mod+Shift+T', run: () => {} }]);
  return undefined;
}

/** Answers of the host, by part of the API and by name. */
export type Answers = Record<string, Record<string, unknown>>;

/** Shows the settings, or a pane of them alone, which takes half of the time. */
export function showSettings(state = stateWith(), parts: Answers = {}, pane: Pane = wholeView) {
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
          {pane(now)}
        </ActionsProvider>
      </SettingsProvider>
    </ApiProvider>
  );
  const view = render(page(state));
  onTestFinished(() => view.unmount());
  return { sent, user: userEvent.setup(), again: (now: SettingsState) => view.rerender(page(now)) };
}
