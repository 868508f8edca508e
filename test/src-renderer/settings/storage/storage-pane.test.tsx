import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RetentionItem, RetentionPlan, RetentionWork } from '#contract';
import { StoragePane } from '../../../../src-renderer/settings/storage/storage-pane.tsx';
import { apiOf, renderPane } from '../../../support/pane.tsx';

const DAY = 86_400_000;

function item(kind: RetentionItem['kind'], name: string, bytes: number, count = 1): RetentionItem {
  const lastUsedAt = Date.now() - 40 * DAY;
  return { id: `${kind}:${name}`, kind, name, count, bytes, lastUsedAt, reason: 'Nothing needs it' };
}

const PLAN: RetentionPlan = {
  id: 'plan-1',
  madeAt: Date.now(),
  items: [
    item('session', 'Old work', 2000),
    item('session', 'Older \u202ework', 3000),
    item('content', 'Old contents', 7_000_000, 12),
  ],
  stays: [
    { kind: 'base', name: 'What /mnt/x was opened from', why: 'The folder may be on a drive that is not attached now' },
  ],
};

async function* working(...news: readonly RetentionWork[]) {
  yield* news;
}

function show(sweep: (input: unknown, options: { signal: AbortSignal }) => Promise<AsyncIterable<RetentionWork>>) {
  const swept: unknown[] = [];
  const api = apiOf({
    retention: {
      usage: async () => [
        { kind: 'record', count: 3, bytes: 5_000_000 },
        { kind: 'content', count: 40, bytes: 9_000_000 },
      ],
      plan: async () => PLAN,
      sweep: async (input: unknown, options: { signal: AbortSignal }) => {
        swept.push(input);
        return await sweep(input, options);
      },
    },
  });
  renderPane(api, <StoragePane />);
  return { swept };
}

const openDialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Show what can be removed…' }));
  await screen.findByText(/What you tick is removed for good/);
  return within(screen.getByRole('dialog', { name: 'What can be removed' }));
};

describe('Storage', () => {
  test('says how much each kind takes', async () => {
    show(async () => working());
    const table = within(await screen.findByRole('table', { name: 'What the data folder holds' }));
    expect(table.getByRole('row', { name: 'Records of sessions 3 5.0 MB' })).toBeTruthy();
    expect(table.getByRole('row', { name: /In all\s+14 MB/ })).toBeTruthy();
  });

  test('removes what is ticked, says that it cannot be undone, and what came of it', async () => {
    const ended: RetentionWork = {
      kind: 'ended',
      removed: [{ kind: 'session', count: 2, bytes: 5000 }],
      failed: [],
      left: 1,
    };
    const { swept } = show(async () => working({ kind: 'progress', done: 0 }, ended));
    const dialog = await openDialog();
    expect(await dialog.findByText(/Nothing refers to 14 things of 7\.0 MB\. .*cannot be undone/)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Remove' }).disabled).toBe(true);
    const sessions = within(dialog.getByRole('group', { name: 'Records of deleted sessions' }));
    fireEvent.click(sessions.getByRole('checkbox', { name: 'All 2 of these' }));
    expect(sessions.getByRole<HTMLInputElement>('checkbox', { name: /^Old work/ }).checked).toBe(true);
    expect(dialog.getByText(/2\.0 kB, last used 1 month ago\. Nothing needs it/)).toBeTruthy();
    expect(dialog.getByText('What stays, and why (1)')).toBeTruthy();

    fireEvent.click(dialog.getByRole('button', { name: 'Remove 5.0 kB' }));
    expect(swept).toEqual([{ plan: 'plan-1', items: ['session:Old work', 'session:Older \u202ework'] }]);
    expect(await dialog.findByText('5.0 kB are free.')).toBeTruthy();
    expect(within(dialog.getByRole('list', { name: 'What was removed' })).getAllByRole('listitem')).toHaveLength(2);
    expect(dialog.queryByRole('checkbox')).toBeNull();
    expect(dialog.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  test('shows how far it is, and is cancelled', async () => {
    show(async (_input, { signal }) => {
      return (async function* (): AsyncGenerator<RetentionWork> {
        yield { kind: 'progress', done: 3, all: 12 };
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('left'))));
      })();
    });
    const dialog = await openDialog();
    fireEvent.click(await dialog.findByRole('checkbox', { name: /^Old contents \(12\)/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Remove 7.0 MB' }));
    const running = within(await screen.findByRole('alertdialog', { name: 'What can be removed' }));
    await waitFor(() => expect(running.getByText('3 of 12')).toBeTruthy());
    expect(running.getByRole('progressbar', { name: 'Removing' })).toBeTruthy();
    fireEvent.click(running.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/Cancelled\. What was removed by then is gone/)).toBeTruthy();
  });
});
