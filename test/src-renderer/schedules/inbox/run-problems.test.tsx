import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { failure } from '../../../support/pane.tsx';
import { detailOf, inboxOf, runOf, showSchedules } from '../show-schedules.tsx';

test('what failed on one run names it, since another may be open by then', async () => {
  const runs = [runOf({ name: 'Daily notes' }), runOf({ id: 'r2', name: 'Weekly report' })];
  const answer = new Deferred<never>();
  const { user } = showSchedules({
    layout: { 'schedules.tab': 'inbox' },
    inbox: inboxOf(runs),
    details: runs.map((run) => detailOf(run)),
    parts: { again: () => answer.promise },
  });
  const list = within(await screen.findByRole('list', { name: 'Runs' }));
  fireEvent.click(list.getByRole('button', { name: /Daily notes/ }));
  const open = within(await screen.findByRole('group', { name: 'Run of Daily notes' }));
  await user.click(open.getByRole('button', { name: /again/i }));
  fireEvent.click(list.getByRole('button', { name: /Weekly report/ }));
  await screen.findByRole('group', { name: 'Run of Weekly report' });
  answer.reject(failure('CONFLICT', 'The task is gone'));
  expect((await screen.findByRole('alert')).textContent).toContain('Daily notes: The task is gone');
});
