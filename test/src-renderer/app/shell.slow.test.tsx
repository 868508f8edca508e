import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
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
import { type ConnectionState, Observable } from '../../../src-renderer/api/connection-state.ts';
import { App } from '../../../src-renderer/app/start/app.tsx';
import { apiOf, commandQuestion, Feed } from '../../support/pane.tsx';
import { scrolledElements } from '../../support/scrolled-elements.ts';

// Views are loaded when they are first opened, which on a busy machine takes longer than the usual second.

const info = {
  version: '0.1.0',
  platform: 'linux',
  target: 'browser',
  workspace: { path: '/home/me', name: 'work', isSample: false },
  dataFolder: '/data',
  logFile: '/data/app.log',
  startedAt: 0,
};
const none: ProfilesState = { profiles: [], selected: [], files: [], problems: [], warnings: [], isDemo: false };
const qwen: ProfilesState['profiles'][number] = {
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
const settingsState = (more: Record<string, unknown> = {}): SettingsState => ({
  settings: Settings.parse(more),
  file: '/data/settings.yaml',
  yaml: '',
  problems: [],
});

function open(layout: Record<string, unknown> = { view: 'workspaces' }, asked: Record<string, unknown> = {}) {
  const saved: Record<string, unknown>[] = [];
  const entries = Object.entries(layout).map(([key, value]) => [key, { value, at: 1 }]);
  const host = { isAway: false };
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
        saved.push(Object.fromEntries(Object.entries(changes).map(([key, { value }]) => [key, value])));
      },
      notices: feeds.notices.open,
      dismissNotice: async () => {},
      running: async () => ['a shell in /home/me'],
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
  const state = new Observable<ConnectionState>({ state: 'connected', epoch: 1 });
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

const rail = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

describe('the shell', () => {
  test('has the rail with its nine views, in order, and says which is shown', async () => {
    open();
    const buttons = (await rail()).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual([
      'Sessions',
      'Terminals',
      'Changes',
      'Prompts',
      'Workspaces',
      'Schedules',
      'Providers',
      'Activity',
      'Settings',
    ]);
    expect(
      buttons.filter((button) => button.getAttribute('aria-current') === 'page').map(({ textContent }) => textContent),
    ).toEqual(['Workspaces']);
  });

  test('comes back to the view it was left with, and remembers the next', async () => {
    const { user, saved } = open({ view: 'workspaces', other: 1 });
    expect(await screen.findByRole('heading', { name: 'No agent workspace is open' })).toBeDefined();
    await user.click((await rail()).getByRole('button', { name: 'Schedules' }));
    await waitFor(() => expect(saved.at(-1)).toEqual({ view: 'schedules' }));
  });

  test('the rail says how many runs of schedules are unread', async () => {
    const { inbox } = open();
    await act(async () => inbox.push({ runs: [], older: 0, unread: 2 }));
    expect(await (await rail()).findByRole('button', { name: 'Schedules , 2 unread' })).toBeDefined();
  });

  test('opens views by key, and keeps what was typed in one that is left', async () => {
    const { user } = open({ view: 'activity' });
    await user.type(await screen.findByLabelText('Search activity'), 'half typ');
    await user.keyboard('{Control>}5{/Control}');
    expect(await screen.findByRole('heading', { name: 'No agent workspace is open' })).toBeDefined();
    await user.keyboard('{Control>}8{/Control}');
    expect(screen.getByLabelText('Search activity')).toHaveProperty('value', 'half typ');
  });

  test('shows workspace, model, permission mode and connection in the status bar', async () => {
    open();
    const bar = await screen.findByRole('region', { name: 'Status bar' });
    await waitFor(() => expect(bar.textContent).toContain('No model connected'));
    expect(bar.textContent).toMatch(/^Workspace: work.*Permission mode: Ask.*Connected$/);
    expect(within(bar).getByRole('button', { name: 'Model: No model connected' })).toBeDefined();
  });

  test('the status bar names the profile that a new session has', async () => {
    const { profiles } = open();
    const bar = await screen.findByRole('region', { name: 'Status bar' });
    await act(async () => profiles.push({ ...none, profiles: [qwen], selected: ['local'] }));
    expect(await within(bar).findByRole('button', { name: 'Model: local: qwen3 at 127.0.0.1:11434' })).toBeDefined();
    await act(async () => profiles.push({ ...none, isDemo: true }));
    expect(await within(bar).findByRole('button', { name: 'Model: Demo (scripted)' })).toBeDefined();
  });

  test('the status bar names whom the shown session talks to, with the demo on as well', async () => {
    const { profiles } = open({ view: 'workspaces', 'sessions.mode.new': 'chat:local' });
    const bar = await screen.findByRole('region', { name: 'Status bar' });
    await act(async () => profiles.push({ ...none, profiles: [qwen], isDemo: true }));
    expect(await within(bar).findByRole('button', { name: 'Model: local: qwen3 at 127.0.0.1:11434' })).toBeDefined();
  });

  test('the first steps are offered until a profile can answer, and turn on the demo', async () => {
    const sent: unknown[] = [];
    const { profiles, user } = open(
      { view: 'schedules' },
      { useDemo: async (input: unknown) => void sent.push(input) },
    );
    await act(async () =>
      profiles.push({ ...none, profiles: [{ ...qwen, problem: 'the model is missing' }], selected: ['local'] }),
    );
    const steps = await screen.findByRole('region', { name: 'First steps' });
    await act(async () => profiles.push({ ...none, profiles: [qwen], selected: ['local'] }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
    await act(async () => profiles.push(none));
    await user.click(
      within(await screen.findByRole('region', { name: steps.getAttribute('aria-label') ?? '' })).getByRole('button', {
        name: 'Try the demo',
      }),
    );
    expect(sent).toEqual([{ on: true }]);
  });

  test('asks for a key where a request waits for one, keeps the focus where it is, and says why it was refused', async () => {
    const sent: unknown[] = [];
    const answerKey = async (input: { key: string }) => {
      sent.push(input);
      if (input.key === 'wrong') throw Object.assign(new Error('A key has no spaces'), { code: 'INVALID_INPUT' });
    };
    const { keyRequests, user } = open({ view: 'activity' }, { answerKey });
    await user.type(await screen.findByLabelText('Search activity'), 'half');
    const wanted = {
      id: 'k1',
      profile: 'local',
      origin: 'https://api.example.org',
      why: 'There is none yet.',
      isRefused: false,
    };
    await act(async () => keyRequests.push([wanted]));
    const enter = await screen.findByRole('button', { name: 'Enter the key' });
    expect(document.activeElement).toBe(screen.getByLabelText('Search activity'));
    await user.click(enter);
    const field = within(await screen.findByRole('dialog', { name: 'Key for local' })).getByLabelText('Key');
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole('button', { name: 'Use this key' })).toHaveProperty('disabled', true);
    await user.type(field, 'wrong');
    await user.click(screen.getByRole('button', { name: 'Use this key' }));
    expect((await screen.findByRole('alert')).textContent).toBe('A key has no spaces');
    expect(field).toHaveProperty('value', 'wrong');
    await act(async () => keyRequests.push([{ ...wanted, id: 'k2', isRefused: true }]));
    await user.click(await screen.findByRole('button', { name: 'Try the old key again' }));
    expect(sent.at(-1)).toEqual({ id: 'k2', key: '' });
  });

  test('the rail says how many providers wait for the person', async () => {
    const { providers } = open();
    // The rail looks at no more than the state.
    await act(async () => providers.push([{ state: 'changed' }, { state: 'running' }] as ProviderView[]));
    expect(await (await rail()).findByRole('button', { name: /Providers.*1 waiting for you/ })).toBeDefined();
  });

  test('says what waits in the rail and the title, opens the review, and leaves the focus where it is', async () => {
    const { waiting, user } = open({ view: 'activity' });
    await user.click(await screen.findByLabelText('Search activity'));
    await act(async () => waiting.push([commandQuestion()]));
    expect(await (await rail()).findByRole('button', { name: /Sessions.*1 waiting for you/ })).toBeDefined();
    expect(document.title).toBe('(1) Sigma Shell');
    expect(await screen.findByText('npm test')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Search activity'));
    await act(async () => waiting.push([]));
    await waitFor(() => expect(document.title).toBe('Sigma Shell'));
  });

  test('a review that the person has closed opens again for a new question', async () => {
    const { waiting, user } = open();
    await rail();
    await act(async () => waiting.push([commandQuestion()]));
    await user.click(await screen.findByRole('button', { name: 'Hide the review' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Hide the review' })).toBeNull());
    await act(async () => waiting.push([commandQuestion(), commandQuestion({ id: 'q2' })]));
    expect(await screen.findByRole('button', { name: 'Hide the review' })).toBeDefined();
  });

  test('checks the record by the palette from any view, and lists the keys of views that were never opened', async () => {
    const { user } = open({ view: 'schedules' });
    await rail();
    await user.keyboard('{Control>}{Shift>}p{/Shift}{/Control}');
    await user.keyboard('verify{Enter}');
    expect(await screen.findByText(/every line and the chain of hashes are whole/)).toBeTruthy();
    await user.click((await rail()).getByRole('button', { name: 'Settings' }));
    expect(await screen.findByRole('button', { name: 'Change the key of Split right' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Change the key of Next hunk' })).toBeTruthy();
  });

  test('goes to the review by the palette, whether it is open or not', async () => {
    const { waiting, user } = open({ view: 'activity' });
    const goToReview = async () => {
      await user.keyboard('{Control>}{Shift>}p{/Shift}{/Control}');
      await user.keyboard('go to the review{Enter}');
    };
    await rail();
    await goToReview();
    const review = await screen.findByRole('complementary', { name: 'Review' });
    await waitFor(() => expect(document.activeElement).toBe(within(review).getByRole('heading', { name: 'Review' })));
    await user.click(screen.getByRole('button', { name: 'Hide the review' }));
    await act(async () => waiting.push([commandQuestion()]));
    await goToReview();
    await waitFor(() => expect(document.activeElement).toBe(within(review).getByRole('article')));
  });

  test('hiding the review leaves the focus in the window', async () => {
    const { user } = open();
    await rail();
    await user.keyboard('{Control>}{Alt>}r{/Alt}{/Control}');
    await user.click(await screen.findByRole('button', { name: 'Hide the review' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Workspaces' })));
  });

  test('says in every view that the settings file is broken, and where', async () => {
    const { settings, user } = open();
    await rail();
    const problems = [{ path: 'limits.rounds', line: 2, message: 'Too small' }];
    await act(async () => settings.push({ ...settingsState(), problems }));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('/data/settings.yaml, line 2: limits.rounds: Too small');
    await user.click(within(notice).getByRole('button', { name: 'Open settings' }));
    expect(await screen.findByRole('region', { name: 'Appearance' })).toBeDefined();
  });

  test('leads to a section of the settings from another of their tabs, and a second time too', async () => {
    const { user } = open();
    await rail();
    const scrolled = scrolledElements();
    const shown = () => scrolled.flatMap(({ dataset }) => dataset.section ?? []);
    const run = async (title: string) => {
      await user.keyboard('{Control>}{Shift>}p{/Shift}{/Control}');
      await user.keyboard(`${title}{Enter}`);
    };
    await run('open the settings file');
    await screen.findByRole('tab', { name: 'Settings file', selected: true });
    await run('change keys');
    await waitFor(() => expect(shown()).toEqual(['keys']));
    await run('change keys');
    await waitFor(() => expect(shown()).toEqual(['keys', 'keys']));
  });

  test('helps with the keys in force and with those of one place', async () => {
    const { settings, user } = open();
    await rail();
    await act(async () => settings.push(settingsState({ keys: { 'view.changes': 'Alt+C' } })));
    await user.keyboard('{F1}');
    const help = await screen.findByRole('dialog', { name: 'Keyboard' });
    const rowOf = (title: string) => within(help).getByText(title).parentElement?.textContent;
    expect(rowOf('Go to Changes')).toBe('Go to ChangesAlt+C');
    expect(rowOf('Reject the hunk')).toBe('Reject the hunkX');
    await user.keyboard('{Escape}{Alt>}c{/Alt}');
    expect((await rail()).getByRole('button', { name: 'Changes' }).getAttribute('aria-current')).toBe('page');
  });

  test('says once what is to be said once, and not after a reload', async () => {
    const keys: Notice = { id: 'k1', at: 0, level: 'warning', title: 'Keys', text: 'It is kept for now', isOnce: true };
    const first = open();
    await rail();
    await act(async () => first.notices.push([keys]));
    expect(await screen.findByText('It is kept for now')).toBeTruthy();
    await waitFor(() => expect(first.saved.at(-1)).toMatchObject({ 'notices.seen': ['k1'] }));
    first.close();
    const again = open({ view: 'workspaces', 'notices.seen': ['k1'] });
    await rail();
    await act(async () => again.notices.push([keys, { ...keys, id: 'k2', text: 'Another is kept for now' }]));
    expect(await screen.findByText('Another is kept for now')).toBeTruthy();
    expect(screen.queryByText('It is kept for now')).toBeNull();
  });

  test('shows notices until they are dismissed', async () => {
    const { notices } = open();
    await rail();
    await act(async () =>
      notices.push([{ id: 'n1', at: 0, level: 'error', title: 'The disk is full', text: 'Nothing is recorded.' }]),
    );
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('The disk is full');
    expect(within(notice).getByRole('button', { name: 'Dismiss' })).toBeDefined();
  });

  test('says what would end before it quits', async () => {
    const { user } = open();
    await rail();
    await user.keyboard('{Control>}{Shift>}p{/Shift}{/Control}');
    await user.keyboard('quit{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Quit Sigma Shell?' });
    await waitFor(() => expect(dialog.textContent).toContain('a shell in /home/me'));
  });

  test('takes the theme from the settings as they change', async () => {
    const { settings } = open();
    await rail();
    await act(async () => settings.push(settingsState({ appearance: { theme: 'light' } })));
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('light'));
    await act(async () => settings.push(settingsState({ appearance: { theme: 'contrast' } })));
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('contrast'));
  });
});

describe('a lost connection', () => {
  test('is said in one line, everything stays, and it can be tried again at once', async () => {
    const { connection, user, retries } = open({ view: 'activity' });
    await user.type(await screen.findByLabelText('Search activity'), 'kept');
    await act(async () => connection.set({ state: 'lost', epoch: 1 }));
    expect(screen.getByText(/Connection lost, reconnecting…/).closest('[role="status"]')).not.toBeNull();
    expect(screen.getByLabelText('Search activity')).toHaveProperty('value', 'kept');
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    expect(retries()).toBe(1);
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    expect(screen.queryByText(/Connection lost, reconnecting…/)).toBeNull();
    expect(screen.getByLabelText('Search activity')).toHaveProperty('value', 'kept');
  });

  test('to a host that has ended says so, and how to start it again', async () => {
    const { connection } = open({ view: 'activity' });
    await rail();
    await act(async () => connection.set({ state: 'ended', epoch: 1 }));
    const said = screen.getByText(/Sigma Shell has ended/).closest('[role="status"]');
    expect(said?.textContent).toContain('npm start -- --browser');
    expect(screen.queryByText(/reconnecting/)).toBeNull();
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    expect(screen.queryByText(/Sigma Shell has ended/)).toBeNull();
  });

  test('has the page ask before it is closed with a text that the host does not have', async () => {
    const { connection, host, user } = open({ view: 'sessions' });
    await rail();
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(false);
    host.isAway = true;
    await act(async () => connection.set({ state: 'lost', epoch: 1 }));
    expect(leave()).toBe(false);
    await user.click((await rail()).getByRole('button', { name: 'Schedules' }));
    await user.click((await rail()).getByRole('button', { name: 'Sessions' }));
    expect(leave()).toBe(false);
    await user.type(await screen.findByLabelText('Message or command'), 'half a thought');
    expect(leave()).toBe(true);
    host.isAway = false;
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    await waitFor(() => expect(leave()).toBe(false));
  });

  test('does not lose a text with the page: the next one in this tab sends it', async () => {
    const { connection, host, user, close } = open({ view: 'sessions' });
    await user.type(await screen.findByLabelText('Message or command'), 'half');
    host.isAway = true;
    await act(async () => connection.set({ state: 'lost', epoch: 1 }));
    await user.type(await screen.findByLabelText('Message or command'), ' a thought');
    await user.click((await rail()).getByRole('button', { name: 'Schedules' }));
    window.dispatchEvent(new Event('pagehide'));
    close();

    const { saved } = open();
    expect((await rail()).getByRole('button', { current: 'page' }).textContent).toContain('Schedules');
    await waitFor(() => expect(saved).toEqual([{ view: 'schedules', 'shared.draft.new': 'half a thought' }]));
    window.dispatchEvent(new Event('pagehide'));
    expect(sessionStorage.getItem('sigma.unsent')).toBeNull();
  });

  test('does not lose how the window was left: it is kept with the next connection', async () => {
    const { connection, host, saved, user } = open();
    await rail();
    host.isAway = true;
    await act(async () => connection.set({ state: 'lost', epoch: 1 }));
    await user.click((await rail()).getByRole('button', { name: 'Schedules' }));
    await act(() => new Promise((resolve) => setTimeout(resolve, 700)));
    expect(saved).toEqual([]);
    host.isAway = false;
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    await waitFor(() => expect(saved).toEqual([{ view: 'schedules' }]), { timeout: 400 });
  });

  test('to a host that no longer knows the page says what to do, keeps what was typed, and goes on by itself', async () => {
    const { connection, user, retries } = open({ view: 'activity' });
    await user.type(await screen.findByLabelText('Search activity'), 'kept');
    await act(async () => connection.set({ state: 'refused', epoch: 1 }));
    const dialog = await screen.findByRole('alertdialog', { name: 'This page is no longer let in' });
    expect(dialog.textContent).toContain('Open the address it prints in its terminal');
    expect(dialog.contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}{Tab}{Tab}');
    expect(screen.getByRole('alertdialog').contains(document.activeElement)).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Try now' }));
    expect(retries()).toBe(1);
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText('Search activity')).toHaveProperty('value', 'kept');
    expect(document.activeElement).toBe(screen.getByLabelText('Search activity'));
  });

  test('is tried again when the person comes back to the page', async () => {
    const { retries } = open();
    await rail();
    window.dispatchEvent(new Event('focus'));
    expect(retries()).toBe(1);
  });

  test('does not take the page away when the host then fails to say who it is', async () => {
    const { connection, user, api } = open({ view: 'activity' });
    await user.type(await screen.findByLabelText('Search activity'), 'kept');
    api.info = async () => Promise.reject(new Error('broken'));
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    expect(screen.getByLabelText('Search activity')).toHaveProperty('value', 'kept');
  });
});
