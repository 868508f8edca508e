import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ScriptedModelServer, scriptedModelServer } from '../../test/support/scripted-model-server.ts';
import { expect, type Host } from './host.ts';
import { runAction } from './keyboard.ts';

export const LINES: readonly string[] = Array.from({ length: 30 }, (_, index) => `item ${index + 1}\n`);
export const listPath = (host: Host): string => join(host.dataFolder, 'sample-workspace', 'list.txt');

/** The list with some lines exchanged, by their number from 1. */
export const listWith = (lines: Readonly<Record<number, string>>): string =>
  LINES.map((line, index) => (lines[index + 1] === undefined ? line : `${lines[index + 1]}\n`)).join('');

/** A model that writes the list as it likes it, then says so. */
const scriptedWriter = (name: string, file_content: string) =>
  scriptedModelServer(
    [
      { calls: [{ tool: 'create_or_update_file', arguments: { path: 'list.txt', file_content } }] },
      { text: `Done by ${name}.` },
    ],
    { models: [name] },
  );

/** Tries one message with three profiles, of which two change a line each and the third fails, and allows what they ask. */
export async function tryWithThree(page: Page, host: Host): Promise<AsyncDisposable> {
  await writeFile(listPath(host), LINES.join(''));
  const servers = [
    await scriptedWriter('one', listWith({ 3: 'first' })),
    await scriptedWriter('two', listWith({ 20: 'second' })),
    await scriptedModelServer([{ status: 400 }], { models: ['three'] }),
  ] as const;
  const names = ['one', 'two', 'three'] as const;
  const profile = (name: string, at: number) =>
    `  ${name}: {baseurl: '${addressOf(servers[at])}', model: ${name}, key: k}\n`;
  await writeFile(join(host.dataFolder, 'home', '.phishell.yaml'), `profiles:\n${names.map(profile).join('')}`);
  await runAction(page, 'Go to Sessions');
  const mode = page.getByRole('combobox', { name: 'Mode' });
  await expect(mode).toContainText('one');
  await mode.selectOption('one');
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Put the list in order');
  await page.getByRole('button', { name: 'Try with…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Try with…' });
  for (const name of ['one', 'two', 'three']) await dialog.getByRole('checkbox', { name, exact: true }).check();
  await dialog.getByRole('button', { name: 'Try with 3' }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  const questions = page.getByRole('article', { name: /list\.txt/ });
  await expect(questions).toHaveCount(2, { timeout: 60_000 });
  for (const left of [1, 0]) {
    const allow = questions.first().getByRole('button', { name: 'Allow once' });
    await expect(allow).toHaveAttribute('aria-disabled', 'false', { timeout: 30_000 });
    await allow.click();
    await expect(questions).toHaveCount(left, { timeout: 60_000 });
  }
  return {
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await server[Symbol.asyncDispose]();
    },
  };
}

const addressOf = (server: ScriptedModelServer | undefined): string => server?.baseUrl ?? '';
