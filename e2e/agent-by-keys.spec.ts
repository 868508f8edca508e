import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';
import { tabTo, typeAction } from './support/keyboard.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message or command' });
const review = (page: Page) => page.getByRole('region', { name: 'What will run' });
const states = (page: Page) => page.getByRole('list', { name: 'Workspaces' }).getByRole('button');

/** Goes to something by Tab and presses Enter there. */
async function enter(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Answers the question that waits, by the key that leads to it. */
async function allow(page: Page, question: RegExp): Promise<void> {
  const card = page.getByRole('article', { name: question });
  await expect(card).toBeVisible({ timeout: 30_000 });
  const once = card.getByRole('button', { name: 'Allow once' });
  await expect(once).toHaveAttribute('aria-disabled', 'false', { timeout: 30_000 });
  await page.keyboard.press('Control+Alt+g');
  await expect(card).toBeFocused();
  await enter(page, once);
  await expect(card).toBeHidden();
}

test('an agent is opened, read, trusted, tried, talked to, changed and trusted anew, all by keys', async ({
  app: page,
}) => {
  test.setTimeout(180_000);
  await using place = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  const folder = join(place.path, 'my-agent');
  const skill = join(folder, 'skills', 'meeting-notes', 'SKILL.md');
  await connect(page, server);

  await test.step('a folder is made and read', async () => {
    await typeAction(page, 'Go to Workspaces');
    await enter(page, button(page, 'New workspace').first());
    const field = page.getByRole('textbox', { name: 'Folder' });
    await tabTo(page, field);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(folder);
    await page.keyboard.press('Enter');
    await expect(review(page)).toContainText('It runs Python, TypeScript');
    await tabTo(page, review(page).locator('summary', { hasText: 'tools/bash.py' }));
    await page.keyboard.press('Enter');
    await expect(review(page).getByRole('group', { name: 'First lines of tools/bash.py' })).toContainText('asyncio');
  });

  await test.step('it is trusted, and a tool is tried', async () => {
    await enter(page, review(page).getByRole('button', { name: 'Trust', exact: true }));
    await expect(states(page)).toContainText('Ready', { timeout: 30_000 });
    await enter(page, button(page, 'Try write'));
    const form = page.getByRole('form', { name: 'Try write by hand' });
    await tabTo(page, form.getByRole('textbox', { name: 'file_path' }));
    await page.keyboard.type('notes/hello.md');
    await tabTo(page, form.getByRole('textbox', { name: 'content' }));
    await page.keyboard.type('hello');
    await enter(page, form.getByRole('button', { name: 'Call' }));
    await allow(page, /write/);
    await expect(form).toContainText('Wrote 5 characters');
  });

  await test.step('it is talked to, and a skill that changed between two turns is told in the second', async () => {
    await enter(page, button(page, 'New session').first());
    await expect(composer(page)).toBeFocused();
    server.push({ text: 'The first answer.' });
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    const log = page.getByRole('log', { name: 'Conversation' });
    await expect(log).toContainText('The first answer.');
    expect(JSON.stringify(server.completions.at(-1)?.body)).not.toContain('Turns talk into lists');

    await typeAction(page, 'Go to Workspaces');
    await tabTo(page, page.getByRole('tab', { name: 'Tools' }));
    await page.keyboard.press('ArrowRight');
    await enter(page, button(page, 'Edit meeting-notes'));
    await expect(page.getByRole('textbox', { name: 'Text of skills/meeting-notes/SKILL.md' })).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('---\nname: meeting-notes\ndescription: Turns talk into lists.\n---\nLists.\n');
    await page.keyboard.press('Control+s');
    await expect.poll(() => readFile(skill, 'utf8')).toContain('Turns talk into lists');

    await typeAction(page, 'Go to Sessions');
    await tabTo(page, composer(page));
    server.push({ text: 'The second answer.' });
    await page.keyboard.type('And now?');
    await page.keyboard.press('Enter');
    await expect(log).toContainText('The second answer.');
    expect(JSON.stringify(server.completions.at(-1)?.body)).toContain('Turns talk into lists');
  });

  await test.step('a tool that somebody else changed is shown as a diff, and trusted anew', async () => {
    const tool = join(folder, 'tools', 'read.py');
    await writeFile(tool, `# Somebody else was here.\n${await readFile(tool, 'utf8')}`);
    await typeAction(page, 'Go to Workspaces');
    server.push({ text: 'Without tools.' });
    await typeAction(page, 'Go to Sessions');
    await tabTo(page, composer(page));
    await page.keyboard.type('Once more');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Without tools.');
    expect(server.completions.at(-1)?.body).not.toHaveProperty('tools');

    await typeAction(page, 'Go to Workspaces');
    await expect(states(page)).toContainText('Changed');
    await expect(review(page)).toContainText('Somebody else was here.');
    await enter(page, review(page).getByRole('button', { name: 'Trust', exact: true }));
    await expect(states(page)).toContainText('Ready', { timeout: 30_000 });
  });
});
