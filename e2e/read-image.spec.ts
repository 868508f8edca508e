import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { expectNothingSerious } from './support/axe.ts';
import { expect, openApp, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

const SAMPLE = join(__dirname, '../test/fixtures/images/three-layers.squashfs');

test('an image is read layer by layer, then trusted and opened', async ({ page }) => {
  test.slow();
  await using folder = await temporaryFolder();
  const image = join(folder.path, 'agent.squashfs');
  await copyFile(SAMPLE, image);
  await using host = await startHost({ workspace: folder.path });
  await openApp(page, host);

  await test.step('a file that is no image is refused with what is wrong', async () => {
    await runAction(page, 'Open image');
    const dialog = page.getByRole('dialog', { name: 'Open image' });
    await dialog.getByRole('textbox', { name: 'Image' }).fill(__filename);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('squashfs');
    await dialog.getByRole('textbox', { name: 'Image' }).fill(image);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });

  const room = page.getByRole('region', { name: 'Image agent.squashfs' });
  await test.step('the default layer is shown; the arrow keys lead to the others', async () => {
    const tree = room.getByRole('tree', { name: 'Layers' });
    await expect(tree.getByRole('treeitem', { selected: true })).toContainText('default');
    await tree.getByRole('treeitem', { name: 'v1.0' }).click();
    await expect(room.getByRole('region', { name: 'What will run' })).toContainText('tools/add.py');
    await expectNothingSerious(page, 'an image');
  });

  await test.step('tools show their source, skills their text, tasks their next times', async () => {
    await room.getByRole('tab', { name: 'Tools (2)' }).click();
    await room.getByText('tools/add.py').click();
    await expect(room.getByLabel('Text of tools/add.py')).toContainText('def');
    await room.getByRole('tab', { name: 'Schedules (1)' }).click();
    await expect(room.getByRole('list', { name: 'Schedules' })).toContainText('daily');
    await room.getByRole('tab', { name: 'Compare' }).click();
    await expect(room.getByRole('list', { name: 'Differences' })).toContainText('docs/three.md');
  });

  await test.step('trusted and opened, it is a workspace of the list', async () => {
    await room.getByRole('button', { name: 'Trust and open' }).click();
    await expect(page.getByRole('list', { name: 'Workspaces' })).toContainText('agent-v1.0');
    await expect(room).toBeHidden();
    await expect(page.getByRole('region', { name: 'What will run' })).toBeHidden();
  });
});
