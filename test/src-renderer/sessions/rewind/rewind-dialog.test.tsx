import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RewindFile, RewindPlan } from '#contract';
import { RewindDialog } from '../../../../src-renderer/sessions/rewind/rewind-dialog.tsx';
import type { RewindChoice, RewindRequest } from '../../../../src-renderer/sessions/rewind/use-rewind.ts';
import { apiOf, renderPane } from '../../../support/pane.tsx';

const file = (shownPath: string, more: Partial<RewindFile> = {}): RewindFile => ({
  path: `/w/${shownPath}`,
  shownPath,
  outcome: 'restored',
  change: 'modified',
  isOthers: false,
  ...more,
});

const PLAN: RewindPlan = {
  title: 'Tidy up',
  messages: 2,
  files: [
    file('left.txt', { outcome: 'left', canConfirm: true, why: 'its content was changed since' }),
    file('back.txt', { change: 'created' }),
    file('theirs.txt', { outcome: 'left', canConfirm: true, isOthers: true }),
  ],
  counts: { restored: 1, left: 1, unknown: 0, others: 1 },
  isRunning: false,
  waiting: 0,
  limits: ['node_modules is not watched'],
};

function show(plan: Partial<RewindPlan> = {}, request: Partial<RewindRequest> = {}) {
  const chosen: RewindChoice[] = [];
  const asked = {
    request: { kind: 'rewind', message: 'm', place: { before: 'm' }, ...request } as RewindRequest,
    plan: { ...PLAN, ...plan },
    problem: undefined,
    isRunning: false,
  };
  const diff = async () => ({
    id: 'd',
    path: '/w/back.txt',
    shownPath: 'back.txt',
    revision: 0,
    original: '',
    proposed: 'back\n',
    lineEnding: 'lf',
    warnings: [],
    hunks: [
      {
        number: 1,
        oldStart: 1,
        oldCount: 0,
        newStart: 1,
        newCount: 1,
        lines: [{ kind: 'added', text: 'back', newLine: 1 }],
      },
    ],
  });
  const api = apiOf({ rewind: { diff } });
  renderPane(api, <RewindDialog session="s" asked={asked} onGoOn={(one) => chosen.push(one)} onCancel={() => {}} />);
  return chosen;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('says what is left and why, what is restored and what is others’ work', () => {
  show();
  const group = (name: RegExp) => within(screen.getByRole('region', { name }));
  expect(screen.getByRole('dialog', { name: 'Rewind to before “Tidy up”?' })).toBeDefined();
  expect(group(/^Left as they are: 1 file/).getByText('its content was changed since')).toBeDefined();
  expect(group(/^1 file will be restored/).getByText('comes back')).toBeDefined();
  expect(group(/^Changed by others since/).getByText('theirs.txt')).toBeDefined();
  expect(screen.getByText('What is not covered (1)')).toBeDefined();
});

test('nothing that stays is restored unless it is ticked', () => {
  const chosen = show();
  press('Rewind');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Restore all the same: theirs.txt' }));
  press('Rewind');
  expect(chosen).toEqual([
    { withFiles: true, confirmed: [] },
    { withFiles: true, confirmed: ['/w/theirs.txt'] },
  ]);
});

test('files stay where that is wanted, or where they cannot be restored', () => {
  const chosen = show();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Restore the files as well' }));
  expect(screen.queryByText('back.txt')).toBeNull();
  press('Rewind');
  expect(chosen).toEqual([{ withFiles: false, confirmed: [] }]);
});

test('what runs is stopped by a button that says so, and what waits is said', () => {
  show({ isRunning: true, waiting: 2, noFiles: 'The folder is gone' });
  expect(screen.getByRole('button', { name: 'Stop and rewind' })).toBeDefined();
  expect(screen.getByText(/2 messages that wait are not sent/)).toBeDefined();
  expect(screen.getByText('The folder is gone')).toBeDefined();
});

test('a file opens to its diff', async () => {
  show();
  press('Show the diff of back.txt');
  await waitFor(() => expect(screen.getByRole('group', { name: 'Diff of back.txt' }).textContent).toContain('back'));
  press('Hide the diff of back.txt');
  expect(screen.queryByRole('group', { name: 'Diff of back.txt' })).toBeNull();
});
