import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOfFile, openImage, packFolder } from '#images';
import { feedProgram } from '#process/feed-program';
import { readAttributes } from '#process/file-attributes';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { describedFolder } from './support/described-folder.ts';
import { oddTree } from './support/odd-tree.ts';

const UUID = '0b0e7c1e-5d5b-4c53-9d0e-3f4a5a6b7c8d';
const isRoot = process.getuid?.() === 0;

let box: TemporaryFolder;
let expected: ReadonlyMap<string, string>;
beforeAll(async () => {
  box = await temporaryFolder();
  await mkdir(join(box.path, 'tree'));
  await oddTree(join(box.path, 'tree'));
  expected = await describedFolder(join(box.path, 'tree'));
});
afterAll(() => box[Symbol.asyncDispose]());

type Codec = 'zstd' | 'gzip' | 'xz';

const packingOf = (codec: Codec, level: number) =>
  codec === 'xz' ? ({ codec, program: '/usr/bin/mksquashfs' } as const) : ({ codec, level } as const);

async function pack(name: string, codec: Codec, level = 1): Promise<string> {
  const output = join(box.path, name);
  await packFolder({
    folder: join(box.path, 'tree'),
    output,
    replaces: true,
    packing: packingOf(codec, level),
    uuid: UUID,
    madeAt: 1_700_000_000,
    includesSecret: () => false,
    readXattrs: readAttributes,
    feed: feedProgram,
  });
  return output;
}

/** Converts the description to what a program without root's rights can reproduce. */
function comparable(lines: ReadonlyMap<string, string>): readonly string[] {
  return [...lines].filter(([path]) => path !== '').map(([path, line]) => `${JSON.stringify(path)} ${line}`);
}

test.each([
  ['zstd', 3],
  ['zstd', 9],
  ['gzip', 9],
  ['xz', 1],
] as const)('unsquashfs gives back what was packed with %s at level %i', async (codec, level) => {
  const image = await pack(`${codec}${level}`, codec, level);
  const out = join(box.path, `${codec}${level}-out`);
  execFileSync('unsquashfs', ['-no-progress', '-quiet', '-d', out, image], { stdio: 'ignore' });
  expect(comparable(await describedFolder(join(out, UUID)))).toEqual(comparable(expected));
});

test.runIf(isRoot).each(['zstd', 'gzip', 'xz'] as const)('Linux mounts what was packed with %s', async (codec) => {
  const image = await pack(`mounted-${codec}`, codec);
  const at = join(box.path, `mount-${codec}`);
  await mkdir(at);
  execFileSync('mount', ['-t', 'squashfs', '-o', 'loop,ro', image, at]);
  try {
    expect(comparable(await describedFolder(join(at, UUID)))).toEqual(comparable(expected));
    // A name in a large folder is found by its index.
    expect((await readFile(join(at, UUID, 'a/b/699'.replace('699', `${'x'.repeat(699 % 40)}699`)))).length).toBe(
      699 * 4,
    );
  } finally {
    execFileSync('umount', [at]);
  }
});

test('the reader finds every block sound, and the manifest names the layer', async () => {
  using source = bytesOfFile(await pack('read', 'zstd'));
  const { manifest, tolerated } = await openImage(source, { data: true });
  expect(manifest.defaultLayer).toBe(UUID);
  expect(tolerated).toEqual([]);
});

test('equal folders give equal images', async () => {
  expect(await readFile(await pack('one', 'zstd'))).toEqual(await readFile(await pack('two', 'zstd')));
});

test('nothing is left beside an image', async () => {
  expect((await readdir(box.path)).filter((name) => name.includes('partial'))).toEqual([]);
  expect(existsSync(join(box.path, 'one'))).toBe(true);
});
