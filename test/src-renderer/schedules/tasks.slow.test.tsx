import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failure } from '../../support/pane.tsx';
import { runOf, showSchedules, taskOf, WORKSPACE } from './show-schedules.tsx';

const ID = { workspace: WORKSPACE, folder: 'daily' };
const row = async (name = 'Daily notes') => within(await screen.findByRole('row', { name }));
const runsByClock = { name: 'Run Daily notes by the clock' };

describe('a task', () => {
  test('is a row with its time in words, its budget and its last result', async () => {
    showSchedules({ tasks: [taskOf({ state: 'on', last: runOf({ state: 'failed', line: 'No model answered' }) })] });
    const cells = await row();
    expect(cells.getByRole('switch', runsByClock).getAttribute('aria-checked')).toBe('true');
    expect(cells.getByText('At 09:00 each day').closest('[title]')?.getAttribute('title')).toBe('0 9 * * *');
    expect(cells.getByText('10 min · 50k tokens · $0.50')).toBeDefined();
    expect(cells.getByRole('button', { name: 'Last run of Daily notes: failed. No model answered' })).toBeDefined();
  });

  test('says its next runs here, and where its own zone is another, there', async () => {
    const at = Date.UTC(2030, 0, 15, 12);
    const there = Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Tokyo' ? 'Europe/Paris' : 'Asia/Tokyo';
    showSchedules({ tasks: [taskOf({ state: 'on', timezone: there, next: [at, at + 86_400_000] })] });
    const items = within(await screen.findByRole('list', { name: 'Next runs' })).getAllByRole('listitem');
    expect(items).toHaveLength(2);
    expect(items[0]?.textContent).toContain(there.split('/')[1]);
  });

  test('is read before it is switched on, and what was read is what is switched on', async () => {
    const { asked, user } = showSchedules({ tasks: [taskOf({ missedPolicy: 'once' })] });
    await user.click((await row()).getByRole('switch', runsByClock));
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch on “Daily notes”?' }));
    expect(dialog.getByText('Write the notes.')).toBeDefined();
    expect(dialog.getByText('0 9 * * *')).toBeDefined();
    expect(dialog.getByText('10 min · 50k tokens · $0.50')).toBeDefined();
    expect(dialog.getByText(/A question waits for you in the inbox/)).toBeDefined();
    expect(dialog.getByText('One run makes up for all missed ones.')).toBeDefined();
    expect(asked('enable')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Switch on' }));
    await waitFor(() => expect(asked('enable')).toEqual([{ ...ID, hash: 'h1' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('that changes while it is read cannot be switched on before the new text was shown', async () => {
    const { asked, tasks, user } = showSchedules({ tasks: [taskOf()] });
    await user.click((await row()).getByRole('switch', runsByClock));
    act(() => tasks.push([taskOf({ hash: 'h2', text: 'Delete the notes.' })]));
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch on “Daily notes”?' }));
    const go = await dialog.findByRole('button', { name: 'Show the new text' });
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Switch on' }).disabled).toBe(true);
    await user.click(go);
    expect(dialog.getByText('Delete the notes.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Switch on' }));
    await waitFor(() => expect(asked('enable')).toEqual([{ ...ID, hash: 'h2' }]));
  });

  test('that is switched on late does not close what is read of another', async () => {
    let finish = () => {};
    const enable = () => new Promise<void>((resolve) => (finish = resolve));
    const other = taskOf({ folder: 'weekly', name: 'Weekly notes' });
    const { user } = showSchedules({ tasks: [taskOf(), other], parts: { enable } });
    await user.click((await row()).getByRole('switch', runsByClock));
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch on “Daily notes”?' }));
    await user.click(dialog.getByRole('button', { name: 'Switch on' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('switch', { name: 'Run Weekly notes by the clock' }));
    await screen.findByRole('dialog', { name: 'Switch on “Weekly notes”?' });
    await act(async () => finish());
    expect(screen.queryByRole('dialog', { name: 'Switch on “Weekly notes”?' })).not.toBeNull();
  });

  test('that was paused is switched on again without a question as long as its text is the one that was read', async () => {
    const layout = { 'schedules.read': { [`${WORKSPACE}\0daily`]: 'h1' } };
    const { asked, tasks, user } = showSchedules({ tasks: [taskOf()], layout });
    await user.click((await row()).getByRole('switch', runsByClock));
    await waitFor(() => expect(asked('enable')).toEqual([{ ...ID, hash: 'h1' }]));
    act(() => tasks.push([taskOf({ hash: 'h2' })]));
    await waitFor(async () => {
      await user.click((await row()).getByRole('switch', runsByClock));
      expect(screen.queryByRole('dialog')).not.toBeNull();
    });
    expect(asked('enable')).toHaveLength(1);
  });

  test('whose file was changed says so, and is read again', async () => {
    const { user } = showSchedules({ tasks: [taskOf({ state: 'changed' })] });
    const cells = await row();
    expect(cells.getByText('Its file has changed since it was switched on.')).toBeDefined();
    await user.click(cells.getByRole('button', { name: 'Read and switch on' }));
    await screen.findByRole('dialog', { name: 'Switch on “Daily notes”?' });
  });

  test('is run and paused; what went wrong stands in its row', async () => {
    const runNow = async () => {
      throw failure('CONFLICT', 'It runs already');
    };
    const { asked, user } = showSchedules({ tasks: [taskOf({ state: 'on' })], parts: { runNow } });
    await user.click((await row()).getByRole('button', { name: 'Run now' }));
    expect((await (await row()).findByRole('alert')).textContent).toBe('It runs already');
    await user.click((await row()).getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(asked('pause')).toEqual([ID]));
  });

  test('that waits for its workspace can be paused, so that it does not run once the workspace can be used', async () => {
    const reason = 'agent is restricted; its times count as missed until then';
    const { asked, user } = showSchedules({ tasks: [taskOf({ state: 'unavailable', reason })] });
    await user.click((await row()).getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(asked('pause')).toEqual([ID]));
    const theSwitch = (await row()).getByRole('switch', runsByClock);
    expect(theSwitch.getAttribute('aria-checked')).toBe('true');
    await user.click(theSwitch);
    await waitFor(() => expect(asked('pause')).toEqual([ID, ID]));
  });

  test('that is broken says where, and can neither be switched on nor run', async () => {
    const reason = 'schedules/daily/TASK.md:3: budget.time is "x"';
    const { asked, user } = showSchedules({ tasks: [taskOf({ state: 'broken', reason })] });
    const cells = await row();
    expect(cells.getByText(reason)).toBeDefined();
    await user.click(cells.getByRole('switch', runsByClock));
    await user.click(cells.getByRole('button', { name: 'Run now' }));
    expect([asked('enable'), asked('runNow'), screen.queryByRole('dialog')]).toEqual([[], [], null]);
    expect(cells.getByRole('button', { name: 'Edit TASK.md' })).toBeDefined();
  });
});

test('a reason that does not name the file gets its name', async () => {
  showSchedules({ tasks: [taskOf({ state: 'broken', reason: 'It has no cron' })] });
  expect((await row()).getByText('schedules/daily/TASK.md: It has no cron')).toBeDefined();
});

test('tasks of several workspaces stand under their names', async () => {
  showSchedules({ tasks: [taskOf(), taskOf({ workspace: '/work/other', workspaceName: 'other', name: 'Weekly' })] });
  const table = within(await screen.findByRole('table', { name: 'Tasks of other' }));
  expect(table.getAllByRole('row').map((one) => one.getAttribute('aria-label'))).toEqual([null, 'Weekly']);
  expect(screen.getByRole('table', { name: 'Tasks of agent' })).toBeDefined();
});

test('without a task there is a sentence, a button and an example', async () => {
  showSchedules();
  expect(await screen.findByRole('heading', { name: 'No scheduled tasks yet' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Make a task in a workspace' })).toBeDefined();
});

/** Returns a time of yesterday by the calendar, because 25 hours ago may be the day before yesterday. */
function yesterdayAt(hour: number): number {
  const at = new Date();
  at.setDate(at.getDate() - 1);
  return at.setHours(hour, 0, 0, 0);
}

describe('missed runs', () => {
  const missed = { count: 3, first: yesterdayAt(9), last: yesterdayAt(21) };

  test.each([
    ['Skip', 'skip'],
    ['Run once', 'once'],
    ['Run all', 'all'],
  ])('%s answers them', async (name, answer) => {
    const { asked, user } = showSchedules({ tasks: [taskOf({ state: 'on', missed })] });
    const region = within(await screen.findByRole('region', { name: 'Missed runs' }));
    expect(region.getByRole('listitem').textContent).toMatch(/Daily notes missed 3 runs between Yesterday/);
    await user.click(region.getByRole('button', { name }));
    await waitFor(() => expect(asked('answerMissed')).toEqual([{ ...ID, answer }]));
  });

  test('many are all run only after a question', async () => {
    const { asked, user } = showSchedules({ tasks: [taskOf({ missed: { ...missed, count: 1000 } })] });
    await user.click(await screen.findByRole('button', { name: 'Run all' }));
    expect(asked('answerMissed')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Run all 1000 or more' }));
    await waitFor(() => expect(asked('answerMissed')).toHaveLength(1));
  });
});
