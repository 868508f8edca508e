import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { expectNothingSerious } from './support/axe.ts';
import { openCalls } from './support/calls.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { commandReply, conversation, inWorkspace, send } from './support/session-page.ts';

test.skip(!existsSync('/usr/bin/bwrap'), 'bubblewrap is not installed, so there is no box');

const card = (page: Page) => page.getByRole('complementary', { name: 'Review' }).getByRole('article');
/** A card does not act until it has been still for a moment. */
const press = async (page: Page, name: string) => {
  await expect(card(page).getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false');
  await card(page).getByRole('button', { name, exact: true }).click();
};

test('a rule for one session is kept from a question, listed with the session, and removed', async ({
  app: page,
  host,
}) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await writeFile(inWorkspace(host, 'suite.sh'), 'echo "1 passed"\n');
  server.push(commandReply('sh suite.sh'), { text: 'It has run.' });
  await send(page, 'Run the suite');
  await press(page, 'Allow like this…');
  const dialog = page.getByRole('dialog', { name: 'Allow like this' });
  await dialog.getByRole('radio', { name: 'This session only' }).check();
  await expect(dialog.getByRole('button', { name: 'Save the rule and allow' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await dialog.getByRole('button', { name: 'Save the rule and allow' }).click();
  await expect(conversation(page)).toContainText('It has run.');

  server.push(commandReply('sh suite.sh'), { text: 'It has run again.' });
  await send(page, 'Once more');
  await expect(conversation(page)).toContainText('It has run again.');
  await page
    .getByRole('region', { name: 'Status bar' })
    .getByRole('button', { name: /^Permission mode/ })
    .click();
  await page.getByRole('menuitem', { name: 'Rules of this session…' }).click();
  const rules = page.getByRole('dialog', { name: 'Rules of this session' });
  await expect(rules.getByRole('listitem')).toContainText('sh suite.sh');
  await expectNothingSerious(page, 'rules of a session');
  await rules.getByRole('button', { name: /^Remove the rule/ }).click();
  await expect(rules).toContainText('No rule of this session');
  await rules.getByRole('button', { name: 'Close' }).first().click();

  server.push(commandReply('sh suite.sh'), { text: 'It was asked about.' });
  await send(page, 'And again');
  await expect(card(page)).toHaveCount(1);
});

test('a kept output is used in place of a second run', async ({ app: page, host }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await writeFile(
    inWorkspace(host, 'suite.sh'),
    'echo "1 passed"; echo "2 FAILED"; echo run >> /tmp/runs; wc -l < /tmp/runs\n',
  );
  server.push(commandReply('sh suite.sh 2>&1 | tail -1'), { text: 'It has run.' });
  await send(page, 'Run the suite');
  await press(page, 'Allow once');
  await expect(conversation(page)).toContainText('It has run.');

  server.push(commandReply('sh suite.sh 2>&1 | grep FAILED'), { text: 'One has failed.' });
  await send(page, 'Which failed?');
  await expect(card(page)).toContainText('nothing watched has changed since');
  await expect(card(page)).toContainText('in the mode Workspace, in the box');
  await expectNothingSerious(page, 'a kept output is offered');
  await press(page, 'Use kept output');

  await expect(conversation(page)).toContainText('One has failed.');
  const used = conversation(page).getByRole('article', { name: 'Use kept output' });
  await openCalls(page);
  await expect(used).toContainText('Kept output chosen by you');
  await used.getByText('Details of the call').click();
  await expect(used).toContainText('2 FAILED');
});

test('git asks before it replaces protected files, with their names, and what it loses is said', async ({
  app: page,
  host,
}) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', inWorkspace(host, '.'), '-c', 'user.name=A', '-c', 'user.email=a@b', ...args]);
  git('init', '-qb', 'main');
  await writeFile(inWorkspace(host, 'package.json'), '{"version":"1"}\n');
  git('add', 'package.json');
  git('commit', '-qm', 'one');
  git('switch', '-qc', 'other');
  await writeFile(inWorkspace(host, 'package.json'), '{"version":"2"}\n');
  git('commit', '-qam', 'two');
  await runAction(page, 'Permission mode: Workspace');

  server.push(commandReply('git switch main'), { text: 'Switched.' });
  await send(page, 'Go to main');
  await expect(card(page)).toContainText('It changes package.json, which runs code by itself, or says what is run');
  await expect(card(page)).toContainText('package.json, which the box protects otherwise');
  await press(page, 'Allow once');
  await expect(conversation(page)).toContainText('Switched.');
  expect(await readFile(inWorkspace(host, 'package.json'), 'utf8')).toBe('{"version":"1"}\n');

  server.push(commandReply('git branch -D other; git tag -d x; touch /srv/a; touch /srv/b; make; ls'), {
    text: 'Done.',
  });
  await send(page, 'Tidy up');
  await expect(card(page)).toContainText('git has no way back');
  await expect(card(page)).toContainText('never: it is asked in every mode');
  await expectNothingSerious(page, 'a question about what git loses');
  await press(page, 'Refuse');
});
