import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import {
  type AgentWorkspace,
  type Inbox,
  type KeyRequest,
  type LayoutEntries,
  type Notice,
  type ProfilesState,
  type ProviderView,
  Settings,
  type SettingsState,
} from '#contract';
import type { ApiClient } from '../../../src-renderer/api/connect.ts';
import { ConnectionLostError } from '../../../src-renderer/api/connection-lost-error.ts';
import { type ConnectionState, ObservableValue } from '../../../src-renderer/api/connection-state.ts';
import { App } from '../../../src-renderer/app/start/app.tsx';
import { apiOf, Feed, failure } from '../../support/pane.tsx';

const info = {
  version: '0.1.0',
  platform: 'linux',
  target: 'browser',
  workspace: { path: '/home/me', name: 'work', isSample: false },
  dataFolder: '/data',
  logFile: '/data/app.log',
  startedAt: 0,
};
/** Profiles of a person who has none. */
export const none: ProfilesState = { profiles: [], selected: [], files: [], problems: [], warnings: [], isDemo: false };
export const qwen: ProfilesState['profiles'][number] = {
  name: 'local',
  baseUrl: 'http://127.0.0.1:11434/v1/',
  model: 'qwen3',
  concurrency: 1,
  context: 2048,
  contextFrom: 'default',
  scope: 'global',
  key: 'profile',
  isDefault: true,
  isSelected: true,
};
/** Settings as the host tells them. */
export const settingsState = (more: Record<string, unknown> = {}): SettingsState => ({
  settings: Settings.parse(more),
  file: '/data/settings.yaml',
  yaml: '',
  problems: [],
});

/** Opens the whole app on an API of feeds, and a connection that the test loses. */
export function openShell(
  layout: Record<string, unknown> = { view: 'workspaces' },
  asked: Record<string, unknown> = {},
) {
  const saved: Record<string, unknown>[] = [];
  const entries = Object.entries(layout).map(([key, value]) => [key, { value, at: 1 }]);
  const host = { isAway: false, isFull: false };
  const app = { info: async () => info };
  const feeds = {
    settings: new Feed(settingsState()),
    waiting: new Feed<readonly unknown[]>([]),
    layout: new Feed(Object.fromEntries(entries)),
    notices: new Feed<readonly Notice[]>([]),
    profiles: new Feed(none),
    keyRequests: new Feed<readonly KeyRequest[]>([]),
    providers: new Feed<readonly ProviderView[]>([]),
    workspaces: new Feed<readonly AgentWorkspace[]>([]),
    inbox: new Feed<Inbox>({ runs: [], older: 0, unread: 0 }),
  };
  const api = apiOf({
    app: {
      info: () => app.info(),
      layoutChanged: feeds.layout.open,
      saveLayout: async (changes: LayoutEntries) => {
        if (host.isAway) throw new ConnectionLostError();
        if (host.isFull) throw failure('LIMIT_EXCEEDED', 'The layout is too large');
        saved.push(Object.fromEntries(Object.entries(changes).map(([key, { value }]) => [key, value])));
      },
      notices: feeds.notices.open,
      dismissNotice: async () => {},
      closingChanged: new Feed({ endsHost: true, running: ['a shell in /home/me'], background: [], choice: 'ask' })
        .open,
      quit: async () => {},
    },
    settings: { changed: feeds.settings.open, set: async () => {} },
    approvals: { waiting: feeds.waiting.open },
    profiles: {
      changed: feeds.profiles.open,
      keyRequests: feeds.keyRequests.open,
      localServers: async () => [],
      ...asked,
    },
    workspaces: { changed: feeds.workspaces.open },
    schedules: { inbox: feeds.inbox.open, changed: new Feed([]).open },
    providers: { changed: feeds.providers.open },
    sessions: { changed: new Feed([]).open },
    changes: { changed: new Feed({ proposals: [], turns: [], older: 0 }).open },
    activity: {
      appended: new Feed().open,
      query: async () => ({ events: [], more: false, warnings: [] }),
    },
  });
  const state = new ObservableValue<ConnectionState>({ state: 'connected', epoch: 1 });
  let retries = 0;
  const retryNow = () => {
    retries += 1;
  };
  // The shell uses no more of a link than this.
  const link = { state, retryNow } as ApiClient['link'];
  const view = render(<App client={{ api, link }} />);
  onTestFinished(() => {
    view.unmount();
    sessionStorage.clear();
  });
  const close = () => view.unmount();
  return { ...feeds, close, connection: state, host, api: app, saved, retries: () => retries, user: userEvent.setup() };
}

/** Finds the rail, once the app is there. */
export const rail = async () => within(await screen.findByRole('navigation', { name: 'Main' }));
