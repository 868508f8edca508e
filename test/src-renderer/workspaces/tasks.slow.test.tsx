import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ScheduledTask } from '#contract';
import { taskTarget } from '../../../src-renderer/state/task-target.ts';
import { Feed } from '../../support/pane.tsx';
import { agent, detail, showWorkspaces } from './show-workspaces.tsx';

const task: ScheduledTask = { name: 'Notes', folder: 'notes', description: '', cron: '0 9 * * *', text: 'Write.' };
const FILE = 'schedules/notes/TASK.md';
const SCHEDULES = { changed: new Feed([]).open };

test('a new task is made by its name, and edited at once', async () => {
  const made: unknown[] = [];
  const newTask = async (input: unknown) => {
    made.push(input);
    return { file: FILE };
  };
  const { detail: feed, files, user } = showWorkspaces({ parts: { newTask } });
  files.texts.set(FILE, 'the template');
  await user.click(await screen.findByRole('tab', { name: 'Schedules (0)' }));
  await user.type(screen.getByRole('textbox', { name: 'Name of a new task' }), 'notes');
  await user.click(screen.getByRole('button', { name: 'New task' }));
  await waitFor(() => expect(made).toEqual([{ path: detail.path, name: 'notes' }]));
  act(() => feed.push({ ...detail, taskList: [task] }));
  const field = await screen.findByRole('textbox', { name: `Text of ${FILE}` });
  await waitFor(() => expect(field.textContent).toBe('the template'));
});

test('a task says whether it is on, and what is wrong stands at its line', async () => {
  const problem = { file: FILE, line: 3, message: 'cron is 9; it takes a text' };
  const schedules = new Feed([
    { workspace: detail.path, folder: 'notes', state: 'changed', cronWords: 'At 09:00 each day' },
    { workspace: '/elsewhere', folder: 'notes', state: 'on' },
  ]);
  const shown = { ...detail, taskList: [task], problems: 1, problemList: [problem] };
  const { files, user } = showWorkspaces({ shown, schedules: { changed: schedules.open } });
  files.texts.set(FILE, 'one\ntwo\nthree');
  await user.click(await screen.findByRole('tab', { name: 'Schedules (1)' }));
  const card = within(screen.getByRole('list', { name: 'Schedules' }));
  expect(await card.findByText('changed since it was on')).toBeDefined();
  expect(card.getByText('At 09:00 each day')).toBeDefined();
  expect(card.getByRole('button', { name: 'Switch Notes on in Schedules' })).toBeDefined();
  await user.click(card.getByRole('button', { name: 'Edit Notes' }));
  const problems = within(await card.findByRole('list', { name: `Problems of ${FILE}` }));
  expect(problems.getByRole('button', { name: 'Line 3' })).toBeDefined();
});

test('a visit to a task is over once another workspace is chosen, which may have a task of the same name', async () => {
  const other = { ...agent, path: '/srv/other', name: 'other' };
  const shown = { ...detail, taskList: [task] };
  const { files, open, user } = showWorkspaces({ workspaces: [agent, other], shown, schedules: SCHEDULES });
  files.texts.set(FILE, 'one');
  await screen.findByRole('tab', { name: 'Tools (1)' });
  act(() => open('workspaces', taskTarget({ workspace: agent.path, folder: 'notes' })));
  await screen.findByRole('textbox', { name: `Text of ${FILE}` });
  await user.click(screen.getByRole('button', { name: /^other/ }));
  await screen.findByRole('heading', { name: 'other' });
  expect((await screen.findByRole('tab', { name: 'Tools (1)' })).getAttribute('aria-selected')).toBe('true');
  expect(screen.queryByRole('textbox', { name: `Text of ${FILE}` })).toBeNull();
});

test('a visit to a task is over once another part is looked at', async () => {
  const { files, open, user } = showWorkspaces({ shown: { ...detail, taskList: [task] }, schedules: SCHEDULES });
  files.texts.set(FILE, 'one');
  await screen.findByRole('tab', { name: 'Tools (1)' });
  act(() => open('workspaces', taskTarget({ workspace: agent.path, folder: 'notes' })));
  await screen.findByRole('textbox', { name: `Text of ${FILE}` });
  await user.click(screen.getByRole('tab', { name: 'Tools (1)' }));
  await user.click(screen.getByRole('tab', { name: 'Schedules (1)' }));
  await screen.findByRole('button', { name: 'Edit Notes' });
  expect(screen.queryByRole('textbox', { name: `Text of ${FILE}` })).toBeNull();
});
