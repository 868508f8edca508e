import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesOfFile, openImage, packFolder, unpackImage } from '#images';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The usual mask takes bits of some away, and one cannot be opened for writing again. */
const MODES = [0o600, 0o644, 0o666, 0o777, 0o444, 0o1644];

test('every file gets the mode that the image has, whatever the mask of the process is', async () => {
  await using box = await temporaryFolder();
  const folder = join(box.path, 'tree');
  const output = join(box.path, 'out');
  await mkdir(folder);
  const names = MODES.flatMap((mode) => ['first', 'second', 'third'].map((name) => [`${mode}-${name}`, mode] as const));
  for (const [name, mode] of names) {
    await writeFile(join(folder, name), name);
    await chmod(join(folder, name), mode);
  }
  const image = join(box.path, 'image');
  const packing = { codec: 'gzip', level: 1 } as const;
  await packFolder({ folder, output: image, replaces: false, packing, includesSecret: () => true });
  using source = bytesOfFile(image);
  await unpackImage(await openImage(source), { output, isRaw: false });
  for (const [name, mode] of names) {
    expect((await stat(join(output, name))).mode & 0o7777, name).toBe(mode);
  }
});
