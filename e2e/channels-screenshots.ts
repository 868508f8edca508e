import { join } from 'node:path';
import { fakeTelegram, TELEGRAM_TOKEN } from '../test/support/fake-telegram.ts';
import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { connect } from './support/connect.ts';
import { expect, ROOT, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';
import { makeTrustedAgent } from './support/trusted-agent.ts';

/** Makes the pictures of what reaches an agent from elsewhere. */
test('pictures of a session socket and a channel', async ({ app: page }) => {
  page.setDefaultTimeout(10_000);
  const folder = join(ROOT, 'docs', 'screenshots');
  const picture = (name: string) => page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  await using place = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'hi' }, { text: 'Nothing is left to do today.' }]);
  await using telegram = await fakeTelegram();

  await runAction(page, 'Colours: dark');
  await connect(page, server);
  await makeTrustedAgent(page, join(place.path, 'note-keeper'));

  await page.getByRole('tab', { name: 'Session socket' }).click();
  const socket = page.getByRole('region', { name: 'Session socket' });
  await socket.getByRole('button', { name: /^Start/ }).click();
  await expect(socket.getByRole('button', { name: 'Copy the curl line' })).toBeVisible();
  await picture('session-socket');

  await page.getByRole('tab', { name: 'Channels' }).click();
  await page.getByRole('button', { name: 'Add a channel' }).click();
  await page.getByRole('form', { name: 'New channel' }).locator('input[type=password]').fill(TELEGRAM_TOKEN);
  await page.getByRole('textbox', { name: 'People who may write' }).fill('11');
  await page.getByRole('textbox', { name: 'Other address of the service' }).fill(telegram.root);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('switch', { name: / is on$/ }).click();
  telegram.write(99, 'Let me in');
  await expect(page.getByRole('list', { name: 'Strangers' })).toContainText('99');
  await picture('channels');
});
