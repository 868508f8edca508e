import { copyFile, mkdir, writeFile } from 'node:fs/promises';
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

/** Makes the pictures of a folder that becomes an image, and of its layers. */
test('pictures of packing and layers', async ({ app: page }) => {
  page.setDefaultTimeout(30_000);
  const folder = join(ROOT, 'docs', 'screenshots');
  await using place = await temporaryFolder();
  const agent = join(place.path, 'note-keeper');
  await mkdir(join(agent, 'tools'), { recursive: true });
  await writeFile(
    join(agent, 'tools', 'add.py'),
    'async def tool(text: str) -> str:\n    """Adds a note."""\n    return text\n',
  );
  await writeFile(join(agent, 'AGENTS.md'), 'You keep notes.\n');
  await writeFile(join(agent, '.env'), 'TOKEN=1\n');

  await runAction(page, 'Colours: dark');
  await runAction(page, 'Open folder as a workspace');
  await page.getByRole('textbox', { name: 'Folder' }).fill(agent);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'note-keeper' })).toBeVisible();
  await page.getByRole('button', { name: 'Pack' }).click();
  const pack = page.getByRole('dialog', { name: 'Pack' });
  await pack.getByRole('textbox', { name: 'Tag' }).fill('v1');
  await page.screenshot({ path: join(folder, 'pack.png'), animations: 'disabled' });
  await pack.getByRole('button', { name: 'Pack' }).click();
  await pack.getByRole('button', { name: 'Read the image' }).click();
  const room = page.getByRole('region', { name: 'Image note-keeper.squashfs' });
  await room.getByRole('button', { name: 'Open restricted' }).click();
  await expect(page.getByRole('heading', { name: 'note-keeper-v1' })).toBeVisible();
  await writeFile(join(place.path, 'note-keeper-v1', 'notes.md'), '# Monday\n');
  await writeFile(join(place.path, 'note-keeper-v1', 'AGENTS.md'), 'You keep short notes.\n');
  await page.getByRole('button', { name: 'Snapshot', exact: true }).click();
  const snapshot = page.getByRole('dialog', { name: 'Snapshot' });
  await snapshot.getByRole('textbox', { name: 'Tag' }).fill('v2');
  await snapshot.getByRole('button', { name: 'Take snapshot' }).click();
  await expect(snapshot).toContainText('1 added, 1 changed, 0 deleted.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Layers' }).click();
  await expect(room.getByRole('treeitem', { selected: true })).toContainText('v2');
  await room.getByRole('tab', { name: 'Compare' }).click();
  await expect(room.getByRole('list', { name: 'Differences' })).toContainText('notes.md');
  await page.screenshot({ path: join(folder, 'layers.png'), animations: 'disabled' });
});
