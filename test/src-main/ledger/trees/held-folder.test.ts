import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HeldFolder } from '../../../../src-main/ledger/trees/held-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function setUp() {
  const world = await temporaryFolder();
  const [folder, aside, other] = ['folder', 'aside', 'other'].map((name) => join(world.path, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [folder, other]) {
    mkdirSync(path);
    writeFileSync(join(path, 'file'), `of ${path === folder ? 'the folder' : 'another'}`);
  }
  return {
    held: new HeldFolder(folder, lstatSync(folder, { bigint: true })),
    replaceByLink: () => {
      renameSync(folder, aside);
      symlinkSync(other, folder);
    },
    replaceByFolder: () => {
      renameSync(folder, aside);
      renameSync(other, folder);
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

test.runIf(process.platform === 'linux')(
  'a folder that is held open is the same one after its path leads elsewhere',
  async () => {
    await using it = await setUp();
    expect(readdirSync(it.held.door)).toEqual(['file']);
    it.replaceByLink();
    expect(readFileSync(it.held.at('file'), 'utf8')).toBe('of the folder');
    it.held.close();
  },
);

test.runIf(process.platform === 'linux')('a link or another folder in its place is not opened', async () => {
  for (const replace of ['replaceByLink', 'replaceByFolder'] as const) {
    await using it = await setUp();
    it[replace]();
    expect(() => it.held.at('file')).toThrow(/has been replaced|ELOOP|ENOTDIR/);
  }
});
