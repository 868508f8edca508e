import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesOfFile, openImage, type PackOptions, packFolder } from '#images';
import { feedProgram } from '#process/feed-program';
import { readEntries } from '../../support/read-entries.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MKSQUASHFS = '/usr/bin/mksquashfs';
const UUID = '0b0e7c1e-5d5b-4c53-9d0e-3f4a5a6b7c8d';

async function setUp() {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await mkdir(at('agent/empty'), { recursive: true });
  await writeFile(at('agent/.sigmaignore'), 'left-out/\n');
  await mkdir(at('agent/left-out'));
  await writeFile(at('agent/left-out/file'), 'x');
  await writeFile(at('agent/.env'), 'A=1\n');
  await writeFile(at('agent/nothing'), '');
  // Newer than the image, a hole, the same bytes twice, and more than a block.
  await writeFile(at('agent/large.txt'), 'a line that repeats\n'.repeat(30_000));
  await writeFile(at('agent/twin.txt'), 'a line that repeats\n'.repeat(30_000));
  await utimes(at('agent/twin.txt'), 2_000_000_000, 2_000_000_000);
  await writeFile(at('agent/holes'), Buffer.concat([Buffer.alloc(300_000), Buffer.from('end')]));
  await chmod(at('agent/holes'), 0o640);
  const pack = async (packing: PackOptions['packing'], more: Partial<PackOptions> = {}) => {
    const output = at(`${packing.codec}.squashfs`);
    const request = { folder: at('agent'), output, packing, includesSecret: () => false, replaces: true };
    await packFolder({ ...request, uuid: UUID, madeAt: 1_700_000_000, feed: feedProgram, ...more });
    return output;
  };
  return { at, pack, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function entriesOf(image: string) {
  using source = bytesOfFile(image);
  return await readEntries(source);
}

test('what is packed with xz is just what is packed with gzip', async () => {
  await using it = await setUp();
  const figures: number[][] = [];
  const xz = await it.pack({ codec: 'xz', program: MKSQUASHFS }, { progress: (...figure) => figures.push(figure) });
  const entries = await entriesOf(xz);
  expect(entries).toEqual(await entriesOf(await it.pack({ codec: 'gzip', level: 9 })));
  expect(entries.map(({ path }) => path)).not.toContain(`${UUID}/.env`);
  using source = bytesOfFile(xz);
  const { image } = await openImage(source, { data: true });
  expect(image.superblock.codec).toBe('xz');
  expect(execFileSync('unsquashfs', ['-s', xz], { encoding: 'utf8' })).toContain('Compression xz');
  expect(figures.every(([done = 0, all = 0]) => done <= all)).toBe(true);
  expect((await readdir(it.at('.'))).sort()).toEqual(['agent', 'gzip.squashfs', 'xz.squashfs']);
});

test('without mksquashfs it is said what to install', async () => {
  await using it = await setUp();
  await expect(it.pack({ codec: 'xz', program: undefined })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('Install squashfs-tools'),
  });
});

test('a program that fails, or packs something else, leaves nothing', async () => {
  await using it = await setUp();
  await writeFile(it.at('failing'), '#!/bin/sh\necho "no space" >&2\nexit 1\n', { mode: 0o755 });
  const spoil =
    'for f in $d/*; do head -c 6 $f | grep -q "a line" && printf b | dd of=$f conv=notrunc 2>/dev/null; done';
  const wrong = `d=$(mktemp -d); tar -xC $d; ${spoil}; ${MKSQUASHFS} $d "$2" -comp xz -noappend > /dev/null; rm -r $d`;
  await writeFile(it.at('wrong'), `#!/bin/sh\n${wrong}\n`, { mode: 0o755 });
  await expect(it.pack({ codec: 'xz', program: it.at('failing') })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'mksquashfs could not pack with xz: no space',
  });
  await expect(it.pack({ codec: 'xz', program: it.at('wrong') })).rejects.toThrow('differs from the folder');
  await expect(it.pack({ codec: 'xz', program: it.at('nowhere') })).rejects.toThrow('ENOENT');
  expect((await readdir(it.at('.'))).sort()).toEqual(['agent', 'failing', 'wrong']);
});

test('what is cancelled ends mksquashfs and leaves nothing', async () => {
  await using it = await setUp();
  await writeFile(it.at('waiting'), '#!/bin/sh\ntouch "$2"\nexec sleep 1000\n', { mode: 0o755 });
  const leaving = new AbortController();
  const packing = it.pack({ codec: 'xz', program: it.at('waiting') }, { signal: leaving.signal });
  await expect.poll(() => readdir(it.at('.'))).toContain('xz.squashfs.xz.partial');
  leaving.abort(new Error('nobody waits'));
  await expect(packing).rejects.toThrow('nobody waits');
  expect((await readdir(it.at('.'))).sort()).toEqual(['agent', 'waiting']);
});
