import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Notice, ProviderView } from '#contract';
import { commandQuestion } from '../../support/pane.tsx';
import { scrolledElements } from '../../support/scrolled-elements.ts';
import { none, openShell as open, qwen, rail, settingsState } from './shell-box.tsx';

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
    // The key that is typed for the first is not meant for the second.
    await act(async () => keyRequests.push([{ ...wanted, id: 'k2', isRefused: true }]));
    await user.click(await screen.findByRole('button', { name: 'Enter the key' }));
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

  test('a deletion that Changes reviews with the rest of its reply opens no review beside it', async () => {
    const { waiting } = open({ view: 'changes' });
    await rail();
    const path = '/home/me/old.txt';
    const subject = { path, shownPath: 'old.txt', recursive: false, files: 1, bytes: 2, sample: [] };
    const deletion = commandQuestion({ subject: { kind: 'delete', ...subject } });
    await act(async () => waiting.push([{ ...deletion, group: { id: 'g', index: 0, count: 2 } }]));
    expect(await (await rail()).findByRole('button', { name: /Changes.*1 waiting for you/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Hide the review' })).toBeNull();
    // By itself it is answered by its card alone.
    await act(async () => waiting.push([{ ...deletion, id: 'q2' }]));
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
