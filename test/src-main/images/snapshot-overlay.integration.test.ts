import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bytesOfFile, findLayer, layerChain, lowerFolders, openImage } from '#images';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { describedFolder } from './support/described-folder.ts';
import { oddTree } from './support/odd-tree.ts';
import { ImageBox } from './support/opened-image.ts';

const isRoot = process.getuid?.() === 0;

/** Describes each path, without the number of a file's names: overlay shows a file of a lower layer separately. */
async function told(folder: string): Promise<readonly string[]> {
  const lines = await describedFolder(folder);
  return [...lines]
    .filter(([path]) => path !== '')
    .map(([path, line]) => `${JSON.stringify(path)} ${line.replace(/ "(?:[^"\\]|\\.)*" /, ' ')}`);
}

test.runIf(isRoot)('Linux shows the layers of a snapshot over each other as the folder was (P18)', async () => {
  await using folder = await temporaryFolder();
  const box = new ImageBox(folder.path);
  await mkdir(box.at('tree'));
  await oddTree(box.at('tree'));
  await rm(box.at('tree/broken'));
  await box.pack('tree', 'image', 'v1');
  await box.open('image', 'work');
  await rm(box.at('work/a/b'), { recursive: true });
  await mkdir(box.at('work/a/b'));
  await writeFile(box.at('work/a/b/only'), 'new');
  await rm(box.at('work/program'));
  await symlink('a/text', box.at('work/program'));
  await box.snapshot('work', 'v2');
  await appendFile(box.at('work/a/text'), 'more');
  await rm(box.at('work/twin'));
  await box.snapshot('work', 'v3');
  using source = bytesOfFile(box.at('image'));
  const { manifest } = await openImage(source);
  const lower = lowerFolders(layerChain(manifest, findLayer(manifest, 'v3'))).map((uuid) => box.at(`squashfs/${uuid}`));
  for (const name of ['squashfs', 'overlay', 'upper', 'inner']) await mkdir(box.at(name));
  execFileSync('mount', ['-t', 'squashfs', '-o', 'loop,ro', box.at('image'), box.at('squashfs')]);
  try {
    const places = `lowerdir=${lower.join(':')},upperdir=${box.at('upper')},workdir=${box.at('inner')}`;
    const safe = 'redirect_dir=nofollow,metacopy=off,index=off';
    execFileSync('mount', ['-t', 'overlay', 'overlay', box.at('overlay'), '-o', `${places},${safe}`]);
    try {
      expect(await told(box.at('overlay'))).toEqual(await told(box.at('work')));
    } finally {
      execFileSync('umount', [box.at('overlay')]);
    }
  } finally {
    execFileSync('umount', [box.at('squashfs')]);
  }
});
