import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ScriptedModelServer, scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { expectNothingSerious } from './support/axe.ts';
import { connect } from './support/connect.ts';
import { expect, type Host, test } from './support/host.ts';
import { runAction, tabTo } from './support/keyboard.ts';

const diff = (page: Page, name = 'list.txt') => page.getByRole('region', { name: `Diff of ${name}` });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const fileOf = (host: Host, name: string) => join(host.dataFolder, 'sample-workspace', name);
const turns = (page: Page) => page.getByRole('treegrid', { name: 'Turns' });

const BEFORE = Array.from({ length: 40 }, (_, index) => `item ${index + 1}`);
const AFTER = BEFORE.flatMap((line) => {
  if (line === 'item 3') return ['item three', 'item three and a half'];
  if (line === 'item 20') return ['item twenty'];
  return line === 'item 38' ? [] : [line];
});
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

/** A model that proposes the change of a list, which waits in Changes. */
async function propose(page: Page, host: Host, server: ScriptedModelServer): Promise<void> {
  await connect(page, server);
  await writeFile(fileOf(host, 'list.txt'), text(BEFORE));
  server.push({
    calls: [{ tool: 'create_or_update_file', arguments: { path: 'list.txt', file_content: text(AFTER) } }],
  });
  await runAction(page, 'Go to Sessions');
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Spell it out');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: /^Change list\.txt\?/ })).toBeVisible();
  await runAction(page, 'Go to Changes');
  await expect(diff(page).getByRole('button', { name: 'Accept hunk 3' })).toBeVisible();
}

test('hunks, lines, an edit, a comment and undo, by keyboard alone', async ({ app: page, host }) => {
  test.slow();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await propose(page, host, server);
  const outcome = diff(page).getByRole('region', { name: 'What would be written' });

  await test.step('a hunk is rejected', async () => {
    await tabTo(page, diff(page));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await expect(button(page, 'Reject hunk 2')).toHaveAttribute('aria-pressed', 'true');
    await expect(outcome).toContainText('rejected, left as it is');
    await page.keyboard.press('ArrowUp');
  });

  await test.step('a line is rejected, and what would be written follows', async () => {
    await page.keyboard.press('l');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(outcome).toContainText('partly accepted');
    await expect(outcome).toContainText('item three');
    await expect(outcome).not.toContainText('and a half');
    await expect(button(page, 'Accept added line 4')).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('a line is commented on, and the comment survives a reload', async () => {
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('c');
    const field = page.getByRole('textbox', { name: 'Comment on line 3' });
    await expect(field).toBeFocused();
    await page.keyboard.type('Words are better here');
    await page.keyboard.press('Enter');
    await expect(diff(page)).toBeFocused();
    await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Words are better here');
    await page.keyboard.press('Escape');
    await page.waitForTimeout(1000);
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('tiny');
    await runAction(page, 'Go to Changes');
    await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Words are better here');
  });

  await test.step('so do the decisions', async () => {
    await expect(diff(page).locator('.view-line').first()).toBeVisible({ timeout: 30_000 });
    await expect(button(page, 'Reject hunk 2')).toHaveAttribute('aria-pressed', 'true');
    await expect(outcome).toContainText('partly accepted');
    await expect(button(page, 'Accept added line 4')).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('the proposed side is edited', async () => {
    await tabTo(page, diff(page));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(button(page, 'Accept hunk 2')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('e');
    await page.keyboard.press('End');
    await page.keyboard.type(' or so');
    await expect(outcome).toContainText('item twenty or so');
    await page.keyboard.press('Escape');
    await expect(diff(page)).toBeFocused();
  });

  await test.step('the answer writes exactly that, and the model is told', async () => {
    await page.keyboard.press('ArrowDown');
    server.push({ text: 'As you like it.' });
    await tabTo(page, button(page, 'Apply accepted'));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Applied 3 of 3 hunks to list.txt, 1 of them in part.').first()).toBeVisible();
    const expected = AFTER.filter((line) => line !== 'item three and a half').map((line) =>
      line === 'item twenty' ? 'item twenty or so' : line,
    );
    await expect.poll(() => readFile(fileOf(host, 'list.txt'), 'utf8')).toBe(text(expected));
    await expect.poll(() => JSON.stringify(server.completions.at(-1)?.body)).toContain('Words are better here');
  });

  await test.step('it is undone', async () => {
    await expect(diff(page)).toContainText('applied');
    await tabTo(page, diff(page).getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'list.txt undone: 1 file restored' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Applied 3 of 3 hunks' })).toHaveCount(0);
    await expect.poll(() => readFile(fileOf(host, 'list.txt'), 'utf8')).toBe(text(BEFORE));
  });
});

test('lines are decided by their buttons in every look, and axe finds nothing serious', async ({ app: page, host }) => {
  test.slow();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await propose(page, host, server);
  await expect(diff(page).locator('.view-line').first()).toBeVisible({ timeout: 30_000 });

  await button(page, 'Accept added line 3').click();
  await expect(button(page, 'Accept added line 3')).toHaveAttribute('aria-pressed', 'false');
  await button(page, 'Accept removed line 20').click();
  await page.keyboard.press('c');
  await page.keyboard.type('Keep it');
  await expectNothingSerious(page, 'a comment that is written, side by side');
  await page.keyboard.press('Escape');
  await expectNothingSerious(page, 'rejected lines, side by side');

  await button(page, 'Accessible view').click();
  await expect(button(page, 'Reject added line 3')).toHaveAttribute('aria-pressed', 'true');
  await expect(button(page, 'Reject removed line 20')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Accept removed line 20').click();
  await button(page, 'Comment on removed line 38').click();
  await page.keyboard.type('Why is it gone?');
  await page.keyboard.press('Enter');
  await expect(diff(page).getByText('Your comment: Why is it gone?')).toBeVisible();
  await expectNothingSerious(page, 'rejected lines and comments, as a list');
  await expectMarksAndUndo(page, host, server);
});

/**
 * Expects the list and the diff to show a file that a command moved and one it made executable; then undoes the whole
 * turn.
 */
async function expectMarksAndUndo(page: Page, host: Host, server: ScriptedModelServer): Promise<void> {
  const [from, to, script] = ['old-name.txt', 'new-name.txt', 'run.sh'].map((name) => fileOf(host, name));
  const command = 'mv old-name.txt new-name.txt && chmod +x run.sh';
  await writeFile(from ?? '', 'some lines\nthat move\n');
  await writeFile(script ?? '', '#!/bin/sh\n', { mode: 0o644 });
  server.push({ calls: [{ tool: 'execute_command', arguments: { command_line: command } }] });
  await button(page, 'Reject all').click();
  const card = page.getByRole('article', { name: /^Run a command\?/ });
  server.push({ text: 'Moved.' });
  await runAction(page, 'Go to Sessions');
  await expect(card.getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false');
  await card.getByRole('button', { name: 'Allow once' }).click();
  await runAction(page, 'Go to Changes');
  const row = (name: string) => turns(page).getByRole('row', { name });
  await expect(row('new-name.txt')).toContainText('moved from old-name.txt');
  await expect(row('run.sh')).toContainText('mode 644 → 755, can now be run');
  await row('run.sh')
    .getByRole('button', { name: /^run\.sh/ })
    .click();
  await expect(diff(page, 'run.sh')).toContainText('mode 644 → 755, can now be run');

  await button(page, 'Undo turn').first().click();
  await expect(
    turns(page)
      .getByRole('row', { name: /^Turn: / })
      .first(),
  ).toContainText('undone');
  await expect.poll(() => readFile(from ?? '', 'utf8')).toBe('some lines\nthat move\n');
  await expect(stat(to ?? '')).rejects.toThrow('ENOENT');
  await expect.poll(async () => ((await stat(script ?? '')).mode & 0o777).toString(8)).toBe('644');
}
