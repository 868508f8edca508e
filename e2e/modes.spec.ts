import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ScriptedModelServer, scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message or command' });
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const modeShown = (page: Page) =>
  page.getByRole('combobox', { name: 'Mode' }).evaluate((element) => (element as HTMLSelectElement).value);
const block = (page: Page, line: string) => conversation(page).getByRole('article', { name: `Command ${line}` });

const lastSent = ({ completions }: ScriptedModelServer) => JSON.stringify(completions.at(-1)?.body);

/** The folder of the first workspace. */
const SAMPLE = 'sample-workspace';

async function type(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** Presses Tab on the empty line until the mode is there. */
async function tabTo(page: Page, mode: RegExp): Promise<void> {
  await composer(page).focus();
  for (let presses = 0; presses < 4 && !mode.test(await modeShown(page)); presses++) await page.keyboard.press('Tab');
  await expect.poll(() => modeShown(page)).toMatch(mode);
}

test('one session, two modes: a command, an interactive program, the folder and a pushed output', async ({
  app: page,
  host,
}) => {
  test.slow();
  const workspace = join(host.dataFolder, SAMPLE);
  await mkdir(join(workspace, 'inner'));
  const long = Array.from({ length: 200 }, (_, index) => `line number ${index + 1}`);
  await writeFile(join(workspace, 'inner', 'long.txt'), `${long.join('\n')}\n`);
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);

  await test.step('Tab on an empty line goes from the profile to Shell and back', async () => {
    await composer(page).focus();
    await expect.poll(() => modeShown(page)).toMatch(/^chat:/);
    await page.keyboard.press('Tab');
    await expect.poll(() => modeShown(page)).toBe('shell');
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect.poll(() => modeShown(page)).toMatch(/^chat:/);
    await tabTo(page, /^shell$/);
  });

  await test.step('a line runs in a block, and shows what it wrote and how it ended', async () => {
    await type(page, 'sh -c "echo out; echo err >&2; exit 3"');
    const ended = block(page, 'sh -c "echo out; echo err >&2; exit 3"');
    await expect(ended).toContainText('Exit code 3');
    await expect(ended).toContainText('out');
    await expect(ended).toContainText('err');
  });

  await test.step('a program that takes keys is a terminal in its block, and gives the focus back', async () => {
    await type(page, 'cd inner');
    await expect(composer(page)).toHaveValue('');
    await type(page, 'less long.txt');
    const terminal = page.getByRole('region', { name: 'Terminal of less long.txt' });
    await expect(terminal).toContainText('line number 1');
    // It is shown before it takes the keys.
    await expect(terminal.locator('.xterm-helper-textarea')).toBeFocused();
    await page.keyboard.press('G');
    await expect(terminal).toContainText('line number 200');
    await page.keyboard.press('q');
    await expect(terminal).toBeHidden();
    await expect(block(page, 'less long.txt')).toContainText('Exit code 0');
    await expect(composer(page)).toBeFocused();
  });

  await test.step('what is pushed waits, and goes with the next message', async () => {
    await type(page, 'head -n 2 long.txt');
    await expect(block(page, 'head -n 2 long.txt')).toContainText('line number 2');
    await page.getByRole('button', { name: 'Push it' }).click();
    const pending = page.getByRole('region', { name: 'Goes with the next message' });
    await expect(pending).toContainText('head -n 2 long.txt');

    await tabTo(page, /^chat:/);
    server.push(
      { calls: [{ tool: 'execute_command', arguments: { command_line: 'pwd | tee place.txt' } }] },
      { text: 'I have seen it.', usage: { prompt: 90, completion: 10 } },
    );
    await type(page, 'What do you see?');
    await expect(pending).toBeHidden();
    await expect.poll(() => lastSent(server)).toContain('What do you see?');
    expect(lastSent(server)).toContain('line number 2');
  });

  await test.step('the chat works in the folder that Shell mode is in', async () => {
    const card = page.getByRole('article', { name: /^Run a command\?/ });
    await expect(card).toContainText('inner');
    await expect(card.getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false');
    await card.getByRole('button', { name: 'Allow once' }).click();
    await expect(conversation(page)).toContainText('I have seen it.');
    expect(lastSent(server)).toContain(join(workspace, 'inner'));
  });

  await test.step('all of it is there after a reload', async () => {
    await page.reload();
    await expect(block(page, 'head -n 2 long.txt')).toContainText('line number 2');
    await expect(conversation(page)).toContainText('I have seen it.');
  });
});
