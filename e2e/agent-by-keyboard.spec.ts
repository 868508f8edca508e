import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { expectNothingSerious } from './support/axe.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';
import { tabTo, typeAction } from './support/keyboard.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const review = (page: Page) => page.getByRole('region', { name: 'What will run' });
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });

async function pressOn(page: Page, name: string): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press('Enter');
}

/** Allows what is asked, as soon as keys can: a question that has just come takes none. */
async function allow(page: Page): Promise<void> {
  await tabTo(page, button(page, 'Allow once'));
  await expect(button(page, 'Allow once')).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Enter');
}

/** Goes to a tab of the shown workspace; arrows lead from one to the next. */
async function goToTab(page: Page, name: RegExp): Promise<void> {
  const tabs = page.getByRole('tablist', { name: 'Parts of the workspace' });
  const selected = tabs.getByRole('tab', { selected: true });
  await tabTo(page, selected);
  const wanted = tabs.getByRole('tab', { name });
  const count = await tabs.getByRole('tab').count();
  for (let presses = 0; presses < count && (await wanted.getAttribute('aria-selected')) !== 'true'; presses++) {
    const shown = (await selected.textContent()) ?? '';
    await page.keyboard.press('ArrowRight');
    // The focus follows a moment later: a second press before that leads to the same tab.
    await expect(selected).not.toHaveText(shown);
  }
  await expect(wanted).toBeFocused();
}

test('an agent is made, read, trusted, tried, talked to, edited between turns and trusted anew, by keyboard alone', async ({
  app: page,
}) => {
  test.slow();
  await using place = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const folder = join(place.path, 'my-agent');

  await test.step('made from a template, and read before anything of it runs', async () => {
    await typeAction(page, 'New workspace');
    await expect(page.getByRole('textbox', { name: 'Folder' })).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(folder);
    await page.keyboard.press('Enter');
    await expect(review(page)).toContainText('It runs Python, TypeScript');
    await tabTo(page, review(page).locator('summary', { hasText: 'tools/bash.py' }));
    await page.keyboard.press('Enter');
    await expect(review(page).getByRole('group', { name: 'First lines of tools/bash.py' })).toContainText('asyncio');
    await expectNothingSerious(page, 'what will run');
    await pressOn(page, 'Trust');
    await expect(page.getByRole('list', { name: 'Workspaces' }).getByRole('button')).toContainText('Ready');
  });

  await test.step('a tool is tried', async () => {
    await pressOn(page, 'Try write');
    const form = page.getByRole('form', { name: 'Try write by hand' });
    await tabTo(page, form.getByRole('textbox', { name: 'file_path' }));
    await page.keyboard.type('notes/hello.md');
    await tabTo(page, form.getByRole('textbox', { name: 'content' }));
    await page.keyboard.type('hello');
    await tabTo(page, form.getByRole('button', { name: 'Call' }));
    await page.keyboard.press('Enter');
    await allow(page);
    await expect(form).toContainText('Wrote 5 characters');
  });

  await test.step('a session in it talks and calls its tools', async () => {
    await pressOn(page, 'New session');
    server.push({ calls: [{ tool: 'read', arguments: { file_path: 'notes/hello.md' } }] }, { text: 'It says hello.' });
    await expect(page.getByRole('textbox', { name: 'Message or command' })).toBeFocused();
    await page.keyboard.type('What does the note say?');
    await page.keyboard.press('Enter');
    await expect(page.getByText('goes to the question')).toBeVisible();
    await page.keyboard.press('Control+Alt+g');
    // The focus follows a moment later: a Tab before that goes to the next mode of the composer.
    await expect(page.getByRole('article').filter({ has: button(page, 'Allow once') })).toBeFocused();
    await allow(page);
    await expect(conversation(page)).toContainText('It says hello.');
  });

  await test.step('a skill that is edited between turns is told with the next one', async () => {
    await typeAction(page, 'Go to Workspaces');
    await goToTab(page, /^Skills/);
    await pressOn(page, 'Edit meeting-notes');
    await expect(page.getByRole('textbox', { name: 'Text of skills/meeting-notes/SKILL.md' })).toBeFocused();
    await page.keyboard.press('Control+Home');
    for (const key of ['ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
    await page.keyboard.type(' In rhymes.');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('list', { name: 'Skills' })).toContainText('In rhymes.');
    await expectNothingSerious(page, 'a skill that is edited');
    await typeAction(page, 'Go to Sessions');
    server.push({ text: 'A rhyme.' });
    await expect(page.getByRole('textbox', { name: 'Message or command' })).toBeFocused();
    await page.keyboard.type('Rhyme');
    await page.keyboard.press('Enter');
    await expect(conversation(page)).toContainText('A rhyme.');
    expect(JSON.stringify(server.completions.at(-1)?.body)).toContain('In rhymes.');
  });

  await test.step('the schema of a tool follows its code', async () => {
    await typeAction(page, 'Go to Workspaces');
    await goToTab(page, /^Tools/);
    await pressOn(page, 'Edit read');
    await expect(page.getByRole('textbox', { name: 'Text of tools/read.py' })).toBeFocused();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('async def tool(page_number: int) -> str:\n"""Reads a page."""\nreturn "page"');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('group', { name: 'Schema of read' })).toContainText('page_number');
    await page.keyboard.type(')');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('list', { name: 'Problems of tools/read.py' })).toContainText('Line');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('list', { name: 'Problems of tools/read.py' })).toBeHidden();
  });

  await test.step('what somebody else changes is shown, and trusted anew', async () => {
    await appendFile(join(folder, 'tools', 'write.py'), '\n# somebody was here\n');
    await expect(review(page)).toContainText('It has changed since you trusted it');
    await expect(review(page).getByRole('group', { name: 'Diff of tools/write.py' })).toContainText(
      '+# somebody was here',
    );
    await pressOn(page, 'Trust');
    await expect(page.getByRole('list', { name: 'Workspaces' }).getByRole('button')).toContainText('Ready');
  });
});
