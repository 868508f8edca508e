import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Host, test } from './support/host.ts';
import { tabTo, typeAction } from './support/keyboard.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message or command' });
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const greeting = (host: Host) => readFile(join(host.dataFolder, 'sample-workspace', 'greet.sh'), 'utf8');

test('the first two minutes, by keyboard alone', async ({ app: page, host }) => {
  await test.step('a shell prompt is there and runs a command', async () => {
    const screen = page.locator('.xterm-rows');
    await expect(screen).toContainText(/[$#] /);
    await page.keyboard.type('echo "the answer is $((40 + 2))"\n');
    await expect(screen).toContainText('the answer is 42');
  });

  await test.step('the demo needs one key press', async () => {
    await typeAction(page, 'Go to Sessions');
    // The composer has the focus, where Tab goes through the modes; Ctrl+M lets it move the focus.
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Control+M');
    await tabTo(page, button(page, 'Try the demo').first());
    await page.keyboard.press('Enter');
    await expect(region(page, 'Status bar')).toContainText('Demo (scripted)');
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Control+M');
  });

  await test.step('Shift+Tab goes through what a session may do without asking', async () => {
    await tabTo(page, composer(page));
    for (const mode of ['Edits allowed', 'Workspace', 'Read only', 'Ask']) {
      await page.keyboard.press('Shift+Tab');
      await expect(region(page, 'Status bar').getByRole('button', { name: `Permission mode: ${mode}` })).toBeVisible();
    }
    await expect(composer(page)).toBeFocused();
  });

  await test.step('it reads what lies in the workspace, and asks before it changes it', async () => {
    await page.keyboard.type('Make the greeting friendlier\n');
    await expect(composer(page)).toHaveValue('');
    await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('needs you');
    // A question never takes the focus.
    await expect(composer(page)).toBeFocused();
    // In the composer Tab goes through the modes; Ctrl+M lets it move the focus.
    await page.keyboard.press('Control+M');
  });

  await test.step('a change is taken in part, and edited', async () => {
    await expect(page.getByRole('article', { name: /^Change greet\.sh\?/ })).toBeVisible();
    await typeAction(page, 'Go to Changes');
    const diff = region(page, 'Diff of greet.sh');
    await expect(diff.getByRole('button', { name: 'Accept hunk 3' })).toBeVisible();
    expect(await greeting(host)).toContain('echo "Hello $name."');
    await tabTo(page, diff.getByRole('button', { name: 'Reject hunk 1' }));
    await page.keyboard.press('Enter');
    await expect(diff.getByRole('button', { name: 'Reject hunk 1' })).toHaveAttribute('aria-pressed', 'true');
    await tabTo(page, button(page, 'Apply accepted'));
    await page.keyboard.press('Enter');
    await expect(diff).toContainText('applied');
    // It is on the record, and shown, a moment before the file is written.
    await expect.poll(() => greeting(host)).toContain('how nice to see you');
    const written = await greeting(host);
    expect(written).toContain('echo "usage: greet.sh [NAME ...]"');
  });

  await test.step('a command is allowed like this: a rule is made, and its output is shown', async () => {
    const card = page.getByRole('article', { name: /^Run a command\?/ });
    await expect(card.getByRole('list', { name: 'Parts of the command' })).toContainText('bash greet.sh Ada');
    const likeThis = card.getByRole('button', { name: 'Allow like this…' });
    await tabTo(page, likeThis);
    await expect(likeThis).toHaveAttribute('aria-disabled', 'false');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Allow like this' });
    await expect(dialog.getByRole('radio', { name: /bash greet\.sh Ada/ }).first()).toBeChecked();
    const save = dialog.getByRole('button', { name: 'Save the rule and allow' });
    await tabTo(page, save);
    await expect(save).toHaveAttribute('aria-disabled', 'false');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(card).toBeHidden();
    await typeAction(page, 'Go to Sessions');
    await expect(conversation(page)).toContainText('Exit code 0');
    await expect(conversation(page)).toContainText('how nice to see you');
    await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('done');
  });

  await test.step('all of it is in Activity', async () => {
    await typeAction(page, 'Go to Activity');
    const events = page.getByRole('list', { name: 'Events' });
    await expect(events).toContainText('bash greet.sh Ada — exit code 0');
    await expect(events).toContainText('Allowed by you');
    await expect(events).toContainText('Allowed by the read-only preset');
    await expect(events).toContainText('A rule that allows in this workspace was saved: bash greet.sh Ada');
    await tabTo(page, page.getByRole('searchbox', { name: 'Search activity' }));
    await page.keyboard.type('lovely day');
    await expect(events).not.toContainText('Allowed by the read-only preset');
    await expect(events).toContainText('bash greet.sh Ada');
  });

  await test.step('and can be undone', async () => {
    await typeAction(page, 'Go to Changes');
    const turns = page.getByRole('treegrid', { name: 'Turns' });
    // Tab leads to the row of before: the turn's, or that of its file, which is below it.
    const row = turns.getByRole('button', { name: /^(greet\.sh|Turn: )/ });
    await expect(row).toHaveCount(2);
    await tabTo(page, row.and(turns.locator('[tabindex="0"]')));
    await page.keyboard.press('ArrowUp');
    await tabTo(page, button(page, 'Undo turn'));
    await page.keyboard.press('Enter');
    await expect(turns).toContainText('undone');
    expect(await greeting(host)).toContain('echo "Hello $name."');
  });
});
