import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHostMounts } from '#app/features/create-mounts';
import { mountCommand } from '../../../../src-main/cli/mount/mount.ts';
import { isAboutMounts, mountWords } from '../../../../src-main/cli/mount/mount-words.ts';
import { IMAGES } from '../../images/support/image-fixtures.ts';

const GOOD = join(IMAGES, 'three-layers.squashfs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigma-mount-command-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(words: readonly string[], { answer, signal }: { answer?: boolean; signal?: AbortSignal } = {}) {
  const said = { out: '', err: '' };
  const ask = async (question: string) => {
    said.err += question;
    return answer === true;
  };
  const code = await mountCommand({
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
    words,
    cwd: folder,
    signal: signal ?? AbortSignal.timeout(60_000),
    ...(answer !== undefined && { ask }),
    mounts: createHostMounts({
      dataFolder: join(folder, 'data'),
      installFolder: resolve(import.meta.dirname, '../../../..'),
    }),
  });
  return { code, ...said };
}

const copy = (...words: string[]) => run(['mount', ...words, '--backend', 'copy']);

describe('the words', () => {
  test.each([
    [[], 'mount needs an image'],
    [[GOOD], '--output'],
    [[GOOD, 'b', '--output', 'x'], 'too much'],
    [[GOOD, '--output'], 'needs a value'],
    [[GOOD, '--output', 'x', '--backend', 'nfs'], 'copy, fuse or kernel'],
    [[GOOD, '--output', 'x', '--discard'], 'takes no --discard'],
    [[GOOD, '--output', 'x', '-o', 'suid'], 'no flag -o'],
    [['list', 'x'], 'takes no place'],
    [['list', '--layer', 'x'], 'takes no --layer'],
  ])('mount %j is a wrong command line', async (words, message) => {
    expect(await run(['mount', ...words])).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });

  test('umount needs a folder', async () => {
    expect(await run(['umount'])).toMatchObject({ code: 2, err: expect.stringContaining('needs a folder') });
  });

  test.each([
    ['--input', '--output'],
    ['--input-file', '--output-dir'],
    ['--input_file', '--output_dir'],
  ])('%s and %s are understood, with = as well', (input, output) => {
    const expected = { place: 'a', output: 'b', layer: 'v1' };
    expect(mountWords(['mount', input, 'a', output, 'b', '--layer', 'v1'])).toMatchObject(expected);
    expect(mountWords(['mount', `${output}=b`, `${input}=a`, '--layer=v1'])).toMatchObject(expected);
  });

  test('only mount and umount are about mounts', () => {
    expect(['mount', 'umount', 'list', 'unpack', ''].map((verb) => isAboutMounts([verb]))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

test('a copy is opened, listed, and closed', async () => {
  expect(await copy(GOOD, '--output', 'out', '--layer', 'v1.1')).toMatchObject({
    code: 0,
    out: `${join(folder, 'out')} shows the layer v1.1 (22222222-2222-4222-8222-222222222222): unpacked, a plain folder (backend copy)\n`,
  });
  expect((await run(['mount', 'list'])).out).toMatch(/out {2}v1\.1 of .*three-layers\.squashfs {2}copy {2}open\n$/);
  expect(await run(['umount', 'out'])).toMatchObject({ code: 0, err: '' });
  expect(await readdir(folder)).toEqual(['data']);
  expect((await run(['mount', 'list'])).out).toBe('No image is open\n');
});

test('changes are named in the question, and a no keeps them', async () => {
  await copy(GOOD, '--output', 'out');
  await writeFile(join(folder, 'out', 'change.txt'), 'version 9\n');
  await writeFile(join(folder, 'out', '\u001b[31mred'), '');
  expect(await run(['umount', 'out'])).toMatchObject({ code: 1, err: expect.stringContaining('--discard') });
  const no = await run(['umount', 'out'], { answer: false });
  expect(no).toMatchObject({ code: 1, err: expect.stringMatching(/change\.txt\n[\s\S]*\[y\/N\]/) });
  expect(no.err).not.toContain('\u001b');
  expect(await readdir(join(folder, 'out'))).toContain('run.sh');
  expect(await run(['umount', 'out'], { answer: true })).toMatchObject({ code: 0 });
  expect(await readdir(folder)).toEqual(['data']);
});

test.each([
  ['an unknown layer, with those that there are', [GOOD, '--layer', 'nope'], 'v1.0, v1.1'],
  ['a missing file', ['nothing.squashfs'], 'ENOENT'],
  ['what is no image', [join(IMAGES, 'expected-trees.json')], 'no squashfs'],
  ['a bad manifest', [join(IMAGES, 'bad-cycle.squashfs')], 'its own ancestor'],
])('%s is an error without a trace', async (_, words, message) => {
  const failed = await copy(...words, '--output', 'out');
  expect(failed).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) });
  expect(failed.err.trim().split('\n')).toHaveLength(1);
  expect(await readdir(folder)).toEqual([]);
});

test('a cancel is 130, and nothing is left', async () => {
  const cancelled = await run(['mount', GOOD, '--output', 'out', '--backend', 'copy'], { signal: AbortSignal.abort() });
  expect(cancelled).toMatchObject({ code: 130, err: 'Cancelled; nothing is left\n' });
  expect((await readdir(folder)).filter((name) => name !== 'data')).toEqual([]);
});

test('what a crash left is offered for cleaning', async () => {
  await copy(GOOD, '--output', 'out');
  await rm(join(folder, 'out'), { recursive: true });
  const asked = await run(['mount', 'list'], { answer: false });
  expect(asked).toMatchObject({
    code: 0,
    out: expect.stringContaining('left by a crash'),
    err: expect.stringContaining('Clean up'),
  });
  expect(await run(['mount', 'list'], { answer: true })).toMatchObject({
    code: 0,
    err: expect.stringContaining('is cleaned up'),
  });
  expect((await run(['mount', 'list'])).out).toBe('No image is open\n');
});
