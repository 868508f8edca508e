import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ModelStatus, type Notice, Settings, type SettingsState } from '#contract';
import type { Client } from '../../../src-renderer/api/connect.ts';
import { type ConnectionState, Observable } from '../../../src-renderer/api/connection-state.ts';
import { App } from '../../../src-renderer/app/app.tsx';
import { apiOf, commandQuestion, Feed } from '../../support/pane.tsx';

// Views are loaded when they are first opened, which on a busy machine takes longer than the usual second.
configure({ asyncUtilTimeout: 10_000 });

const info = {
  version: '0.1.0',
  platform: 'linux',
  target: 'browser',
  workspace: { path: '/home/me', name: 'work', isSample: false },
  dataFolder: '/data',
  logFile: '/data/app.log',
  startedAt: 0,
};
const none: ModelStatus = { provider: 'none', label: '', baseUrl: '', model: '', keyFrom: 'none' };
const settingsState = (more: Record<string, unknown> = {}): SettingsState => ({
  settings: Settings.parse(more),
  hasKey: false,
  file: '/data/settings.yaml',
  yaml: '',
  problems: [],
});

function open(layout: Record<string, unknown> = { view: 'prompts' }) {
  const saved: Record<string, unknown>[] = [];
  const feeds = {
    settings: new Feed(settingsState()),
    waiting: new Feed<readonly unknown[]>([]),
    notices: new Feed<readonly Notice[]>([]),
    model: new Feed(none),
  };
  const api = apiOf({
    app: {
      info: async () => info,
      loadLayout: async () => layout,
      saveLayout: async (value: Record<string, unknown>) => void saved.push(value),
      notices: feeds.notices.open,
      dismissNotice: async () => {},
      running: async () => ['a shell in /home/me'],
      quit: async () => {},
    },
    settings: { changed: feeds.settings.open, set: async () => {} },
    approvals: { waiting: feeds.waiting.open },
    model: { status: feeds.model.open, localServers: async () => [] },
    sessions: { changed: new Feed([]).open },
    changes: { changed: new Feed([]).open },
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
  const link = { state, retryNow } as Client['link'];
  const view = render(<App client={{ api, link }} />);
  onTestFinished(() => view.unmount());
  return { ...feeds, connection: state, saved, retries: () => retries, user: userEvent.setup() };
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
    ).toEqual(['Prompts']);
  });

  test('comes back to the view it was left with, and remembers the next', async () => {
    const { user, saved } = open({ view: 'workspaces', other: 1 });
    expect(await screen.findByRole('heading', { name: 'Workspaces are not built yet' })).toBeDefined();
    await user.click((await rail()).getByRole('button', { name: 'Schedules' }));
    await waitFor(() => expect(saved.at(-1)).toEqual({ view: 'schedules', other: 1 }));
  });

  test('a view that is not built yet leads to one that works', async () => {
    const { user } = open({ view: 'schedules' });
    await user.click(await screen.findByRole('button', { name: 'See what has run so far' }));
    expect(await screen.findByText('Nothing has happened yet')).toBeDefined();
  });

  test('opens views by key, and keeps what was typed in one that is left', async () => {
    const { user } = open({ view: 'activity' });
    await user.type(await screen.findByLabelText('Search activity'), 'half typ');
    await user.keyboard('{Control>}5{/Control}');
    expect(await screen.findByRole('heading', { name: 'Workspaces are not built yet' })).toBeDefined();
    await user.keyboard('{Control>}8{/Control}');
    expect(screen.getByLabelText('Search activity')).toHaveProperty('value', 'half typ');
  });

  test('shows workspace, model, permission mode and connection in the status bar', async () => {
    open();
    const bar = await screen.findByRole('region', { name: 'Status bar' });
    await waitFor(() => expect(bar.textContent).toContain('No model connected'));
    expect(bar.textContent).toMatch(/^work.*Ask.*Connected$/);
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

  test('for good, when the host no longer knows the page, says what to do', async () => {
    const { connection } = open();
    await rail();
    await act(async () => connection.set({ state: 'refused', epoch: 1 }));
    expect(screen.getByRole('heading', { name: 'This page is no longer let in' })).toBeDefined();
    expect(screen.getByText(/Open the address it prints in its terminal/)).toBeDefined();
  });
});
