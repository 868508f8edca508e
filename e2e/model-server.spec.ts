import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { expect, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const settings = (page: Page) => page.getByRole('region', { name: 'Settings' });

async function connect(page: Page, { baseUrl, key }: { baseUrl: string; key: string }): Promise<void> {
  await runAction(page, 'Go to Settings');
  await settings(page).getByRole('button', { name: 'Enter an address…' }).click();
  await settings(page).getByLabel('Base URL').fill(baseUrl);
  await settings(page).getByRole('combobox', { name: 'Model', exact: true }).fill('tiny');
  await settings(page).getByLabel('API key').fill(key);
}

async function send(page: Page, text: string): Promise<void> {
  await runAction(page, 'Go to Sessions');
  await page.getByRole('textbox', { name: 'Message or command' }).fill(text);
  await page.keyboard.press('Enter');
}

async function allow(page: Page, question: RegExp): Promise<void> {
  const card = page.getByRole('article', { name: question });
  await expect(card.getByRole('button', { name: /^Allow/ })).toHaveAttribute('aria-disabled', 'false');
  await card.getByRole('button', { name: /^Allow/ }).click();
  await expect(card).toBeHidden();
}

test('a server with a key: tested, connected, and the whole of a turn', async ({ app: page, host }) => {
  await using server = await scriptedModelServer([], { models: ['tiny', 'large'], key: 'right-key-123' });

  await connect(page, { baseUrl: server.baseUrl, key: 'wrong-key-456' });
  await settings(page).getByRole('button', { name: 'Test connection' }).click();
  await expect(settings(page).getByRole('alert').first()).toContainText(/key/i);

  await settings(page).getByLabel('API key').fill('right-key-123');
  server.push({ text: 'hi' });
  await settings(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('tiny');

  server.push(
    {
      calls: [{ tool: 'create_or_update_file', arguments: { path: 'note.txt', file_content: 'first line\n' } }],
      seed: 7,
    },
    {
      calls: [{ tool: 'execute_command', arguments: { command_line: 'cat note.txt; echo oops >&2; exit 3' } }],
      seed: 8,
    },
    { text: 'Exit code 3, **as you saw**.', seed: 9, usage: { prompt: 100, completion: 20 } },
  );
  await send(page, 'Write a note and show it');
  await allow(page, /^Create note\.txt\?/);
  await allow(page, /^Run a command\?/);
  await expect(conversation(page)).toContainText('as you saw');
  await expect(conversation(page)).toContainText('Exit code 3');
  await expect(conversation(page)).toContainText('oops');
  expect(await readFile(join(host.dataFolder, 'sample-workspace', 'note.txt'), 'utf8')).toBe('first line\n');

  // What the model was told of the failing command: its exit code and what it printed on both streams.
  const last = server.completions.at(-1)?.body as { messages: { role: string; content: string }[] };
  const told = last.messages.filter(({ role }) => role === 'tool').at(-1)?.content;
  expect(told).toContain('Exit code: 3');
  expect(told).toContain('oops');
});

test('the key is in no file but the settings, and never in the page', async ({ app: page, host }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'], key: 'right-key-123' });
  await connect(page, { baseUrl: server.baseUrl, key: 'right-key-123' });
  await settings(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('tiny');
  server.push({ text: 'The key is right-key-123, is it not?' });
  await send(page, 'Do you know right-key-123?');
  await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('done');

  const received: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(payload.toString())));
  await page.reload();
  await expect(conversation(page)).toContainText('[secret removed]');
  expect(received.length).toBeGreaterThan(0);
  expect(received.join('\n')).not.toContain('right-key-123');
  expect(await readFile(join(host.dataFolder, 'logs', 'app.log'), 'utf8')).not.toContain('right-key-123');
  expect(await readFile(join(host.dataFolder, 'settings.yaml'), 'utf8')).toContain('right-key-123');
});

test('a reply that breaks off is kept and marked, and can be asked for again', async ({ app: page }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, { baseUrl: server.baseUrl, key: '' });
  await settings(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('tiny');

  server.push({ text: 'The beginning of a long answer that never ends', cut: { bytes: 700, how: 'reset' } });
  await send(page, 'Tell me');
  await expect(conversation(page)).toContainText('The beginning');
  const retry = conversation(page).getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('failed');

  server.push({ text: 'All of it this time' });
  await retry.click();
  await expect(conversation(page)).toContainText('All of it this time');
  await expect(conversation(page)).toContainText('The beginning');
});

test('a refusal and its reason reach the model, and a change on disk meanwhile is never overwritten', async ({
  app: page,
  host,
}) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, { baseUrl: server.baseUrl, key: '' });
  await settings(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('tiny');
  const names = join(host.dataFolder, 'sample-workspace', 'names.txt');

  server.push({
    calls: [{ tool: 'create_or_update_file', arguments: { path: 'names.txt', file_content: 'Ada\nBarbara\n' } }],
  });
  await send(page, 'Change the names');
  const card = page.getByRole('article', { name: /^Change names\.txt\?/ });
  await expect(card).toBeVisible();
  await writeFile(names, 'Somebody else was here\n');
  await card.getByRole('button', { name: /^Allow/ }).click();
  await expect(page.getByRole('article', { name: /^Change names\.txt\?/ })).toContainText(/changed/i);
  expect(await readFile(names, 'utf8')).toBe('Somebody else was here\n');

  server.push({ text: 'Then I leave it.' });
  const again = page.getByRole('article', { name: /^Change names\.txt\?/ });
  await again.getByLabel('Reason or note for the model').fill('Leave the names alone');
  await expect(again.getByRole('button', { name: 'Refuse' })).toHaveAttribute('aria-disabled', 'false');
  await again.getByRole('button', { name: 'Refuse' }).click();
  await expect(conversation(page)).toContainText('Then I leave it.');
  expect(await readFile(names, 'utf8')).toBe('Somebody else was here\n');
  expect(JSON.stringify(server.completions.at(-1)?.body)).toContain('Leave the names alone');
});
