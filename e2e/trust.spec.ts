import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { expectNothingSerious } from './support/axe.ts';
import { openCalls } from './support/calls.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { commandReply, composer, conversation, inWorkspace, send, toolCallReply } from './support/session-page.ts';

const card = (page: Page, name: RegExp) => page.getByRole('article', { name });

async function press(page: Page, question: RegExp, name: string): Promise<void> {
  const button = card(page, question).getByRole('button', { name });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await button.click();
}

test('a repaired call is shown, counted, and can be left unrepaired from then on', async ({ app: page, host }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const spelled = toolCallReply('create_or_update_file', { file_path: 'note.txt', file_content: 'hello\n' });
  server.push(spelled, { text: 'It is written.' });
  await send(page, 'Write a note');
  const asked = card(page, /^Create note\.txt\?/);
  await expect(asked.getByRole('list', { name: 'Repairs' }).getByRole('deletion')).toHaveText('file_path');
  await press(page, /^Create note\.txt\?/, 'Allow once');
  await expect(conversation(page)).toContainText('It is written.');
  expect(await readFile(inWorkspace(host, 'note.txt'), 'utf8')).toBe('hello\n');
  await openCalls(page);
  const repairs = conversation(page).getByRole('list', { name: 'Repairs' });
  await expect(repairs).toContainText('Repaired: file_path → path');
  await expectNothingSerious(page, 'a repaired call');
  await repairs.getByRole('button', { name: 'Don’t repair this again' }).click();
  await expect(repairs).toContainText('not repaired from now on');

  await runAction(page, 'Repairs of calls');
  const row = page.getByRole('row', { name: /path\.file_path/ });
  await expect(row.getByRole('checkbox')).not.toBeChecked();
  await expectNothingSerious(page, 'repairs in the settings');

  server.push(spelled, { text: 'It was not taken.' });
  await send(page, 'Again');
  await expect(conversation(page)).toContainText('It was not taken.');
  await expect(conversation(page)).toContainText('invalid call');
});

test('a rule is rehearsed on the past, saved, used, and found by the tester', async ({ app: page }) => {
  test.slow();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  server.push(commandReply('bash greet.sh Ada'), { text: 'Once.' });
  await send(page, 'Greet Ada');
  await press(page, /^Run a command\?/, 'Refuse');
  await expect(conversation(page)).toContainText('Once.');

  server.push(commandReply('bash greet.sh Ada'), { text: 'Twice.' });
  await send(page, 'Greet Ada again');
  await press(page, /^Run a command\?/, 'Allow like this…');
  const dialog = page.getByRole('dialog', { name: 'Allow like this' });
  await expect(dialog).toContainText(/It would have allowed \d+ of \d+ past calls?, 1 of which you refused/);
  const save = dialog.getByRole('button', { name: 'Save the rule and allow' });
  await expect(save).toHaveAttribute('aria-disabled', 'false');
  await expectNothingSerious(page, 'a rule that is proposed');
  await save.click();
  await expect(conversation(page)).toContainText('Twice.');

  server.push(commandReply('bash greet.sh Ada'), { text: 'Without asking.' });
  await send(page, 'Greet Ada once more');
  await expect(conversation(page)).toContainText('Without asking.');
  await openCalls(page);
  await expect(conversation(page)).toContainText(/Allowed by .*rule/);

  server.push(commandReply('timeout 9 bash greet.sh Bo'), { text: 'Within nine seconds.' });
  await send(page, 'Greet Bo, but not for long');
  await press(page, /^Run a command\?/, 'Allow like this…');
  const parts = dialog.getByRole('list', { name: 'Rules of this proposal' });
  await expect(parts.getByRole('listitem')).toHaveCount(2);
  await parts.getByRole('button', { name: /^Edit the rule timeout 9/ }).click();
  await parts.getByLabel('Arguments, one a line').fill('*\nbash\ngreet.sh\nBo');
  await expect(dialog).toContainText(/It would have allowed none of \d+ past calls/);
  await expect(dialog).not.toContainText('you will be asked again');
  await expectNothingSerious(page, 'a proposal of two rules, one of them edited');
  await dialog.getByRole('button', { name: 'Save the rules and allow' }).click();
  await expect(conversation(page)).toContainText('Within nine seconds.');

  server.push(commandReply('timeout 5 bash greet.sh Bo'), { text: 'Within five.' });
  await send(page, 'Greet Bo, and faster');
  await expect(conversation(page)).toContainText('Within five.');

  await runAction(page, 'Rules: what is allowed without asking');
  await expect(page.getByRole('list', { name: 'Rules' })).toContainText('bash greet.sh Ada');
  const tester = page.getByRole('region', { name: 'Would this be allowed?' });
  await tester.getByLabel('Command').fill('bash greet.sh Ada');
  await tester.getByRole('button', { name: 'Test' }).click();
  await expect(tester.getByRole('status', { name: 'Answer' })).toContainText('Decided by your rule of this workspace');
  await tester.getByLabel('Command').fill('bash greet.sh Ada; rm -rf ~');
  await tester.getByRole('button', { name: 'Test' }).click();
  await expect(tester.getByRole('status', { name: 'Answer' })).toContainText('Denied');
  await expectNothingSerious(page, 'the page of rules');

  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Program').fill('bash');
  await form.getByLabel('Arguments, one a line').fill('greet.sh\nAda');
  await form.getByRole('button', { name: 'Rehearse on the past' }).click();
  await expect(form.getByRole('region', { name: 'Rehearsal' })).toContainText('1 of which you refused');
  await expectNothingSerious(page, 'a rule that was rehearsed');
  await form.getByRole('button', { name: 'Save the rule' }).click();
  await expect(page.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveCount(4);
});

test('what is banned is denied without a question, and the model is told', async ({ app: page }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  server.push(commandReply('rm -rf /'), { text: 'I may not.' });
  await send(page, 'Delete everything');
  await expect(conversation(page)).toContainText('I may not.');
  await expect(conversation(page).getByRole('article', { name: 'Run command' })).toContainText('refused');
  await expect(page.getByRole('complementary', { name: 'Review' }).getByRole('article')).toHaveCount(0);
});

test('in Read only nothing is written, and what only reads runs', async ({ app: page, host }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await runAction(page, 'Go to Sessions');
  await composer(page).click();
  for (let mode = 0; mode < 3; mode += 1) await page.keyboard.press('Shift+Tab');
  await expect(
    page.getByRole('region', { name: 'Status bar' }).getByRole('button', { name: 'Permission mode: Read only' }),
  ).toBeVisible();
  await expectNothingSerious(page, 'Read only');
  server.push(toolCallReply('create_or_update_file', { path: 'note.txt', file_content: 'x' }), {
    text: 'I cannot write.',
  });
  await send(page, 'Write a note');
  await expect(conversation(page)).toContainText('I cannot write.');
  await expect(conversation(page)).toContainText('refused');
  await expect(readFile(inWorkspace(host, 'note.txt'))).rejects.toThrow('ENOENT');
});

test('an output is filtered by real programs without being run again', async ({ app: page }) => {
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  server.push(commandReply('bash -c "seq 1 200; sleep 1"'), { text: 'Counted.' });
  await send(page, 'Count');
  await press(page, /^Run a command\?/, 'Allow once');
  await expect(conversation(page)).toContainText('Counted.');
  await openCalls(page);
  await conversation(page).getByRole('button', { name: 'Filter output' }).click();
  await conversation(page).getByRole('textbox', { name: 'Filter' }).fill('grep 7 | tail -2');
  await page.keyboard.press('Enter');
  const filtered = conversation(page).getByRole('region', { name: 'Filtered output' });
  await expect(filtered).toContainText('187');
  await expect(filtered).toContainText(/saved \d/);
  await expect(conversation(page)).toContainText('filtered once in place of running again');
  await expectNothingSerious(page, 'a filtered output');
});
