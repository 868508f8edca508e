import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { expect, test } from './support/host.ts';
import { tabTo } from './support/keyboard.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message or command' });
const card = (page: Page, name: RegExp) => page.getByRole('article', { name });

const BEFORE = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const changed = (lines: readonly number[]) =>
  BEFORE.map((line, index) => (lines.includes(index + 1) ? `${line}, better` : line)).join('\n');

/** Keys as the screen names them, where Playwright calls them otherwise. */
const PRESSED: Readonly<Record<string, string>> = { '↑': 'ArrowUp', '↓': 'ArrowDown' };

/** Presses keys one after the other, each of which is named on the screen at that moment. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await expect(page.locator(`kbd:text-is("${key}"):visible`).first()).toBeInViewport();
    await page.keyboard.press(
      PRESSED[key] ?? (key.length === 1 ? key.toLowerCase() : key.replace('Ctrl+', 'Control+')),
    );
  }
}

/** Runs an action of the palette by the keys that the screen and the palette name. */
async function runByKeys(page: Page, title: string): Promise<void> {
  await press(page, 'Ctrl+Shift+P');
  await page.keyboard.type(title);
  await expect(page.getByRole('option', { name: title, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeHidden();
}

/** Goes to a button by Tab and presses it by Enter, as everywhere: keys that no screen needs to name. */
async function enter(page: Page, target: ReturnType<typeof button>): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('from Connect a model through a reviewed change to Undo turn, by keys that the screen names', async ({
  app: page,
  host,
}) => {
  // The first reply is to the test of the connection.
  await using server = await scriptedModelServer(
    [
      { text: 'hi' },
      {
        calls: ['one.txt', 'two.txt'].map((path) => ({
          tool: 'create_or_update_file',
          arguments: { path, file_content: changed([2, 15, 28]) },
        })),
      },
      { text: 'Both are better:\n\n```python\ndef better(n):  # so\n    return "yes"\n```\n' },
    ],
    { models: ['tiny'] },
  );
  const fileOf = (name: string) => join(host.dataFolder, 'sample-workspace', name);
  for (const name of ['one.txt', 'two.txt']) await writeFile(fileOf(name), BEFORE.join('\n'));

  await test.step('Connect a model leads to the first field', async () => {
    await expect(page.locator('.xterm-rows')).toContainText(/[$#] /);
    // In a terminal Tab belongs to the shell, and the palette's key to the app.
    await runByKeys(page, 'Go to Prompts');
    await enter(page, button(page, 'Connect a model'));
    await expect(page.getByLabel('Base URL')).toBeFocused();
    await page.keyboard.type(server.baseUrl);
    await page.keyboard.press('Tab');
    await page.keyboard.type('tiny');
    await page.keyboard.press('Enter');
    await expect(region(page, 'Status bar')).toContainText('tiny');
    await expect(composer(page)).toBeFocused();
  });

  await test.step('the question is gone to by the key that the hint names, and its review by Enter', async () => {
    await page.keyboard.type('Make them better');
    await press(page, 'Enter');
    const question = card(page, /^Change one\.txt\?/);
    await expect(question).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await expect(page.getByText('Ctrl+Alt+G goes to the question')).toBeVisible();
    await press(page, 'Ctrl+Alt+G');
    await expect(question).toBeFocused();
    await enter(page, question.getByRole('button', { name: 'Review changes' }));
    await expect(region(page, 'Diff of one.txt')).toBeFocused();
  });

  await test.step('its keys act at once, and Apply accepted leads to the next file', async () => {
    await expect(button(page, 'Accept hunk 3')).toBeVisible();
    await press(page, '↓', 'X', '↓');
    await expect(button(page, 'Reject hunk 2')).toHaveAttribute('aria-pressed', 'true');
    await enter(page, button(page, 'Apply accepted'));
    await expect(region(page, 'Diff of two.txt')).toBeFocused();
    await expect(button(page, 'Accept hunk 3')).toBeVisible();
    await press(page, 'X', '↓', '↓');
    await expect(button(page, 'Reject hunk 1')).toHaveAttribute('aria-pressed', 'true');
    await enter(page, button(page, 'Apply accepted'));
    await expect.poll(() => readFile(fileOf('two.txt'), 'utf8')).toBe(changed([15, 28]));
    expect(await readFile(fileOf('one.txt'), 'utf8')).toBe(changed([2, 28]));
  });

  await test.step('the turn has the focus then, and U undoes it', async () => {
    const turn = page.getByRole('treegrid', { name: 'Turns' }).locator('[data-row]:focus');
    await expect(turn).toBeVisible();
    await press(page, '↑', '↑', '↑', 'U');
    await expect.poll(() => readFile(fileOf('one.txt'), 'utf8')).toBe(BEFORE.join('\n'));
    expect(await readFile(fileOf('two.txt'), 'utf8')).toBe(BEFORE.join('\n'));
  });

  await test.step('code of the reply has the colours of its language', async () => {
    await runByKeys(page, 'Go to Sessions');
    const code = page.getByRole('log', { name: 'Conversation' }).locator('code', { hasText: 'def better' });
    await expect(code.locator('[data-token="keyword"]').first()).toHaveText('def');
    await expect(code.locator('[data-token="comment"]')).toHaveText('# so');
    await expect(code).toHaveText('def better(n):  # so\n    return "yes"');
  });

  await test.step('the review is shown and hidden by its key, and the focus goes there and back', async () => {
    await expect(composer(page)).toBeFocused();
    await press(page, 'F1');
    await expect(page.getByRole('dialog').locator('kbd:text-is("Ctrl+Alt+R")')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Control+Alt+r');
    await expect(page.getByRole('heading', { name: 'Review' })).toBeFocused();
    await page.keyboard.press('Control+Alt+r');
    await expect(composer(page)).toBeFocused();
  });
});
