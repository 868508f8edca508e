import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { manyCommands, recordSession } from '../test/support/recorded-session.ts';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { openCalls } from './support/calls.ts';
import { connect } from './support/connect.ts';
import { expect, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message or command' });
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' });

async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

async function allow(page: Page, question: RegExp): Promise<void> {
  const card = page.getByRole('article', { name: question });
  await expect(card.getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false');
  await card.getByRole('button', { name: 'Allow once' }).click();
  await expect(card).toBeHidden();
}

/** The body of a reply of these deltas. */
function deltas(...all: readonly object[]): string {
  const chunks = [...all.map((delta) => ({ delta })), { delta: {}, finish_reason: 'stop' }];
  return `${chunks.map((choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`).join('')}data: [DONE]\n\n`;
}

test('reasoning is shown closed while it comes, and is there after a restart of the page', async ({ app: page }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const thoughts = Array.from({ length: 40 }, (_, index) => ({ reasoning_content: `Thought ${index}. ` }));
  server.push({ body: deltas(...thoughts, { content: 'The answer.' }), seed: 5, delayMs: 20 });
  await send(page, 'Think');
  await expect(conversation(page)).toContainText('thinking');
  await conversation(page).getByText('Reasoning').click();
  await expect(conversation(page)).toContainText('Thought 5.');
  await expect(conversation(page)).toContainText('The answer.');
  await reload(page);
  await conversation(page).getByText('Reasoning').click();
  await expect(conversation(page).getByRole('group', { name: 'Reasoning' })).toContainText('Thought 39.');
});

test('a change that was undone says so after a reload, and can be done again', async ({ app: page }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  server.push(
    { calls: [{ tool: 'create_or_update_file', arguments: { path: 'note.txt', file_content: 'a note\n' } }] },
    { text: 'Written.' },
  );
  await send(page, 'Write a note');
  await allow(page, /^Create note\.txt\?/);
  await expect(conversation(page)).toContainText('Written.');
  await openCalls(page);
  const files = conversation(page).getByRole('list', { name: 'Changed files' });
  await files.getByRole('button', { name: 'Undo' }).click();
  await expect(files).toContainText('Undone');
  await expect(files.getByRole('button', { name: 'Redo' })).toBeFocused();
  await reload(page);
  await openCalls(page);
  await expect(files).toContainText('Undone');
  await files.getByRole('button', { name: 'Redo' }).click();
  await expect(files.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('a deleted session hands the focus on and comes back after a reload', async ({ app: page }) => {
  await using server = await scriptedModelServer([{ text: 'one' }, { text: 'two' }], { models: ['tiny'] });
  await connect(page, server);
  server.clear();
  for (const text of ['First thing', 'Second thing']) {
    await runAction(page, 'New session');
    server.push({ text: `About the ${text}` });
    await send(page, text);
    await expect(conversation(page)).toContainText(`About the ${text}`);
  }
  const second = sessions(page).getByRole('button', { name: /^Second thing/ });
  // The text of a reply is there before its turn has ended, until when a session is not deleted.
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  await second.focus();
  await page.keyboard.press('Delete');
  await expect(sessions(page).getByRole('button', { name: /^First thing/ })).toBeFocused();
  await expect(conversation(page)).toContainText('About the First thing');
  // The deletion is remembered on the host a moment later.
  await expect(page.getByRole('button', { name: 'Restore the deleted session' })).toBeVisible();
  await page.waitForTimeout(1500);
  await reload(page);
  await runAction(page, 'Restore the deleted session “Second thing”');
  await expect(second).toBeVisible();
  await expect(conversation(page)).toContainText('About the Second thing');
});

test('what is written while a busy host makes a new session goes to the new one', async ({ app: page, host }) => {
  await using server = await scriptedModelServer([{ text: 'one' }, { text: 'two' }], { models: ['tiny'] });
  await connect(page, server);
  server.clear();
  server.push({ text: 'About the first' }, { text: 'About the second' });
  await runAction(page, 'New session');
  await send(page, 'First thing');
  await expect(conversation(page)).toContainText('About the first');
  process.kill(host.pid, 'SIGSTOP');
  try {
    await runAction(page, 'New session');
    await send(page, 'Second thing');
  } finally {
    process.kill(host.pid, 'SIGCONT');
  }
  await expect(conversation(page)).toContainText('About the second');
  await expect(conversation(page)).not.toContainText('About the first');
  await expect(sessions(page).getByRole('button', { name: /^First thing/ })).toBeVisible();
});

test('a message written during a turn is sent when it has ended', async ({ app: page }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  server.push(
    { text: 'A slow answer that takes its time to arrive', seed: 2, delayMs: 300 },
    { text: 'And the second answer' },
  );
  await send(page, 'First');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await send(page, 'Second');
  const waiting = page.getByRole('region', { name: 'Messages that wait' });
  await expect(waiting.getByText('Will be sent when this turn has ended')).toBeVisible();
  await send(page, 'Third');
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await composer(page).fill('Typed');
  await waiting.getByRole('button', { name: 'Take back' }).last().press('Enter');
  await expect(composer(page)).toHaveValue('Typed\nThird');
  await expect(composer(page)).toBeFocused();
  await composer(page).fill('');
  await expect(conversation(page)).toContainText('And the second answer');
  await expect(composer(page)).toHaveValue('');
});

test('a reader’s place stays while a very long reply comes in', async ({ app: page }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const prose = Array.from({ length: 300 }, (_, index) => `Paragraph ${index} with **some** words and \`code\`.\n\n`);
  const code = [
    '```ts\n',
    ...Array.from({ length: 6000 }, (_, index) => `const value${index} = compute(${index});\n`),
    '```\n\nEnd of it.',
  ];
  server.push({ body: deltas(...[...prose, ...code].map((content) => ({ content }))), seed: 3 });
  await send(page, 'Write a lot');
  await expect(conversation(page)).toContainText('Paragraph 40 ');
  await conversation(page).evaluate((log) => (log.scrollTop = 200));
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  const place = await conversation(page).evaluate((log) => log.scrollTop);
  await expect(conversation(page)).toContainText('End of it.', { timeout: 30_000 });
  expect(Math.abs((await conversation(page).evaluate((log) => log.scrollTop)) - place)).toBeLessThan(5);
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(page.getByText('End of it.')).toBeInViewport();
});

test('four hundred commands open at once, and any line of their output is found', async ({ page }) => {
  test.slow();
  const dataFolder = await realpath(await mkdtemp(join(tmpdir(), 'sigma-e2e-')));
  await recordSession(dataFolder, '20260101-000000-00000000', manyCommands(400));
  await using host = await startHost({ dataFolder });
  await page.goto(host.address);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await runAction(page, 'Go to Sessions');
  // It was recorded in another folder than the one that is open, so that it is not shown of itself.
  await page.getByRole('button', { name: /^Four hundred calls/ }).click();
  // By CSS: to know the role of each of many thousand elements takes Playwright far longer than the page takes to draw them.
  const cards = page.locator('[role="log"] article');
  await expect(cards.last()).toBeInViewport({ timeout: 30_000 });
  await expect(cards.last()).toContainText('make step-400');
  await page.keyboard.press('Control+F');
  const field = page.locator('search input');
  await expect(field).toBeFocused();
  await page.keyboard.type('step 217, line 3:');
  await expect(page.locator('search output')).toHaveText('2 of 2', { timeout: 30_000 });
  expect(await page.evaluate(() => CSS.highlights.get('sigma-found')?.size)).toBe(2);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
});
