import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { filesWith } from '../test/support/files-with.ts';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { connect, connectCard, fillConnection } from './support/connect.ts';
import { expect, openApp, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });

async function send(page: Page, text: string): Promise<void> {
  await runAction(page, 'Go to Sessions');
  await page.getByRole('textbox', { name: 'Message or command' }).fill(text);
  await page.keyboard.press('Enter');
}

async function allow(page: Page, question: RegExp): Promise<void> {
  const card = page.getByRole('article', { name: question });
  await expect(card.getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false');
  await card.getByRole('button', { name: 'Allow once' }).click();
  await expect(card).toBeHidden();
}

test('a server with a key: tested, connected, and the whole of a turn', async ({ app: page, host }) => {
  await using server = await scriptedModelServer([], { models: ['tiny', 'large'], key: 'right-key-123' });

  await fillConnection(page, { baseUrl: server.baseUrl, key: 'wrong-key-456' });
  await connectCard(page).getByRole('button', { name: 'Test connection' }).click();
  await expect(connectCard(page).getByRole('alert').first()).toContainText(/key/i);

  await connectCard(page).getByLabel('API key').fill('right-key-123');
  server.push({ text: 'hi' });
  await connectCard(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('tiny');

  server.push(
    {
      calls: [{ tool: 'create_or_update_file', arguments: { path: 'note.txt', file_content: 'first line\n' } }],
      seed: 7,
    },
    {
      calls: [
        { tool: 'execute_command', arguments: { command_line: 'cat note.txt | tee shown.txt; echo oops >&2; exit 3' } },
      ],
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

test.describe('on a machine where no keychain answers', () => {
  test.use({ hostOptions: { environment: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } } });
  const key = 'right-key-123';

  test('a new profile for a server that needs no key answers the first message, instead of the demo', async ({
    app: page,
  }) => {
    await using server = await scriptedModelServer([], { models: ['tiny'] });
    await openKeys(page);
    const demo = page.getByLabel(/^Use the built-in demo/);
    await demo.click();
    await expect(demo).toBeChecked();
    await page.getByRole('button', { name: 'New profile' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('fake');
    await form.getByLabel('Base URL').fill(server.baseUrl);
    await form.getByLabel('Model').fill('tiny');
    await expect(form.getByLabel('This server needs no key')).toBeChecked();
    server.push({ text: 'hi' });
    await form.getByRole('button', { name: 'Test connection' }).click();
    await expect(form.getByRole('status')).toBeInViewport();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('fake: tiny');
    server.push({ text: 'At your service.' });
    await send(page, 'Are you there?');
    await expect(conversation(page)).toContainText('At your service.');
  });

  test('the key is in no file and never in the page, and where it is kept is said', async ({ app: page, host }) => {
    await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'], key });
    await fillConnection(page, { baseUrl: server.baseUrl, key });
    await expect(connectCard(page)).toContainText('It will be kept until Sigma Shell ends');
    await connectCard(page).getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('kept until Sigma Shell ends');
    server.push({ text: `The key is ${key}, is it not?` });
    await send(page, `Do you know ${key}?`);
    await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('done');

    const received: string[] = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(payload.toString())));
    await page.reload();
    await expect(conversation(page)).toContainText('[secret removed]');
    expect(received.length).toBeGreaterThan(0);
    expect(received.join('\n')).not.toContain(key);
    expect(await filesWith(host.dataFolder, key)).toEqual([]);
  });

  test('an encrypted file keeps the key over a restart', async ({ page }) => {
    const dataFolder = await realpath(await mkdtemp(join(tmpdir(), 'sigma-e2e-')));
    const environment = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'], key });
    {
      await using first = await startHost({ dataFolder, environment });
      await openApp(page, first);
      await connect(page, server, key);
      await openKeys(page);
      const keys = page.getByRole('region', { name: 'Where keys are kept' });
      await keys.getByRole('radio', { name: /^An encrypted file/ }).click();
      await keys.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
      await keys.getByLabel('Passphrase again').fill('correct horse battery');
      await keys.getByRole('button', { name: 'Use the encrypted file' }).click();
      await expect(keys.getByRole('radio', { name: /^An encrypted file in use/ })).toBeChecked();
    }
    await using second = await startHost({ dataFolder, environment });
    await openApp(page, second);
    await openKeys(page);
    await page.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('button', { name: 'Unlock' })).toBeHidden();
    server.push({ text: 'I know you.' });
    await send(page, 'Who am I?');
    await expect(conversation(page)).toContainText('I know you.');
    expect(server.completions.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expect(await filesWith(dataFolder, key)).toEqual([]);
    await second.end();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });
});

async function openKeys(page: Page): Promise<void> {
  await runAction(page, 'Go to Settings');
  await page.getByRole('tab', { name: 'Profiles and keys' }).click();
}

test('a reply that breaks off is kept and marked, and can be asked for again', async ({ app: page }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);

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
  await connect(page, server);
  const names = join(host.dataFolder, 'sample-workspace', 'names.txt');

  server.push({
    calls: [{ tool: 'create_or_update_file', arguments: { path: 'names.txt', file_content: 'Ada\nBarbara\n' } }],
  });
  await send(page, 'Change the names');
  const card = page.getByRole('article', { name: /^Change names\.txt\?/ });
  await expect(card).toBeVisible();
  await writeFile(names, 'Somebody else was here\n');
  await card.getByRole('button', { name: 'Allow once' }).click();
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
