import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type ScriptedModelServer, scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { connect } from './support/connect.ts';
import { expect, type Host, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { composer, conversation, inWorkspace, send } from './support/session-page.ts';

/** Shows the scrollbars, which take room in a real window; Playwright hides them. */
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
});

const LONG_PATH =
  'packages/the-one-with-the-longest-name-of-all/src/components/deeply/nested/a-long-name.integration.test.tsx';
const review = (page: Page) => page.getByRole('complementary', { name: 'Review' });
const statusBar = (page: Page) => page.getByRole('region', { name: 'Status bar' });

const boxOf = async (element: Locator) => {
  await expect(element).toBeVisible();
  return (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
};
/** Whether what a path ends with can be read, in an element that cuts what is too long for it. */
const showsItsEnd = (element: Locator) =>
  element.evaluate((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const [text, box] = [words.getBoundingClientRect(), one.getBoundingClientRect()];
    return box.width > 0 && text.right <= box.right + 1;
  });
/** Whether something of a line is seen, and every part of it either whole or not at all. */
const hasWholeParts = (element: Locator) =>
  element.evaluate((one) => {
    const box = one.getBoundingClientRect();
    const isSeen = (part: DOMRect) => part.top < box.bottom && part.bottom > box.top;
    const parts = [...one.children].map((part) => part.getBoundingClientRect()).filter(isSeen);
    return parts.length > 0 && one.scrollWidth <= one.clientWidth && parts.every(({ left }) => left >= box.left - 1);
  });

const LINES = Array.from({ length: 200 }, (_, index) => `const line${index} = '${'word '.repeat(20)}';\n`);

/** One reply that changes every tenth line of a file with a long path, and deletes another file. */
async function askForFiles(page: Page, host: Host, server: ScriptedModelServer): Promise<void> {
  const file = inWorkspace(host, LONG_PATH);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, LINES.join(''));
  const written = { path: LONG_PATH, file_content: LINES.map((line, at) => (at % 10 ? line : `// ${line}`)).join('') };
  server.push({
    calls: [
      { tool: 'create_or_update_file', arguments: written },
      { tool: 'delete_file_or_dir', arguments: { path: 'names.txt' } },
    ],
  });
  await send(page, 'Change two files');
  await expect(review(page).getByRole('article')).toHaveCount(2);
}

test('long changes of one reply scroll within the review, which stays away from Changes; names of files are whole', async ({
  app: page,
  host,
}) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await askForFiles(page, host, server);

  await test.step('the heading of the review stays, however far one scrolls', async () => {
    await expect(review(page).getByRole('article').first()).toContainText('Hunk 20');
    await review(page).getByRole('heading', { name: 'Review' }).hover();
    await page.mouse.wheel(0, 5000);
    expect(await page.locator('#review').evaluate((panel) => panel.scrollHeight - panel.clientHeight)).toBe(0);
    await expect(review(page).getByRole('heading', { name: 'Review' })).toBeInViewport();
  });

  await test.step('the hint of keys below the message is whole', async () => {
    const hint = page.locator('form span', { hasText: 'goes to the question' }).first();
    expect(await hasWholeParts(hint)).toBe(true);
    const mode = page.getByRole('combobox', { name: 'Mode' });
    expect((await boxOf(mode)).x - (await boxOf(page.locator('form', { has: composer(page) }))).x).toBeLessThan(30);
    expect(await hasWholeParts(statusBar(page).getByText('all commands').locator('..'))).toBe(true);
  });

  await test.step('beside an open review a list lies above its detail, and leaves it most of the room', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    const line = page.getByRole('separator', { name: 'Height of the list' }).first();
    await expect.poll(async () => (await boxOf(line)).y).toBeLessThan(200);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the buttons below a message stay together at the end', async () => {
    await page.setViewportSize({ width: 500, height: 700 });
    const form = page.locator('form', { has: composer(page) });
    const [stop, tryWith] = [
      form.getByRole('button', { name: 'Stop' }),
      form.getByRole('button', { name: 'Try with' }),
    ];
    await expect.poll(async () => (await boxOf(stop)).y - (await boxOf(tryWith)).y).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the name at the end of a long path is shown', async () => {
    expect(await showsItsEnd(conversation(page).locator('header code').first())).toBe(true);
  });

  await test.step('Changes has the room to itself', async () => {
    await runAction(page, 'Go to Changes');
    await expect(page.getByRole('region', { name: `Diff of ${LONG_PATH}` })).toBeVisible();
    await expect(review(page)).toBeHidden();
    expect(await showsItsEnd(page.getByRole('heading', { name: LONG_PATH }))).toBe(true);
  });
});

const TABLE = `| Name | What it does | Default |\n|---|---|---|\n| \`${'long_identifier_'.repeat(8)}\` | ${'a note that goes on '.repeat(12)} | 30 |\n`;

test('in a narrow window nothing moves when a turn begins, and nothing of a reply is torn', async ({ app: page }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await page.setViewportSize({ width: 900, height: 600 });
  const field = page.locator('form', { has: composer(page) });

  server.push({ text: `${TABLE}\n${'A paragraph.\n\n'.repeat(40)}The end.` });
  await send(page, 'A table, please');
  await expect(conversation(page)).toContainText('The end.');

  await test.step('words in a table stay in one piece', async () => {
    const [head, cell] = [page.getByRole('columnheader', { name: 'Default' }), page.getByRole('cell', { name: '30' })];
    const lines = await head.evaluate((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      return new Set([...words.getClientRects()].map(({ top }) => top)).size;
    });
    await expect(cell).toBeAttached();
    expect(lines).toBe(1);
  });

  await test.step('a reply and the field below it are one column', async () => {
    const end = await boxOf(conversation(page).getByRole('article').last());
    const { x, width } = await boxOf(field);
    expect([end.x, end.x + end.width]).toEqual([x, x + width]);
  });

  await test.step('the field keeps its height with the first letter', async () => {
    const { height } = await boxOf(field);
    await composer(page).fill('a');
    expect((await boxOf(field)).height).toBe(height);
    await composer(page).fill('');
  });

  await test.step('the status bar stays one line while something runs', async () => {
    const { height } = await boxOf(statusBar(page));
    server.push({ isSilent: true });
    await send(page, 'Think for long');
    await expect(statusBar(page)).toContainText('1 task running');
    expect((await boxOf(statusBar(page))).height).toBe(height);
  });

  await test.step('at twice the size every view can be gone to', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    await expect(page.getByRole('navigation').getByRole('button', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  });

  await test.step('the connection is told at four times the size, too, beside all else there is', async () => {
    await page.setViewportSize({ width: 320, height: 400 });
    await expect(statusBar(page)).toContainText('1 task running');
    await expect(statusBar(page).getByText('Connected')).toBeInViewport({ ratio: 1 });
  });

  await test.step('a terminal has one scrollbar, its own', async () => {
    await runAction(page, 'Go to Terminals');
    const own = page.locator('.xterm-viewport').first();
    await expect(own).toBeAttached();
    expect(await own.evaluate((one: HTMLElement) => one.offsetWidth - one.clientWidth)).toBe(0);
  });
});

test('a prompt at twice the size has room in each of its parts, which scroll together', async ({ app: page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await runAction(page, 'Go to Prompts');
  await page.getByRole('list', { name: 'Prompts' }).getByRole('button', { name: 'samples.code_review' }).click();
  const template = page.getByRole('textbox', { name: 'Template of message 1' });
  await expect(template).toBeAttached();
  const heights = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#prompts\\.bench [data-panel] [data-panel]')].map(
      (part) => part.getBoundingClientRect().height,
    ),
  );
  // The template, its input, what it makes, and where that came from.
  expect(heights).toHaveLength(4);
  expect(Math.min(...heights)).toBeGreaterThan(100);
  const rendered = page.getByRole('region', { name: 'Rendered prompt' });
  await rendered.scrollIntoViewIfNeeded();
  await expect(rendered).toBeInViewport();
});
