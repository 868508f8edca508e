import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { link, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesInMemory, bytesOfFile, checkImage, openImage, type PackOptions, packFolder } from '#images';
import { scanFolder } from '../../../src-main/images/pack/scan-folder.ts';
import { readEntries } from '../../support/read-entries.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let box: TemporaryFolder;
beforeEach(async () => {
  box = await temporaryFolder();
});
afterEach(() => box[Symbol.asyncDispose]());

async function write(path: string, text = path): Promise<void> {
  await mkdir(dirname(join(box.path, path)), { recursive: true });
  await writeFile(join(box.path, path), text);
}

async function pack(more: Partial<PackOptions> = {}) {
  return await packFolder({
    folder: join(box.path, 'tree'),
    output: join(box.path, 'image'),
    replaces: false,
    packing: { codec: 'gzip', level: 1 },
    includesSecret: () => false,
    ...more,
  });
}

/** Paths in the layer. */
async function packedPaths(): Promise<readonly unknown[]> {
  using source = bytesOfFile(join(box.path, 'image'));
  const inLayer = (await readEntries(source)).map(({ path }) => String(path).split('/').slice(1).join('/'));
  return inLayer.filter((path) => path !== '');
}

test('a folder becomes an image with one layer, its tag and a manifest (P1)', async () => {
  await write('tree/skills/SKILL.md');
  const { layer } = await pack({ tag: 'v1.0' });
  using source = bytesOfFile(join(box.path, 'image'));
  const { manifest } = await openImage(source);
  expect(layer).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(manifest).toMatchObject({ defaultLayer: layer, layers: new Map([[layer, { uuid: layer, tag: 'v1.0' }]]) });
  expect(await packedPaths()).toEqual(['skills', 'skills/SKILL.md']);
});

test.each([
  ['a missing folder (P3)', { folder: '/nowhere/at/all' }, 'There is no folder /nowhere/at/all'],
  ['an empty tag', { tag: '' }, 'at least one character'],
])('%s is refused, and no image is made', async (_, more, said) => {
  await write('tree/file');
  await expect(pack(more)).rejects.toThrow(said);
  expect(await readdir(box.path)).toEqual(['tree']);
});

test('a file is no folder (P3)', async () => {
  await write('tree/file');
  await expect(pack({ folder: join(box.path, 'tree/file') })).rejects.toThrow('tree/file is no folder');
});

test('a file that is there is replaced only where that is said', async () => {
  await write('tree/file');
  await write('image', 'precious');
  await expect(pack()).rejects.toThrow('exists already');
  expect(await readFile(join(box.path, 'image'), 'utf8')).toBe('precious');
  await pack({ replaces: true });
  expect(await packedPaths()).toEqual(['file']);
});

test('a file that came to the place of the image meanwhile is replaced only where that is said', async () => {
  await write('tree/file');
  const onPartial = () => writeFileSync(join(box.path, 'image'), 'precious');
  await expect(pack({ onPartial })).rejects.toThrow('exists already');
  expect(await readFile(join(box.path, 'image'), 'utf8')).toBe('precious');
  expect(await readdir(box.path)).toEqual(['image', 'tree']);
});

test('what the ignore file names is left out, and comes back by its rules', async () => {
  await write('tree/.sigmaignore', '*.log\n!keep.log\n/node_modules/\nbuild\n');
  for (const path of ['a.log', 'keep.log', 'node_modules/x/y', 'sub/node_modules/z', 'sub/build/out', 'sub/a.log']) {
    await write(`tree/${path}`);
  }
  await pack();
  expect(await packedPaths()).toEqual(['.sigmaignore', 'keep.log', 'sub', 'sub/node_modules', 'sub/node_modules/z']);
});

test('the ignore file is read as git reads one: without the mark of an editor, capitals as they are', async () => {
  await write('tree/.sigmaignore', '\ufeffprivate\nbuild/\n*.log\n');
  for (const path of ['private/a', 'build/b', 'c.log', 'Build/d', 'E.LOG', 'Private']) await write(`tree/${path}`);
  const { leftOut } = await pack();
  expect(leftOut.map(({ path }) => path).sort()).toEqual(['build', 'c.log', 'private']);
  expect(await packedPaths()).toEqual(['.sigmaignore', 'Build', 'Build/d', 'E.LOG', 'Private']);
});

test.each([
  ['a pipe', () => execFileSync('mkfifo', [join(box.path, 'tree/.sigmaignore')])],
  ['no UTF-8', () => writeFileSync(join(box.path, 'tree/.sigmaignore'), Buffer.from([0x66, 0xfc, 0x0a]))],
  ['too long', () => writeFileSync(join(box.path, 'tree/.sigmaignore'), '#'.repeat(1024 * 1024 + 1))],
])('an ignore file that is %s is said to be unusable, and nothing is packed', async (_, make) => {
  await write('tree/file');
  make();
  await expect(pack()).rejects.toThrow('.sigmaignore cannot be used');
  expect(await readdir(box.path)).toEqual(['tree']);
});

test('files that may hold secrets are named and left out, unless they are asked for', async () => {
  const key = `ghp_${'a'.repeat(36)}`;
  for (const path of ['.env', '.env.example', 'certs/server.key', 'README.md']) await write(`tree/${path}`, 'x');
  await write('tree/notes.txt', `my token is ${key}.`);
  await write('tree/binary', `\0${key}`);
  const { leftOut } = await pack({ includesSecret: (path) => path === 'certs/server.key' });
  expect(leftOut).toEqual(['.env', 'notes.txt'].map((path) => ({ path, reason: 'secret' })));
  expect(await packedPaths()).toEqual(['.env.example', 'README.md', 'binary', 'certs', 'certs/server.key']);
});

test('pipes and sockets are named; links are packed as links, wherever they lead', async () => {
  await write('tree/file');
  execFileSync('mkfifo', [join(box.path, 'tree/pipe')]);
  await symlink('/etc/passwd', join(box.path, 'tree/link'));
  const server = createServer().listen(join(box.path, 'tree/socket'));
  await new Promise((resolve) => server.once('listening', resolve));
  const { leftOut } = await pack().finally(() => server.close());
  expect(leftOut).toEqual(['pipe', 'socket'].map((path) => ({ path, reason: 'special' })));
  expect(await packedPaths()).toEqual(['file', 'link']);
});

test('a file that would run as another user is packed without that, and named', async () => {
  await write('tree/file');
  execFileSync('chmod', ['4755', join(box.path, 'tree/file')]);
  expect((await pack()).tamed).toEqual(['file']);
  using source = bytesOfFile(join(box.path, 'image'));
  expect((await openImage(source)).tolerated).toEqual([]);
});

test('an image that lies in its own folder is no part of it', async () => {
  await write('tree/file');
  await pack({ output: join(box.path, 'tree/image') });
  const { entries } = await pack({ output: join(box.path, 'tree/image'), replaces: true });
  expect(entries).toBe(2);
});

test('an image that lies in its own folder is no part of it, whatever link leads there', async () => {
  await write('tree/file');
  await symlink(join(box.path, 'tree'), join(box.path, 'link'));
  const output = join(box.path, 'link/image');
  await pack({ output });
  const { entries } = await pack({ output, replaces: true });
  expect(entries).toBe(2);
});

test('a file with several names stays under all of them when one goes away, and none is missing', async () => {
  await write('tree/first', 'text');
  await link(join(box.path, 'tree/first'), join(box.path, 'tree/second'));
  const { leftOut } = await pack({ onPartial: () => rmSync(join(box.path, 'tree/first')) });
  expect(await packedPaths()).toEqual(['first', 'second']);
  expect(leftOut).toEqual([]);
});

test('a cancel leaves nothing', async () => {
  await write('tree/file', 'x'.repeat(300_000));
  const cancel = new AbortController();
  const packing = pack({ signal: cancel.signal, progress: () => cancel.abort() });
  await expect(packing).rejects.toThrow('aborted');
  expect(await readdir(box.path)).toEqual(['tree']);
});

test('two who write one image: the second is told, and the image is whole', async () => {
  await write('tree/file', 'x'.repeat(300_000));
  const [one, two] = await Promise.allSettled([pack({ replaces: true }), pack({ replaces: true })]);
  const failed = [one, two].filter(({ status }) => status === 'rejected');
  expect(failed.length).toBeLessThan(2);
  for (const one of failed)
    expect(String((one as PromiseRejectedResult).reason)).toContain('another one writes this image');
  expect(await packedPaths()).toEqual(['file']);
});

test.each([
  ['a writer that is gone', 'sigma-GONE', true],
  ['nobody that is known', 'something else', false],
])('what was left by %s', async (_, mark, isTakenOver) => {
  await write('tree/file');
  // The machine's part of the mark is that of our own.
  const own = Buffer.from(mark);
  await write('image.partial', 'x');
  const { writerMark } = await import('#core/files/temporary-name');
  const gone = writerMark().replace(/\d+$/, '4194304');
  await writeFile(join(box.path, 'image.partial'), mark === 'sigma-GONE' ? gone : own);
  if (isTakenOver) expect((await pack()).entries).toBe(2);
  else await expect(pack()).rejects.toThrow('Remove it if nobody writes');
});

test('a pipe under the name of the partial image is not waited for', async () => {
  await write('tree/file');
  execFileSync('mkfifo', [join(box.path, 'image.partial')]);
  await expect(pack()).rejects.toThrow('Remove it if nobody writes');
});

test.each([
  [{ entries: 2 }, 'more than 2 entries'],
  [{ bytes: 3 }, 'more than 3 bytes'],
  [{ depth: 3 }, 'a path of more than 2 names: a/b/c'],
])('a folder beyond %j is refused', async (limits, said) => {
  await write('tree/a/b/c');
  await expect(scanFolder({ folder: join(box.path, 'tree'), judge: () => undefined, limits })).rejects.toThrow(said);
});

test('the folder of the image is made where it is not there', async () => {
  await write('tree/file');
  await pack({ output: join(box.path, 'new/deep/image') });
  expect((await stat(join(box.path, 'new/deep/image'))).size).toBeGreaterThan(0);
});

test('a flipped byte anywhere in an image of ours is found, or changes nothing that is checked', async () => {
  await write('tree/a/text', 'words '.repeat(20_000));
  await write('tree/b', 'b');
  await pack();
  const image = await readFile(join(box.path, 'image'));
  let found = 0;
  for (let at = 0; at < image.length; at += Math.ceil(image.length / 300)) {
    const flipped = Buffer.from(image);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    const { findings } = await checkImage(bytesInMemory(flipped), { data: true });
    if (findings.length > 0) found++;
  }
  expect(found).toBeGreaterThan(10);
});

test('a link at the place of an image is replaced only when that is requested, whether it leads anywhere or not', async () => {
  await write('tree/a');
  await symlink('gone', join(box.path, 'image'));
  await expect(pack()).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await readlink(join(box.path, 'image'))).toBe('gone');
  await pack({ replaces: true });
  expect(await packedPaths()).toEqual(['a']);
});
