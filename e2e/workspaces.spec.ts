import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ScriptedModelServer, scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { allowOnce } from './support/approvals.ts';
import { expectNothingSerious } from './support/axe.ts';
import { connect } from './support/connect.ts';
import { expect, type Host, openApp, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

const status = (page: Page) => page.getByRole('region', { name: 'Status bar' });
const sessionsIn = (page: Page, name: string) => page.getByRole('list', { name, exact: true });

/** Asks the model to write a file with the name of the session's folder. */
async function write(page: Page, server: ScriptedModelServer, name: string): Promise<void> {
  const path = `${name}.txt`;
  server.push(
    { calls: [{ tool: 'create_or_update_file', arguments: { path, file_content: `${name}\n` } }] },
    { text: `Wrote ${path}.` },
  );
  await page.getByRole('textbox', { name: 'Message or command' }).fill(`Write in ${name}`);
  await page.keyboard.press('Enter');
  await allowOnce(page, new RegExp(`^Create ${path}`));
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText(`Wrote ${path}.`);
}

/** A host on the first of two folders. */
async function twoFolders() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'sigma-e2e-folders-')));
  const [first, second] = [join(root, 'first'), join(root, 'second')] as const;
  for (const folder of [first, second]) await mkdir(folder);
  const host: Host = await startHost({ workspace: first });
  return {
    host,
    first,
    second,
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

test('a second start with another folder opens it in the running app, beside the first', async ({ page }) => {
  test.slow();
  await using folders = await twoFolders();
  const { host, first, second } = folders;
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await openApp(page, host);
  await connect(page, server);
  await expect(status(page)).toContainText('first');
  await write(page, server, 'first');

  await test.step('the folder is shown, and the status bar says whose session it is', async () => {
    await host.newAddress({ workspace: second });
    await expect(status(page)).toContainText('second');
    await expect(status(page)).not.toContainText('first');
    await write(page, server, 'second');
    expect(await readFile(join(second, 'second.txt'), 'utf8')).toBe('second\n');
  });

  await test.step('sessions are grouped by workspace', async () => {
    await expect(sessionsIn(page, 'first').getByRole('button', { name: /^Write in first/ })).toBeVisible();
    await expect(sessionsIn(page, 'second').getByRole('button', { name: /^Write in second/ })).toBeVisible();
    await expect(sessionsIn(page, 'second').getByRole('button', { name: /^Write in first/ })).toHaveCount(0);
    await expectNothingSerious(page, 'sessions of two workspaces');
  });

  await test.step('so are changes', async () => {
    await runAction(page, 'Go to Changes');
    for (const name of ['first', 'second']) {
      const turns = page.getByRole('treegrid', { name: `Turns in ${name}` });
      await expect(turns.getByRole('row', { name: /^Turn: / })).toHaveCount(1);
      await expect(turns.getByRole('row', { name: `Turn: Write in ${name}` })).toBeVisible();
    }
    await expectNothingSerious(page, 'changes of two workspaces');
  });

  await test.step('a session of the first goes on in its own folder', async () => {
    await runAction(page, 'Go to Sessions');
    await sessionsIn(page, 'first')
      .getByRole('button', { name: /^Write in first/ })
      .click();
    await expect(status(page)).toContainText('first');
    server.push(
      { calls: [{ tool: 'execute_command', arguments: { command_line: 'pwd > here.txt' } }] },
      { text: 'Here it is.' },
    );
    await page.getByRole('textbox', { name: 'Message or command' }).fill('Where is that?');
    await page.keyboard.press('Enter');
    await allowOnce(page, /^Run a command\?/);
    await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Here it is.');
    expect(await readFile(join(first, 'here.txt'), 'utf8')).toBe(`${first}\n`);
  });
});

test('a session is answered by the profiles of its own folder, which Settings shows', async ({ page }) => {
  await using folders = await twoFolders();
  const { host, second } = folders;
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await using theirs = await scriptedModelServer([{ text: 'Answered by theirs.' }]);
  const file = join(second, '.phishell.yaml');
  await writeFile(file, `default: theirs\nprofiles:\n  theirs: {baseurl: '${theirs.baseUrl}', model: big, key: k}\n`);
  await openApp(page, host);
  await connect(page, server);
  await expect(status(page)).toContainText('tiny at');

  await host.newAddress({ workspace: second });
  await expect(status(page)).toContainText('theirs: big at');
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Hello');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Answered by theirs.');

  await runAction(page, 'Go to Settings');
  await page.getByRole('tab', { name: 'Profiles and keys' }).click();
  await expect(page.getByRole('article', { name: 'Profile theirs' })).toContainText('big');
  await page.getByRole('button', { name: 'Edit theirs' }).click();
  await page.getByRole('combobox', { name: 'Model' }).fill('bigger');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article', { name: 'Profile theirs' })).toContainText('bigger');
  expect(await readFile(file, 'utf8')).toContain('model: bigger');
});
