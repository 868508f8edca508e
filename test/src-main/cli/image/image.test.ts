import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BaseRecords } from '#images';
import { imageCommand, isAboutImage } from '../../../../src-main/cli/image/image.ts';
import { IMAGES } from '../../images/support/image-fixtures.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigma-image-command-'));
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

const GOOD = join(IMAGES, 'three-layers.squashfs');

test('list says the layers, as text and as JSON', async () => {
  expect(await run('list', GOOD)).toMatchObject({ code: 0, out: expect.stringContaining('v1.1  on 11111111') });
  const { out } = await run('list', '--json', '--input', GOOD);
  expect(JSON.parse(out)).toMatchObject({
    codec: 'xz',
    layers: [{ tag: 'v1.0' }, { tag: 'v1.1' }, { isDefault: true }],
  });
});

test('verify reads every block', async () => {
  expect(await run('verify', GOOD)).toMatchObject({ code: 0, err: '' });
});

test('diff takes two layers', async () => {
  expect(await run('diff', GOOD, 'v1.0', 'v1.1')).toMatchObject({
    code: 0,
    out: expect.stringContaining('- gone.txt\n'),
  });
  expect(await run('diff', GOOD, 'v1.0')).toMatchObject({ code: 2, err: expect.stringContaining('two layers') });
});

test.each([
  ['--output', '--input'],
  ['--output-dir', '--input-file'],
  ['--output_dir', '--input_file'],
])('unpack takes %s and %s', async (output, input) => {
  expect(await run('unpack', input, GOOD, output, 'out', '--layer', 'v1.0')).toMatchObject({ code: 0 });
  expect(await readdir(join(folder, 'out'))).toContain('gone.txt');
});

test.each([
  ['a missing file', 1, 'ENOENT', ['verify', 'nothing']],
  ['a bad image', 1, 'its own ancestor', ['list', join(IMAGES, 'bad-cycle.squashfs')]],
  ['what is no image', 1, 'no squashfs', ['list', join(IMAGES, 'expected-trees.json')]],
  ['an unknown layer', 1, 'v1.0, v1.1', ['unpack', GOOD, '--layer', 'nope', '--output', 'out']],
  ['no place', 2, '--output', ['unpack', GOOD]],
  ['an unknown flag', 2, '--tagg', ['unpack', GOOD, '--tagg', 'x']],
  ['a layer of all', 2, '--raw', ['unpack', GOOD, '--raw', '--layer', 'v1.0', '--output', 'out']],
] as const)('%s ends with %i and a sentence', async (_, code, said, words) => {
  const answer = await run(...words);
  expect(answer.code).toBe(code);
  expect(answer.err).toContain(said);
  expect(answer.err).not.toMatch(/^ +at /m);
  expect(await readdir(folder)).toEqual([]);
});

test('list without a place is about folders', () => {
  expect([['list'], ['list', '--json'], ['open', 'x']].map(isAboutImage)).toEqual([false, false, false]);
  expect([['list', 'x'], ['verify'], ['unpack', 'x']].map(isAboutImage)).toEqual([true, true, true]);
});
