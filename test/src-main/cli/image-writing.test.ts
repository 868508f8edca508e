import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BaseRecords } from '#images';
import { imageCommand, isAboutImage } from '../../../src-main/cli/image/image.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigma-image-writing-'));
  await mkdir(join(folder, 'tree'));
  await writeFile(join(folder, 'tree/file'), 'text');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(...words: string[]) {
  const said = { out: '', err: '' };
  const code = await imageCommand({
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
    words,
    cwd: folder,
    signal: AbortSignal.timeout(60_000),
    records: new BaseRecords(join(folder, '.records')),
  });
  return { code, ...said };
}

test.each([
  ['tree', '-o', 'image'],
  ['--input', 'tree', '--output', 'image'],
  ['--input-dir=tree', '--output-file=image'],
  ['--input_dir', 'tree', '--output_file', 'image'],
])('pack takes %s %s %s (P24)', async (...words) => {
  expect(await run('pack', ...words, '--tag', 'v1')).toMatchObject({ code: 0, err: '' });
  expect(await run('list', 'image')).toMatchObject({ out: expect.stringContaining('v1  (default)') });
});

test('pack takes a codec and a level', async () => {
  await run('pack', 'tree', '-o', 'image', '--compression', 'gzip', '--level', '1');
  expect((await run('list', 'image')).out).toContain('gzip');
  const { out } = await run('pack', 'tree', '-o', 'image', '--force', '--json');
  expect(JSON.parse(out)).toMatchObject({ image: join(folder, 'image'), entries: 2, bytes: 4, leftOut: [] });
});

test('pack names secrets, and packs those that are asked for', async () => {
  await writeFile(join(folder, 'tree/.env'), 'KEY=1');
  expect((await run('pack', 'tree', '-o', 'image')).err).toContain('may hold secrets');
  expect((await run('pack', 'tree', '-o', 'image', '--force', '--include-secrets', '.env')).err).toBe('');
  expect((await run('pack', 'tree', '-o', 'image', '--force', '--include-secrets=all')).err).toBe('');
});

test('snapshot adds what changed, and says so', async () => {
  await run('pack', 'tree', '-o', 'image', '--tag', 'v1');
  await run('unpack', 'image', '--output', 'work');
  expect((await run('snapshot', 'work')).out).toContain('Nothing has changed');
  await writeFile(join(folder, 'work/new'), 'new');
  expect(await run('snapshot', '--mount-point', 'work', '--input', 'image', '--tag', 'v2')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 added, 0 changed, 0 deleted'),
  });
  expect((await run('diff', 'image', 'v1', 'v2')).out).toBe('+ new\n');
});

test('snapshot replaces no file at its output but the image itself, unless it is told to', async () => {
  await run('pack', 'tree', '-o', 'image', '--tag', 'v1');
  await run('unpack', 'image', '--output', 'work');
  await writeFile(join(folder, 'work/new'), 'new');
  await writeFile(join(folder, 'mine'), 'mine');
  await symlink('nowhere', join(folder, 'link'));
  await symlink('image', join(folder, 'same'));
  for (const output of ['mine', 'link']) {
    const { code, err } = await run('snapshot', 'work', '--output', output);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`${output} exists already. Name another file, or add --force`),
    ]);
  }
  expect((await run('snapshot', 'work', '--output', 'tree')).err).toContain('tree is a folder');
  expect(await readFile(join(folder, 'mine'), 'utf8')).toBe('mine');
  expect((await readdir(folder)).sort()).toEqual(['.records', 'image', 'link', 'mine', 'same', 'tree', 'work']);

  expect((await run('snapshot', 'work', '--output', 'mine', '--force')).out).toContain(join(folder, 'mine'));
  expect((await run('list', 'image')).out).not.toContain('upon');
  await writeFile(join(folder, 'work/newer'), 'newer');
  expect(await run('snapshot', 'work', '--input', 'mine', '--output', 'mine')).toMatchObject({ code: 0, err: '' });
  await writeFile(join(folder, 'work/newest'), 'newest');
  expect((await run('snapshot', 'work', '--input', 'image', '--output', 'same')).err).not.toContain('exists already');
});

test('tag, default, squash, delete-layer and restore work on layers by name', async () => {
  await run('pack', 'tree', '-o', 'image', '--tag', 'v1');
  await run('unpack', 'image', '--output', 'work');
  await writeFile(join(folder, 'work/new'), 'new');
  await run('snapshot', 'work', '--tag', 'v2');
  expect((await run('tag', 'image', 'v2', 'second')).out).toContain('has the tag second');
  expect((await run('default', 'image', 'v1')).code).toBe(0);
  expect((await run('list', 'image')).out).toMatch(/v1 {2}\(default\)/);
  expect((await run('delete-layer', 'image', 'v1')).err).toContain('second stands on v1');
  expect((await run('squash', 'image', 'second')).out).toContain('stands by itself');
  expect((await run('restore', 'image', 'new', '--layer', 'second', '--output', 'back')).code).toBe(0);
  expect(await readFile(join(folder, 'back'), 'utf8')).toBe('new');
  expect((await run('delete-layer', 'image', 'v1')).code).toBe(0);
  expect((await run('list', 'image')).out).toContain('second  (default)');
});

test.each([
  ['tag without a layer', 2, 'needs an image and a layer', ['tag', 'image']],
  ['default with too much', 2, 'more is too much', ['default', 'image', 'v1', 'more']],
  ['restore without a place', 2, '--output <file>', ['restore', 'image', 'file']],
  ['pack without a folder', 2, 'needs a folder', ['pack', '-o', 'image']],
  ['pack of two folders', 2, 'is too much', ['pack', 'a', 'b', '-o', 'image']],
  ['pack without a place', 2, '-o <image>', ['pack', 'tree']],
  ['an unknown codec', 2, 'There is no compression lzo', ['pack', 'tree', '-o', 'x', '--compression', 'lzo']],
  ['a level of xz', 2, 'xz has no level', ['pack', 'tree', '-o', 'x', '--compression', 'xz', '--level', '3']],
  ['xz without its program', 1, 'Install squashfs-tools', ['pack', 'tree', '-o', 'x', '--compression=xz']],
  ['a level too high', 2, '1 to 22', ['pack', 'tree', '-o', 'x', '--level', '23']],
  ['a level that is none', 2, '1 to 22', ['pack', 'tree', '-o', 'x', '--level', '1.5']],
  ['a missing folder', 1, 'There is no folder', ['pack', 'nothing', '-o', 'x']],
  ['snapshot of nothing', 2, 'needs the folder', ['snapshot']],
  ['snapshot of a plain folder', 1, 'was not opened from an image', ['snapshot', 'tree']],
] as const)('%s ends with %i and a sentence', async (_, code, said, words) => {
  const answer = await run(...words);
  expect(answer.code).toBe(code);
  expect(answer.err).toContain(said);
  expect(answer.err).not.toMatch(/^ +at /m);
  expect(await readdir(folder)).toEqual(['tree']);
});

test('the commands that write are about images', () => {
  expect([['pack'], ['snapshot', 'x']].map(isAboutImage)).toEqual([true, true]);
});

test('the words of psi-agent are programs of the package', async () => {
  const { bin } = JSON.parse(await readFile('package.json', 'utf8'));
  for (const name of ['psi-workspace-pack', 'psi-workspace-unpack', 'psi-workspace-snapshot']) {
    expect(await readFile(bin[name], 'utf8')).toContain('./sigma.mjs');
  }
});

test.each(['--help', '-h'])(
  '%s after the words of a command says how it is written, and changes nothing',
  async (help) => {
    await run('pack', 'tree', '-o', 'image', '--tag', 'v1');
    await run('unpack', 'image', '--output', 'work');
    await writeFile(join(folder, 'work/new'), 'new');
    await run('snapshot', 'work', '--tag', 'v2');
    const before = await readFile(join(folder, 'image'));
    for (const words of [
      ['delete-layer', 'image', 'v2'],
      ['squash', 'image', 'v2', '--drop'],
      ['pack', 'tree', '-o', 'image', '--force'],
      ['restore', 'image', 'file', '--output', 'got'],
      ['unpack', 'image', '--output', 'other'],
    ]) {
      expect(await run(...words, help)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Usage') });
    }
    expect((await readFile(join(folder, 'image'))).equals(before)).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(['.records', 'image', 'tree', 'work']);
  },
);
