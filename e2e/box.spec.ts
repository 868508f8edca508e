import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { expectNothingSerious } from './support/axe.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { commandReply, conversation, inWorkspace, send } from './support/session-page.ts';

const BWRAP = '/usr/bin/bwrap';
test.skip(!existsSync(BWRAP), 'bubblewrap is not installed, so there is no box');

async function chooseMode(page: Page, name: string): Promise<void> {
  await runAction(page, `Permission mode: ${name}`);
  await expect(
    page.getByRole('region', { name: 'Status bar' }).getByRole('button', { name: `Permission mode: ${name}` }),
  ).toBeVisible();
}

test('git status runs for a model in Read only', async ({ app: page, host }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  execFileSync('git', ['init', '-q', '-b', 'main', inWorkspace(host, '.')]);
  await chooseMode(page, 'Read only');
  server.push(commandReply('git status'), { text: 'That is its state.' });
  await send(page, 'What is the state?');
  await expect(conversation(page)).toContainText('That is its state.');
  await expect(conversation(page)).toContainText('No commits yet');
  await expect(conversation(page)).toContainText('in the read-only box');
});

test('ten commands in the mode Workspace, undone as one turn', async ({ app: page, host }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await chooseMode(page, 'Workspace');
  for (let index = 0; index < 10; index += 1) server.push(commandReply(`echo ${index} > made-${index}.txt`));
  server.push({ text: 'All are made.' });
  await send(page, 'Make ten files');
  await expect(conversation(page)).toContainText('All are made.');
  await expect(page.getByRole('complementary', { name: 'Review' }).getByRole('article')).toHaveCount(0);
  expect(existsSync(inWorkspace(host, 'made-9.txt'))).toBe(true);
  await conversation(page).getByRole('button', { name: 'Undo turn' }).click();
  await expect.poll(() => existsSync(inWorkspace(host, 'made-0.txt'))).toBe(false);
  expect(existsSync(inWorkspace(host, 'made-9.txt'))).toBe(false);
});

test('a write that the box refuses is told, and run outside once', async ({ app: page, host }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await writeFile(inWorkspace(host, 'package.json'), '{}\n');
  await chooseMode(page, 'Workspace');
  server.push(commandReply('f=package; echo changed > "$f".json'), { text: 'It was refused.' });
  await send(page, 'Change it');
  await expect(conversation(page)).toContainText('It was refused.');
  await expect(conversation(page).getByRole('list', { name: 'What the box refused' })).toContainText('Read-only');
  await expectNothingSerious(page, 'what the box refused');
  expect(await readFile(inWorkspace(host, 'package.json'), 'utf8')).toBe('{}\n');
  await conversation(page).getByRole('button', { name: 'Run outside once' }).click();
  await expect.poll(() => readFile(inWorkspace(host, 'package.json'), 'utf8')).toBe('changed\n');
});
