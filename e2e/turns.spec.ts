import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { allowOnce } from './support/approvals.ts';
import { expectNothingSerious } from './support/axe.ts';
import { connect } from './support/connect.ts';
import { expect, type Host, test } from './support/host.ts';
import { isThere } from './support/is-there.ts';
import { runAction } from './support/keyboard.ts';
import { PAGES_SERVER } from './support/mcp-server.ts';
import { addMcpServer } from './support/providers.ts';

const workspace = (host: Host, name: string) => join(host.dataFolder, 'sample-workspace', name);
const turns = (page: Page) => page.getByRole('treegrid', { name: 'Turns' });
const turn = (page: Page) => turns(page).getByRole('button', { name: 'Turn: Tidy up' });

const MADE = ['notes/one.md', 'notes/two.md', 'notes/deep/three.md'];
const DELETED = ['old/a.txt', 'old/deep/b.txt'];

async function filesAre(host: Host, made: boolean): Promise<void> {
  const all = () => Promise.all([...MADE, ...DELETED].map((name) => isThere(workspace(host, name))));
  await expect.poll(all).toEqual([...MADE.map(() => made), ...DELETED.map(() => !made)]);
}

test('what an MCP server wrote and a command deleted is one row, undone and redone by the keys on the screen', async ({
  app: page,
  host,
}) => {
  test.slow();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await mkdir(workspace(host, 'old/deep'), { recursive: true });
  for (const name of DELETED) await writeFile(workspace(host, name), `${name}\n`);
  await writeFile(workspace(host, 'pages.py'), PAGES_SERVER);
  await addMcpServer(page, { name: 'notes', commandLine: '/usr/bin/python3 pages.py' });

  await test.step('a turn calls both', async () => {
    const write = { tool: 'notes_write_pages', arguments: { names: MADE } };
    const command = { tool: 'execute_command', arguments: { command_line: 'rm -r old' } };
    server.push({ calls: [write, command] }, { text: 'Tidied.' });
    await runAction(page, 'Go to Sessions');
    await page.getByRole('textbox', { name: 'Message or command' }).fill('Tidy up\nand say when it is done');
    await page.keyboard.press('Enter');
    await allowOnce(page, /^Use notes write pages of notes/);
    await allowOnce(page, /^Run a command\?/);
    await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Tidied.');
    await filesAre(host, true);
    const end = page.getByRole('region', { name: 'Changed 5 files' });
    await expect(end).toContainText('+3 added−2 deleted3 by program notes, 2 by command');
    await expect(end.getByRole('button', { name: 'Undo turn' })).toBeVisible();
    await expectNothingSerious(page, 'the end of a turn that changed files');
  });

  await test.step('it is one row, its folders told by their files', async () => {
    await runAction(page, 'Go to Changes');
    const row = turns(page).getByRole('row', { name: 'Turn: Tidy up' });
    await expect(row).toContainText('+3 added');
    await expect(row).toContainText('−2 deleted');
    await expect(row).toContainText('3 by program notes, 2 by command');
    // The newest turn is open, and one of its rows has the focus.
    await expect(turns(page).locator('[data-row]:focus')).toBeVisible();
    await expect(turns(page).getByRole('row')).toHaveCount(6);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(turns(page).getByRole('button', { name: /^three\.md/ })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(turn(page)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(turn(page)).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowRight');
    await expect(turns(page).getByRole('row')).toHaveCount(6);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Diff of notes/deep/three.md' })).toBeVisible();
    await expectNothingSerious(page, 'a turn that is open');
    await page.keyboard.press('ArrowLeft');
    await expect(turn(page)).toBeFocused();
  });

  await test.step('U undoes it', async () => {
    await expect(page.getByRole('region', { name: 'Changes', exact: true })).toContainText('U undo');
    await page.keyboard.press('u');
    await expect(page.getByRole('status').filter({ hasText: 'Turn undone: 5 files restored' })).toBeVisible();
    await filesAre(host, false);
    await expect(turns(page).getByRole('row', { name: 'Turn: Tidy up' })).toContainText('undone');
    await expect(turns(page).getByRole('row', { name: /^Turn: / })).toHaveCount(1);
    await expectNothingSerious(page, 'a turn that is undone');
  });

  await test.step('R redoes it', async () => {
    await expect(turn(page)).toBeFocused();
    await page.keyboard.press('r');
    await expect(page.getByRole('status').filter({ hasText: 'Turn redone: 5 files' })).toBeVisible();
    await filesAre(host, true);
  });

  await test.step('the conversation has a line for each, which leads back to the row', async () => {
    await runAction(page, 'Go to Sessions');
    const log = page.getByRole('log', { name: 'Conversation' });
    await expect(log).toContainText('Turn undone: 5 files restored');
    await log.getByRole('button', { name: 'Show in Changes' }).last().click();
    await expect(turns(page).getByRole('row', { name: 'Turn: Tidy up' })).toBeVisible();
  });
});

test('what a turn left as it is, is asked about before anything is undone', async ({ app: page, host }) => {
  test.slow();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const command = 'echo one > one.txt; echo two > two.txt';
  server.push({ calls: [{ tool: 'execute_command', arguments: { command_line: command } }] }, { text: 'Written.' });
  await runAction(page, 'Go to Sessions');
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Write two files');
  await page.keyboard.press('Enter');
  await allowOnce(page, /^Run a command\?/);
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Written.');
  await writeFile(workspace(host, 'two.txt'), 'by hand\n');

  await runAction(page, 'Go to Changes');
  await page.getByRole('button', { name: 'Undo turn' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo “Write two files”?' });
  await expect(dialog).toContainText('1 file will be restored, 1 file is left');
  await expect(dialog.getByRole('checkbox', { name: 'Undo all the same: two.txt' })).not.toBeChecked();
  await expectNothingSerious(page, 'what would be left');
  await dialog.getByRole('button', { name: 'Undo the rest' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Turn undone: 1 file restored, 1 file left' })).toBeVisible();
  await expect.poll(() => isThere(workspace(host, 'one.txt'))).toBe(false);
  expect(await isThere(workspace(host, 'two.txt'))).toBe(true);
  await expect(turns(page).getByRole('row', { name: /^Turn: / })).toContainText('partly undone');
});
