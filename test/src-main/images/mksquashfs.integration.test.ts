import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesInMemory, checkImage } from '#images';
import { readEntries } from '../../support/read-entries.ts';

const MKSQUASHFS = '/usr/bin/mksquashfs';

let folder: string;
/** Hashes of the files of the tree by path. */
const files = new Map<string, string>();

async function add(path: string, bytes: Buffer): Promise<void> {
  await writeFile(join(folder, 'tree', path), bytes);
  files.set(path, createHash('sha256').update(bytes).digest('hex'));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigma-mksquashfs-'));
  await mkdir(join(folder, 'tree/a/b'), { recursive: true });
  const program = (await readFile(process.execPath)).subarray(0, 700_000);
  await add('program', program);
  await add('a/text', Buffer.from('words and more words\n'.repeat(30_000)));
  await add(
    'a/noise',
    Buffer.from(Array.from({ length: 300_000 }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 13) & 255)),
  );
  await add('a/hole', Buffer.concat([Buffer.alloc(400_000), Buffer.from('end')]));
  await add('a/b/empty', Buffer.alloc(0));
  for (let at = 0; at < 400; at++) await add(`a/b/${'x'.repeat(at % 40)}${at}`, Buffer.from(`file ${at}\n`.repeat(at)));
  await add(' odd\nname,:"', Buffer.from('odd'));
  await link(join(folder, 'tree/a/text'), join(folder, 'tree/twin'));
  files.set('twin', files.get('a/text') ?? '');
  await symlink('../a', join(folder, 'tree/a/back'));
  await chmod(join(folder, 'tree/program'), 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test
  .runIf(existsSync(MKSQUASHFS))
  .each([
    '-comp gzip',
    '-comp gzip -b 4096 -no-fragments',
    '-comp zstd -Xcompression-level 19',
    '-comp zstd -b 1M -always-use-fragments',
    '-comp lz4 -Xhc',
    '-comp lz4 -b 64K',
    '-comp xz -Xbcj x86 -Xdict-size 100%',
    '-comp xz -Xbcj x86,arm,armthumb,powerpc,sparc,ia64 -b 64K -Xdict-size 8K',
    '-comp xz -b 1M -noI -noD',
  ])('what mksquashfs makes with %s is read as it was', async (options) => {
  const image = join(folder, 'image.squashfs');
  await rm(image, { force: true });
  execFileSync(MKSQUASHFS, [join(folder, 'tree'), image, '-noappend', '-no-progress', ...options.split(' ')], {
    stdio: 'ignore',
  });
  const source = bytesInMemory(await readFile(image));
  expect((await checkImage(source, { data: true })).findings).toEqual([]);
  const read = await readEntries(source);
  const found = read.filter(({ kind }) => kind === 'file').map(({ path, sha256 }) => [path, sha256] as const);
  expect(new Map(found)).toEqual(files);
  expect(read.find(({ path }) => path === 'twin')?.hardlink).toBe('a/text');
  expect(read.find(({ path }) => path === 'a/back')?.target).toBe('../a');
});
