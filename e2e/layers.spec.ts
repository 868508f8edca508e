import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { expectNothingSerious } from './support/axe.ts';
import { expect, openApp, startHost, test } from './support/host.ts';
import { press, runAction } from './support/keyboard.ts';

test('a folder is packed, opened, changed, kept as layers and closed, by keyboard', async ({ page }, info) => {
  test.slow();
  await using place = await temporaryFolder();
  const at = (name: string) => join(place.path, name);
  await mkdir(at('agent/tools'), { recursive: true });
  await writeFile(at('agent/tools/add.py'), 'async def add(a: int) -> int:\n    """Adds."""\n    return a\n');
  await writeFile(at('agent/notes.txt'), 'one\n');
  await writeFile(at('agent/.env'), 'KEY=1\n');
  await using host = await startHost({ workspace: place.path });
  await openApp(page, host);
  const room = page.getByRole('region', { name: 'Image agent.squashfs' });
  const tree = room.getByRole('tree', { name: 'Layers' });

  await test.step('a folder is packed; what may hold a secret is named and left out', async () => {
    await runAction(page, 'Open folder as a workspace');
    await page.getByRole('textbox', { name: 'Folder' }).fill(at('agent'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'agent' })).toBeVisible();
    await runAction(page, 'Pack this workspace');
    const dialog = page.getByRole('dialog', { name: 'Pack' });
    await expect(dialog.getByRole('textbox', { name: 'Image' })).toHaveValue(at('agent.squashfs'));
    await expect(dialog.getByRole('checkbox', { name: '.env by its name' })).not.toBeChecked();
    await page.screenshot({ path: info.outputPath('pack.png') });
    await expectNothingSerious(page, 'Pack');
    await dialog.getByRole('textbox', { name: 'Tag' }).fill('v1');
    await press(page, dialog.getByRole('button', { name: 'Pack' }));
    await expect(dialog.getByRole('list', { name: 'Remarks' })).toContainText('.env');
    await press(page, dialog.getByRole('button', { name: 'Read the image' }));
    await expect(tree.getByRole('treeitem', { selected: true })).toContainText('v1');
    expect(execFileSync('unsquashfs', ['-lln', at('agent.squashfs')], { encoding: 'utf8' })).not.toContain('.env');
  });

  await test.step('what was changed in an open layer becomes another one', async () => {
    await press(page, room.getByRole('button', { name: 'Open restricted' }));
    await expect(page.getByRole('heading', { name: 'agent-v1' })).toBeVisible();
    await expect(page.getByText('unsaved changes')).toBeHidden();
    await appendFile(at('agent-v1/notes.txt'), 'two\n');
    await writeFile(at('agent-v1/new.txt'), 'new\n');
    await press(page, page.getByRole('button', { name: 'Snapshot', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Snapshot' });
    await expect(dialog).toContainText('1 added, 1 changed, 0 deleted');
    await expect(dialog.getByRole('list', { name: 'Differences' })).toContainText('new.txt');
    await page.screenshot({ path: info.outputPath('snapshot.png') });
    await page.keyboard.press('Escape');
    await expect(page.getByText('unsaved changes')).toBeVisible();
    await page.screenshot({ path: info.outputPath('unsaved.png') });
    await runAction(page, 'Snapshot of this workspace');
    await dialog.getByRole('textbox', { name: 'Tag' }).fill('v2');
    await press(page, dialog.getByRole('button', { name: 'Take snapshot' }));
    await expect(dialog).toContainText('1 added, 1 changed, 0 deleted.');
    await press(page, dialog.getByRole('button', { name: 'Close' }).last());
    await expect(page.getByText('unsaved changes')).toBeHidden();
  });

  await test.step('layers are compared, and one gives a file back', async () => {
    await press(page, page.getByRole('button', { name: 'Layers' }));
    await expect(tree.getByRole('treeitem', { selected: true })).toContainText('v2');
    await room.getByRole('tab', { name: 'Compare' }).click();
    await expect(room.getByRole('list', { name: 'Differences' })).toContainText('new.txt');
    await page.screenshot({ path: info.outputPath('layers.png') });
    await expectNothingSerious(page, 'Layers');
    await tree.getByRole('treeitem', { name: 'v1' }).click();
    await press(page, room.getByRole('button', { name: 'Restore file' }));
    const dialog = page.getByRole('dialog', { name: 'Restore file' });
    await dialog.getByRole('textbox', { name: 'Write it to' }).fill(at('old.txt'));
    await dialog.getByRole('combobox', { name: 'File or folder of the layer' }).fill('notes.txt');
    await dialog.getByRole('textbox', { name: 'Write it to' }).fill(at('old.txt'));
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('1 entry, 4 B');
    expect(await readFile(at('old.txt'), 'utf8')).toBe('one\n');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('old.txt exists already');
    await press(page, dialog.getByRole('button', { name: 'Replace it' }));
    await expect(dialog.getByRole('alert')).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('a layer is tagged, chosen, and stands by itself', async () => {
    await press(page, room.getByRole('button', { name: 'Tag' }));
    const dialog = page.getByRole('dialog', { name: 'Tag' });
    await dialog.getByRole('textbox', { name: 'Tag' }).fill('v2');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText("The tag 'v2' is on the layer");
    await dialog.getByRole('textbox', { name: 'Tag' }).fill('first');
    await page.keyboard.press('Enter');
    await expect(tree.getByRole('treeitem', { selected: true })).toContainText('first');
    await press(page, room.getByRole('button', { name: 'Set default' }));
    await expect(tree.getByRole('treeitem', { selected: true })).toContainText('default');
    await tree.getByRole('treeitem', { name: 'v2' }).click();
    await press(page, room.getByRole('button', { name: 'Squash' }));
    await press(page, page.getByRole('dialog', { name: 'Squash' }).getByRole('button', { name: 'Squash' }));
    await expect(page.getByRole('dialog', { name: 'Squash' })).toBeHidden();
    await expect(room.getByRole('button', { name: 'Squash' })).toBeDisabled();
  });

  await test.step('a folder that is closed keeps what is in no snapshot until that is said', async () => {
    await room.getByRole('textbox', { name: 'Copy it into' }).fill(at('mounted'));
    await room.getByText('Open it in another way').click();
    await room.getByRole('combobox', { name: 'How' }).selectOption({ label: 'A copy that Unmount deletes' });
    await page.screenshot({ path: info.outputPath('otherwise.png') });
    await press(page, room.getByRole('button', { name: 'Mount' }));
    await expect(page.getByRole('heading', { name: 'mounted' })).toBeVisible();
    await writeFile(at('mounted/late.txt'), 'late\n');
    await press(page, page.getByRole('button', { name: 'Unmount' }));
    const dialog = page.getByRole('dialog', { name: 'Unmount' });
    await press(page, dialog.getByRole('button', { name: 'Unmount' }));
    await expect(dialog.getByRole('list', { name: 'Changes in no snapshot' })).toContainText('late.txt');
    await page.screenshot({ path: info.outputPath('unmount.png') });
    expect(await readFile(at('mounted/late.txt'), 'utf8')).toBe('late\n');
    await press(page, dialog.getByRole('button', { name: 'Discard and unmount' }));
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Unmount' })).toBeHidden();
  });
});
