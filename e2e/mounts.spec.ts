import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { expectNothingSerious } from './support/axe.ts';
import { expect, openApp, ROOT, startHost, test } from './support/host.ts';
import { press, runAction } from './support/keyboard.ts';

const BY_KERNEL = 'Mounted by the kernel: asks for your password unless you are root';

/** The kind of file system that is mounted at a place, if any is. */
async function mountedAt(path: string): Promise<string | undefined> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  const line = mounts.split('\n').find((one) => one.split(' ')[4] === path);
  return line?.split(' - ')[1]?.split(' ')[0];
}

/** Opens the reading room of an image and mounts its second layer at a folder, in the way of that name. */
async function mount(page: Page, image: string, { folder, way }: { folder: string; way: string }): Promise<void> {
  await runAction(page, 'Open image');
  await page.getByRole('textbox', { name: 'Image' }).fill(image);
  await page.keyboard.press('Enter');
  const room = page.getByRole('region', { name: 'Image agent.squashfs' });
  await room.getByRole('treeitem', { name: 'v1.0' }).click();
  await room.getByRole('textbox', { name: 'Copy it into' }).fill(folder);
  const summary = room.getByText('Open it in another way');
  if (!(await room.getByRole('combobox', { name: 'How' }).isVisible())) await summary.click();
  await room.getByRole('combobox', { name: 'How' }).selectOption({ label: way });
  await press(page, room.getByRole('button', { name: 'Mount' }));
}

test('a layer is mounted, changed, saved and unmounted by the buttons, and found again after a crash', async ({
  page,
}, info) => {
  test.skip(process.getuid?.() !== 0, 'mounting without a question needs root here');
  test.slow();
  await using place = await temporaryFolder();
  const at = (name: string) => join(place.path, name);
  await copyFile(join(ROOT, 'test/fixtures/images/three-layers.squashfs'), at('agent.squashfs'));
  await using host = await startHost({ workspace: place.path });
  await openApp(page, host);
  const dialog = page.getByRole('dialog', { name: 'Unmount' });

  for (const [way, name, kind] of [
    ['Mounted with FUSE', 'by-fuse', 'fuse.fuse-overlayfs'],
    [BY_KERNEL, 'by-kernel', 'overlay'],
  ] as const) {
    await test.step(way, async () => {
      await mount(page, at('agent.squashfs'), { folder: at(name), way });
      await expect(page.getByRole('heading', { name })).toBeVisible();
      expect(await mountedAt(at(name))).toBe(kind);
      await page.screenshot({ path: info.outputPath(`${name}.png`) });
      await writeFile(at(`${name}/late.txt`), 'late\n');
      await press(page, page.getByRole('button', { name: 'Unmount' }));
      await press(page, dialog.getByRole('button', { name: 'Unmount' }));
      await expect(dialog.getByRole('list', { name: 'Changes in no snapshot' })).toContainText('late.txt');
      await page.screenshot({ path: info.outputPath(`${name}-unsaved.png`) });
      await press(page, dialog.getByRole('button', { name: 'Discard and unmount' }));
      await expect(dialog).toBeHidden();
      expect(await mountedAt(at(name))).toBeUndefined();
    });
  }

  await test.step('a workspace whose folder went with the mount says so', async () => {
    const rows = page.getByRole('list', { name: 'Workspaces' }).getByRole('button');
    await expect(rows).toContainText(['Gone', 'Gone']);
    await rows.first().click();
    await expect(page.getByText('Its folder is gone')).toBeVisible();
    await page.screenshot({ path: info.outputPath('gone.png') });
  });

  await test.step('what a crash left mounted is open again, with what is in no snapshot', async () => {
    const crashed = await startHost({ workspace: place.path, dataFolder: at('data') });
    try {
      await openApp(page, crashed);
      await mount(page, at('agent.squashfs'), { folder: at('left'), way: BY_KERNEL });
      await expect(page.getByRole('heading', { name: 'left' })).toBeVisible();
      await writeFile(at('left/late.txt'), 'late\n');
    } finally {
      await crashed.end('SIGKILL');
    }
    expect(await mountedAt(at('left'))).toBe('overlay');
    await using host = await startHost({ workspace: place.path, dataFolder: at('data') });
    await openApp(page, host);
    await runAction(page, 'Go to Workspaces');
    await expect(page.getByText('unsaved changes')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Unmount' }));
    await press(page, dialog.getByRole('button', { name: 'Unmount' }));
    await press(page, dialog.getByRole('button', { name: 'Snapshot first' }));
    const snapshot = page.getByRole('dialog', { name: 'Snapshot' });
    await snapshot.getByRole('textbox', { name: 'Tag' }).fill('saved');
    await press(page, snapshot.getByRole('button', { name: 'Take snapshot' }));
    await press(page, snapshot.getByRole('button', { name: 'Close' }).last());
    await expect(page.getByText('unsaved changes')).toBeHidden();
    await press(page, page.getByRole('button', { name: 'Forget' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Forget it' }));
    await expect(page.getByText('It is not open as a workspace.')).toBeVisible();
    await page.screenshot({ path: info.outputPath('banner.png') });
    await expectNothingSerious(page, 'A mount that is no workspace');
    await press(page, page.getByRole('button', { name: `Unmount ${at('left')}` }));
    await press(page, dialog.getByRole('button', { name: 'Unmount' }));
    await expect(dialog).toBeHidden();
    expect(await mountedAt(at('left'))).toBeUndefined();
  });
});
