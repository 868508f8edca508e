import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { expectNothingSerious } from './support/axe.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';
import { isThere } from './support/is-there.ts';
import { press, runAction, tabTo } from './support/keyboard.ts';
import { toolCallReply } from './support/session-page.ts';
import { makeTrustedAgent } from './support/trusted-agent.ts';

const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true });
const runs = (page: Page) => page.getByRole('list', { name: 'Runs' });
const run = (page: Page, name: string) => page.getByRole('group', { name: `Run of ${name}` });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });

const FILE_FIELD = 'Text of schedules/daily-notes/TASK.md';

const taskText = (cron: string, approvals: string, more = '') =>
  `---\nname: daily-notes\ndescription: Keeps the notes.\ncron: "${cron}"\napprovals: ${approvals}\n${more}---\n\nWrite the notes.\n`;

/** A trusted agent workspace, with a task that a person makes there by keyboard. */
async function workspaceWithTask(page: Page, agent: string, approvals: string, more = ''): Promise<void> {
  await makeTrustedAgent(page, agent);

  await runAction(page, 'New scheduled task');
  const name = page.getByRole('textbox', { name: 'Name of a new task' });
  await name.fill('daily-notes');
  await tabTo(page, page.getByRole('button', { name: 'New task' }));
  await page.keyboard.press('Enter');
  await write(page, taskText('0 9 * * *', approvals, more));
}

/** Puts a text into the editor of the task, which has the focus, and saves it. */
async function write(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: FILE_FIELD })).toBeFocused({ timeout: 30_000 });
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

async function switchOn(page: Page): Promise<void> {
  await runAction(page, 'Go to the scheduled tasks');
  const toggle = row(page, 'daily-notes').getByRole('switch');
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog', { name: 'Switch on “daily-notes”?' });
  await expect(dialog).toContainText('Write the notes.');
  await expect(dialog).toContainText('0 9 * * *');
  await expectNothingSerious(page, 'a task that is read');
  await tabTo(page, dialog.getByRole('button', { name: 'Switch on' }));
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-checked', 'true');
  await expect(row(page, 'daily-notes').getByRole('list', { name: 'Next runs' }).getByRole('listitem')).toHaveCount(3);
}

async function runNow(page: Page): Promise<void> {
  await tabTo(page, row(page, 'daily-notes').getByRole('button', { name: 'Run now' }));
  await page.keyboard.press('Enter');
}

test('a schedule is made, read, switched on and run, and its change is undone and a question answered from the inbox, by keyboard', async ({
  app: page,
}, info) => {
  test.slow();
  await using place = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const agent = join(place.path, 'note-keeper');
  await workspaceWithTask(page, agent, 'wait');
  await switchOn(page);
  await page.screenshot({ path: info.outputPath('tasks.png') });

  server.push(toolCallReply('write', { file_path: 'notes/daily.md', content: 'Nothing happened.\n' }), {
    text: 'The **notes** are written.',
  });
  await runNow(page);
  // Who comes from elsewhere allows the change, as for any session.
  const card = page.getByRole('article', { name: /^Use write of / });
  await expect(card.getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false');
  await card.getByRole('button', { name: 'Allow once' }).press('Enter');
  await expect(rail(page).getByRole('button', { name: /^Schedules.*1 unread/ })).toBeVisible();

  await runAction(page, 'Go to the inbox');
  const entry = runs(page).getByRole('button').first();
  await expect(entry).toContainText('done');
  await expect(entry).toContainText('The notes are written.');
  await tabTo(page, entry);
  await page.keyboard.press('Enter');
  await expect(run(page, 'daily-notes')).toContainText('The notes are written.');
  await expect(run(page, 'daily-notes')).toContainText('1 file changed');
  await expect(run(page, 'daily-notes').getByRole('group', { name: 'Diff of notes/daily.md' })).toContainText(
    'Nothing happened.',
  );
  await expect(rail(page).getByRole('button', { name: 'Schedules', exact: true })).toBeVisible();
  await expectNothingSerious(page, 'a run that is open');
  await page.screenshot({ path: info.outputPath('inbox.png') });
  expect(await readFile(join(agent, 'notes', 'daily.md'), 'utf8')).toBe('Nothing happened.\n');

  await page.keyboard.press('u');
  await expect.poll(() => isThere(join(agent, 'notes', 'daily.md'))).toBe(false);
  await expect(entry).toContainText('undone');
  await expect(run(page, 'daily-notes').getByRole('button', { name: 'Redo this run' })).toBeVisible();

  await test.step('a question that a run waits with is answered from the inbox', async () => {
    server.push(toolCallReply('write', { file_path: 'notes/daily.md', content: 'x\n' }), { text: 'It was refused.' });
    await runAction(page, 'Go to the scheduled tasks');
    await runNow(page);
    await runAction(page, 'Go to the inbox');
    await expect(entry).toContainText('waits for you');
    await expectNothingSerious(page, 'a run that waits');
    // The list is one stop of Tab, at the run that was read before.
    await tabTo(page, runs(page).getByRole('button').nth(1));
    await page.keyboard.press('ArrowUp');
    await expect(entry).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card).toBeFocused();
    await expect(card.getByRole('button', { name: 'Refuse' })).toHaveAttribute('aria-disabled', 'false');
    await tabTo(page, card.getByRole('button', { name: 'Refuse' }));
    await page.keyboard.press('Enter');
    await expect(entry).toContainText('done');
    await expect(run(page, 'daily-notes')).toContainText('It was refused.');
  });
});

test('what a run did in a branch is accepted from the inbox and reviewed; the branch is dropped and restored', async ({
  app: page,
}, info) => {
  test.slow();
  await using place = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const agent = join(place.path, 'note-keeper');
  await workspaceWithTask(page, agent, 'wait', 'branch: true\n');
  await runAction(page, 'Go to the scheduled tasks');
  server.push(toolCallReply('write', { file_path: 'notes/daily.md', content: 'Nothing happened.\n' }), {
    text: 'Written.',
  });
  await runNow(page);
  const card = page.getByRole('article', { name: /^Use write of / });
  await expect(card.getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false', {
    timeout: 60_000,
  });
  await card.getByRole('button', { name: 'Allow once' }).press('Enter');

  await runAction(page, 'Go to the inbox');
  const entry = runs(page).getByRole('button').first();
  await expect(entry).toContainText('done');
  await tabTo(page, entry);
  await page.keyboard.press('Enter');
  const detail = run(page, 'daily-notes');
  await expect(detail).toContainText('in a branch');
  await expect(detail.getByRole('button', { name: 'Undo this run' })).toHaveCount(0);
  await expectNothingSerious(page, 'a run in a branch');
  await page.screenshot({ path: info.outputPath('branch-run.png') });
  expect(await isThere(join(agent, 'notes', 'daily.md'))).toBe(false);

  await page.keyboard.press('a');
  const apply = page.getByRole('button', { name: 'Apply accepted' });
  await expect(apply).toBeEnabled();
  await page.screenshot({ path: info.outputPath('branch-review.png') });
  await apply.click();
  await expect.poll(() => isThere(join(agent, 'notes', 'daily.md'))).toBe(true);
  expect(await readFile(join(agent, 'notes', 'daily.md'), 'utf8')).toBe('Nothing happened.\n');

  await runAction(page, 'Go to the inbox');
  await expect(entry).toContainText('accepted');
  await press(page, detail.getByRole('button', { name: 'Drop' }));
  await expect(entry).toContainText('dropped');
  await press(page, detail.getByRole('button', { name: 'Restore' }));
  await expect(detail.getByRole('button', { name: 'Drop' })).toBeVisible();
});

test('an empty view leads to where a task is made; a file that changed is read again', async ({ app: page }) => {
  test.slow();
  await runAction(page, 'Go to Schedules');
  await expect(page.getByRole('heading', { name: 'No scheduled tasks yet' })).toBeVisible();
  await expectNothingSerious(page, 'no tasks');
  await using place = await temporaryFolder();
  const agent = join(place.path, 'note-keeper');
  await workspaceWithTask(page, agent, 'refuse');
  await switchOn(page);
  await edit(page, taskText('0 10 * * *', 'refuse'));
  await expect(row(page, 'daily-notes')).toContainText('Its file has changed since it was switched on.');
  await expect(row(page, 'daily-notes').getByRole('switch')).toHaveAttribute('aria-checked', 'false');
  await expectNothingSerious(page, 'a task that changed');
  await row(page, 'daily-notes').getByRole('button', { name: 'Read and switch on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch on “daily-notes”?' });
  await expect(dialog).toContainText('0 10 * * *');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(row(page, 'daily-notes').getByRole('switch')).toHaveAttribute('aria-checked', 'true');

  await edit(page, 'It has no time.\n');
  await expect(row(page, 'daily-notes')).toContainText('Broken');
  await expectNothingSerious(page, 'a task that is broken');
  await row(page, 'daily-notes').getByRole('button', { name: 'Edit TASK.md' }).click();
  await expect(page.getByRole('textbox', { name: FILE_FIELD })).toBeFocused();
});

/** Changes the task in Workspaces, and comes back to the table. */
async function edit(page: Page, text: string): Promise<void> {
  await runAction(page, 'Go to Workspaces');
  const button = page.getByRole('button', { name: 'Edit daily-notes' });
  // An editor that was left open is opened anew, with the file as it is now.
  await expect(button).toBeVisible();
  if ((await button.textContent())?.includes('Close editor')) {
    await button.click();
    await expect(button).not.toContainText('Close editor');
  }
  await button.click();
  await write(page, text);
  await runAction(page, 'Go to the scheduled tasks');
}
