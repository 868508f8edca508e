import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { allowOnce } from './support/approvals.ts';
import { connect } from './support/connect.ts';
import { expect, ROOT, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { commandReply, conversation, inWorkspace, send } from './support/session-page.ts';

/** Makes the picture of a rewind in docs/: `npm run screenshots`. */
test('a picture of the preview of a rewind', async ({ app: page, host }) => {
  test.slow();
  const folder = join(ROOT, 'docs', 'screenshots');
  await mkdir(folder, { recursive: true });
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await runAction(page, 'Colours: dark');
  await connect(page, server);
  await writeFile(inWorkspace(host, 'poem.txt'), 'roses are red\nviolets are blue\n');
  await writeFile(inWorkspace(host, 'notes.txt'), 'mine\n');
  const command =
    "sed -i 's/red/RED/' poem.txt; mkdir -p made; echo 1 > made/one.txt; echo 2 > made/two.txt; rm README.md";
  server.push(commandReply(command), { text: 'The poem is louder now, and there are two new files.' });
  await send(page, 'Make the poem louder and add two files');
  await allowOnce(page, /^Run a command\?/);
  await expect(page.getByRole('region', { name: /^Changed 4 files/ })).toBeVisible();
  await writeFile(inWorkspace(host, 'notes.txt'), 'still mine\n');
  await writeFile(inWorkspace(host, 'made/two.txt'), 'edited by hand\n');

  const message = conversation(page).getByRole('article').filter({ hasText: 'Make the poem louder' }).last();
  await message.getByRole('button', { name: 'More for this message' }).click();
  await page.getByRole('menuitem', { name: 'Rewind to here' }).click();
  await page.getByRole('button', { name: 'Show the diff of poem.txt' }).click();
  await expect(page.getByRole('group', { name: 'Diff of poem.txt' })).toBeVisible();
  await page.screenshot({ path: join(folder, 'rewind.png'), animations: 'disabled' });
});
