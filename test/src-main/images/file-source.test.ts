import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanFolder } from '../../../src-main/images/pack/scan-folder.ts';
import type { ContentSource } from '../../../src-main/images/write/new-entry.ts';
import { someFilesOf } from '../../../src-main/images/write/tree-numbers.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let box: TemporaryFolder;
beforeEach(async () => {
  box = await temporaryFolder();
  await mkdir(join(box.path, 'tree/inner'), { recursive: true });
  await writeFile(at('inner/file'), 'before');
});
afterEach(() => box[Symbol.asyncDispose]());

function at(path: string): string {
  return join(box.path, 'tree', path);
}

/** The one file of the tree, as it is listed now. */
async function listed(): Promise<ContentSource> {
  const { root } = await scanFolder({ folder: join(box.path, 'tree'), judge: () => undefined });
  const [file] = someFilesOf(root);
  if (file?.content.from !== 'source') throw new Error('there is no file');
  return file.content.source;
}

const CHANGES: Readonly<Record<string, () => Promise<void>>> = {
  'has grown': () => writeFile(at('inner/file'), 'longer than before'),
  'has become shorter': () => writeFile(at('inner/file'), 'less'),
  'has another time': () => utimes(at('inner/file'), 1, 1),
  'is another one': async () => {
    await writeFile(at('other'), 'second');
    await rename(at('other'), at('inner/file'));
  },
  'is gone': () => rm(at('inner/file')),
  'is a link': async () => {
    await rename(at('inner/file'), at('moved'));
    await symlink(at('moved'), at('inner/file'));
  },
  'lies behind a link to another folder': async () => {
    await mkdir(join(box.path, 'outside'));
    await writeFile(join(box.path, 'outside/file'), 'secret');
    await rename(at('inner'), at('was-inner'));
    await symlink(join(box.path, 'outside'), at('inner'));
  },
};

test('a file that is what was listed is read at one go', async () => {
  const into = Buffer.alloc(100);
  const count = (await listed()).readSeen?.(into);
  expect(into.toString('utf8', 0, count)).toBe('before');
});

test.each(Object.entries(CHANGES))('a file that %s since it was listed is not', async (_, change) => {
  const source = await listed();
  await change();
  expect(source.readSeen?.(Buffer.alloc(100))).toBeUndefined();
});
