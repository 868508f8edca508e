import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { folderPicture } from '../test/support/folder-picture.ts';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { allowOnce } from './support/approvals.ts';
import { expectNothingSerious } from './support/axe.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';
import { runAction, tabTo } from './support/keyboard.ts';
import { commandReply, composer, conversation, inWorkspace, send } from './support/session-page.ts';
import { makeTrustedAgent } from './support/trusted-agent.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Chooses from the menu of the last message that says so, by keyboard. */
async function choose(page: Page, message: string, what: string): Promise<void> {
  const article = conversation(page).getByRole('article').filter({ hasText: message }).last();
  await article.getByRole('button', { name: /^More for this/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: what }).focus();
  await page.keyboard.press('Enter');
}

test('a turn of sed -i, a Python tool and rm -r is rewound and redone, byte for byte, by keyboard', async ({
  app: page,
}) => {
  test.slow();
  await using place = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const agent = join(place.path, 'note-keeper');
  await makeTrustedAgent(page, agent);
  await mkdir(join(agent, 'old', 'deep'), { recursive: true });
  await writeFile(join(agent, 'notes.txt'), 'one\ntwo\nthree\n');
  await writeFile(join(agent, 'old', 'deep', 'bytes.bin'), Buffer.from([0, 255, 10, 13, 128]));
  const picture = () => folderPicture(agent, (name) => name === '__pycache__');

  server.push({ text: 'Hello.' });
  await button(page, 'New session').first().click();
  await composer(page).fill('Hello');
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('Hello.');
  const before = picture();

  await test.step('a turn changes, makes and removes', async () => {
    const call = (tool: string, given: object) => ({ calls: [{ tool, arguments: given }] });
    server.push(
      call('bash', { command: "sed -i 's/two/TWO/' notes.txt" }),
      call('write', { file_path: 'made/by-python.md', content: '# Made\n' }),
      call('bash', { command: 'rm -r old' }),
      { text: 'Tidied.' },
    );
    await composer(page).fill('Tidy up');
    await page.keyboard.press('Enter');
    for (const tool of ['bash', 'write', 'bash']) await allowOnce(page, new RegExp(`^Use ${tool} of `));
    await expect(conversation(page)).toContainText('Tidied.');
    expect(await readFile(join(agent, 'notes.txt'), 'utf8')).toBe('one\nTWO\nthree\n');
  });
  await expect(page.getByRole('region', { name: /^Changed 3 files/ })).toBeVisible();
  const after = picture();

  await test.step('the preview says what becomes of each file, and nothing is done', async () => {
    await choose(page, 'Tidy up', 'Rewind to here');
    await expect(dialog(page)).toContainText('Rewind to before “Tidy up”?');
    await expect(dialog(page).getByRole('region', { name: '3 files will be restored' })).toContainText(
      'notes.txtchanges',
    );
    await button(page, 'Show the diff of notes.txt').click();
    await expect(dialog(page).getByRole('group', { name: 'Diff of notes.txt' })).toContainText('TWO');
    await expectNothingSerious(page, 'the preview of a rewind');
    expect(picture()).toEqual(after);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    expect(picture()).toEqual(after);
  });

  await test.step('files and conversation go back', async () => {
    await choose(page, 'Tidy up', 'Rewind to here');
    await tabTo(page, button(page, 'Rewind'));
    await page.keyboard.press('Enter');
    await expect(conversation(page)).toContainText('Rewound to before “Tidy up”: 3 files restored');
    await expect(conversation(page)).not.toContainText('Tidied.');
    expect(picture()).toEqual(before);
    await button(page, 'Show 1 rewound message').click();
    await expect(conversation(page)).toContainText('Tidied.');
    await expectNothingSerious(page, 'what was rewound, shown');
    await button(page, 'Hide rewound messages').click();
    await expect(conversation(page)).not.toContainText('Tidied.');
  });

  await test.step('and forth again', async () => {
    await tabTo(page, button(page, 'Redo'));
    await page.keyboard.press('Enter');
    await expect(conversation(page)).toContainText('Tidied.');
    await expect(conversation(page)).toContainText(
      'Redone: what came after “Tidy up” is part of the conversation again',
    );
    expect(picture()).toEqual(after);
  });

  await test.step('the timeline has the turn, what it changed, and the rewind', async () => {
    await runAction(page, 'Timeline');
    const row = (name: string) => dialog(page).getByRole('listitem', { name, exact: false }).last();
    await expect(row('Tidy up')).toContainText('3 calls');
    await expect(row('Tidy up')).toContainText('+1 added');
    await expect(row('Rewound to before')).toContainText('taken back again');
    await expectNothingSerious(page, 'the timeline');
    await page.screenshot({ path: 'test-results/timeline.png' });
    await tabTo(page, button(page, 'Rewind to here: Tidy up'));
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Rewind to before “Tidy up”?');
    await page.keyboard.press('Escape');
  });
});

test('a message is edited and sent again, what others changed stays, and a fork goes on beside it', async ({
  app: page,
  host,
}) => {
  test.slow();
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  await writeFile(inWorkspace(host, 'poem.txt'), 'roses\n');
  await writeFile(inWorkspace(host, 'mine.txt'), 'mine\n');
  server.push({ text: 'Ready.' });
  await send(page, 'Are you there');
  await expect(conversation(page)).toContainText('Ready.');
  server.push(commandReply('echo violets > poem.txt'), { text: 'Written.' });
  await send(page, 'Write violets');
  await allowOnce(page, /^Run a command\?/);
  await expect(conversation(page)).toContainText('Written.');
  // What is changed before the turn has ended is found as its own.
  await expect(page.getByRole('region', { name: /^Changed 1 file/ })).toBeVisible();
  await writeFile(inWorkspace(host, 'mine.txt'), 'still mine\n');

  await choose(page, 'Write violets', 'Edit and resend');
  await expect(dialog(page).getByRole('region', { name: /^Changed by others since/ })).toContainText('mine.txt');
  await button(page, 'Rewind and edit').click();
  await expect(composer(page)).toHaveValue('Write violets');
  await expect(composer(page)).toBeFocused();
  expect(await readFile(inWorkspace(host, 'poem.txt'), 'utf8')).toBe('roses\n');
  expect(await readFile(inWorkspace(host, 'mine.txt'), 'utf8')).toBe('still mine\n');

  server.push({ text: 'Tulips it is.' });
  await composer(page).fill('Write tulips');
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('Tulips it is.');
  await expect(button(page, 'Redo')).toHaveCount(0);
  const last = server.requests.at(-1)?.body as { readonly messages: readonly { readonly content: unknown }[] };
  expect(JSON.stringify(last.messages)).not.toContain('violets');

  await choose(page, 'Ready.', 'Fork from here');
  await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('Fork of Are you there');
  await expect(conversation(page)).toContainText('Ready.');
  await expect(conversation(page)).not.toContainText('Tulips');
});
