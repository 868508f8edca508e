import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { expect, ROOT, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

/** Makes the pictures of agents in one file. */
test('pictures of an image that is read', async ({ app: page }) => {
  page.setDefaultTimeout(30_000);
  const folder = join(ROOT, 'docs', 'screenshots');
  await using place = await temporaryFolder();
  const image = join(place.path, 'note-keeper.squashfs');
  await copyFile(join(ROOT, 'test/fixtures/images/three-layers.squashfs'), image);

  await runAction(page, 'Colours: dark');
  await runAction(page, 'Open image');
  await page.getByRole('textbox', { name: 'Image' }).fill(image);
  await page.keyboard.press('Enter');
  const room = page.getByRole('region', { name: 'Image note-keeper.squashfs' });
  await room.getByRole('treeitem', { name: 'v1.0' }).click();
  await room.getByRole('tab', { name: 'Schedules (1)' }).click();
  await expect(room.getByRole('list', { name: 'Schedules' })).toBeVisible();
  if (process.env.SHOTS) await page.screenshot({ path: '/tmp/shots-schedules.png' });
  await room.getByRole('tab', { name: 'Compare' }).click();
  if (process.env.SHOTS) await page.screenshot({ path: '/tmp/shots-compare.png' });
  await room.getByRole('tab', { name: 'What will run' }).click();
  await room.getByText('tools/add.py').click();
  await page.screenshot({ path: join(folder, 'image.png'), animations: 'disabled' });
});
