import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentWorkspace } from '#contract';
import { BaseRecords, snapshotFolder } from '#images';
import { type PhiEngine, phiEngine } from '../../support/phi-engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { IMAGES } from '../images/support/image-fixtures.ts';

const SAMPLE = join(IMAGES, 'three-layers.squashfs');

async function workspacesOf({ api }: PhiEngine): Promise<readonly AgentWorkspace[]> {
  for await (const all of await api.workspaces.changed(undefined)) return all;
  return [];
}

async function setUp() {
  const phi = await phiEngine();
  const folder = await temporaryFolder();
  const image = join(folder.path, 'agent.squashfs');
  await copyFile(SAMPLE, image);
  return {
    phi,
    image,
    api: phi.api.workspaceImages,
    at: (name: string) => join(folder.path, name),
    [Symbol.asyncDispose]: async () => {
      await phi[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('an image is read layer by layer before anything of it is opened', async () => {
  await using it = await setUp();
  const summary = await it.api.read({ path: it.image });
  expect(summary).toMatchObject({ path: it.image, codec: expect.stringMatching(/^(gzip|xz|zstd)$/), leftOut: [] });
  expect(summary.layers.map(({ tag, isDefault }) => [tag, isDefault])).toEqual([
    ['v1.0', false],
    ['v1.1', false],
    [undefined, true],
  ]);

  const read = await it.api.readLayer({ path: it.image, layer: 'v1.0' });
  expect(read.layer).toMatchObject({ tag: 'v1.0', isDefault: false });
  expect(read.toolList.map(({ file, state }) => [file, state])).toEqual([
    ['tools/add.py', 'listed'],
    ['tools/read.py', 'listed'],
  ]);
  expect(read.skillList.map(({ folder }) => folder)).toEqual(['greet', 'old']);
  const [task] = read.taskList;
  expect(task).toMatchObject({ folder: 'daily' });
  expect(task?.nextRuns).toHaveLength(task?.cron === undefined ? 0 : 5);
  expect(read).toMatchObject({ systemFile: 'systems/system.py', wasTrusted: false, isCut: false });
  expect(read.comparedWith).toBeUndefined();
  expect(read.review.files.find(({ role }) => role === 'system')?.firstLines).not.toBe('');
  expect(read.files.map(({ file }) => file)).toContain('docs/deep/d.md');
  const file = { path: it.image, layer: 'v1.0', file: 'docs/deep/d.md' };
  expect(await it.api.readFile(file)).toEqual({ text: 'deep\n' });
  expect(await workspacesOf(it.phi)).toEqual([]);

  const { differences, isCut } = await it.api.compare({ path: it.image, from: 'v1.0', to: 'v1.1' });
  expect(isCut).toBe(false);
  expect(differences).toEqual(
    expect.arrayContaining([
      { path: 'docs/three.md', change: 'added' },
      { path: 'gone.txt', change: 'deleted' },
      { path: 'change.txt', change: 'changed' },
    ]),
  );
});

test('a layer is trusted and opened in one step; the same layer is trusted again, another is compared with it', async () => {
  await using it = await setUp();
  const { review } = await it.api.readLayer({ path: it.image, layer: 'v1.0' });
  const trust = { hash: review.hash, network: false };
  const opened = await it.api.open({ path: it.image, layer: 'v1.0', folder: it.at('one'), trust });
  expect(await readFile(join(opened.path, 'change.txt'), 'utf8')).toBe('version 1\n');
  expect((await it.phi.api.workspaces.review({ path: opened.path })).isTrusted).toBe(true);
  const [event] = await it.phi.events('workspace.unpacked');
  expect(event?.data).toMatchObject({ workspace: opened.path, image: it.image, tag: 'v1.0' });

  await writeFile(join(opened.path, 'new.txt'), 'new\n');
  const records = new BaseRecords(join(it.phi.home.dataFolder, 'open-images'));
  const snapshot = { folder: opened.path, records, tag: 'mine', includesSecret: () => false };
  expect(await snapshotFolder(snapshot)).toMatchObject({ added: 1, changed: 0, deleted: 0 });
  expect((await it.api.read({ path: it.image })).layers.map(({ tag }) => tag)).toContain('mine');

  const again = await it.api.readLayer({ path: it.image, layer: 'v1.0' });
  expect(again).toMatchObject({ wasTrusted: true, comparedWith: opened.path, review: { changes: [] } });
  const copy = await it.api.open({ path: it.image, layer: 'v1.0', folder: it.at('two') });
  expect((await it.phi.api.workspaces.review({ path: copy.path })).isTrusted).toBe(true);

  const other = await it.api.readLayer({ path: it.image, layer: 'v1.1' });
  expect(other).toMatchObject({ wasTrusted: false });
  const restricted = await it.api.open({ path: it.image, layer: 'v1.1', folder: it.at('three') });
  expect(restricted.state).toBe('restricted');
});

test('what was read is what is trusted: of another image nothing is left', async () => {
  await using it = await setUp();
  const { review } = await it.api.readLayer({ path: it.image, layer: 'v1.0' });
  const trust = { hash: review.hash, network: false };
  await expect(it.api.open({ path: it.image, layer: 'v1.1', folder: it.at('new'), trust })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('has changed since it was read'),
  });
  expect(existsSync(it.at('new'))).toBe(false);
  expect(await workspacesOf(it.phi)).toEqual([]);
});

test('what cannot be read or opened says why, and leaves what is there as it is', async () => {
  await using it = await setUp();
  await mkdir(it.at('taken'));
  await writeFile(it.at('taken/mine.txt'), 'mine');
  await writeFile(it.at('text'), 'no image at all');
  execFileSync('mkfifo', [it.at('pipe')]);
  const failing = async (work: Promise<unknown>, code: string, message: string) =>
    await expect(work).rejects.toMatchObject({ code, message: expect.stringContaining(message) });

  await failing(it.api.read({ path: it.at('nowhere') }), 'NOT_FOUND', 'There is no file');
  await failing(it.api.read({ path: it.at('text') }), 'INVALID_INPUT', 'squashfs');
  await failing(it.api.read({ path: it.at('pipe') }), 'INVALID_INPUT', 'is no file');
  await failing(it.api.read({ path: it.at('taken') }), 'INVALID_INPUT', 'is no file');
  await failing(it.api.readLayer({ path: it.image, layer: 'v9' }), 'NOT_FOUND', "no layer 'v9'");
  await failing(it.api.read({ path: join(IMAGES, 'bad-cycle.squashfs') }), 'INVALID_INPUT', '');
  const outside = { path: it.image, layer: 'v1.0', file: '../../agent.json' };
  await expect(it.api.readFile(outside)).rejects.toMatchObject({ code: expect.stringMatching(/DENIED|NOT_FOUND/) });
  const taken = { path: it.image, layer: 'v1.0', folder: it.at('taken') };
  await failing(it.api.open(taken), 'CONFLICT', 'is not empty');
  expect(await readdir(it.at('taken'))).toEqual(['mine.txt']);
});

test('layers are laid out in a folder of the app’s own, a few at a time, and gone with the app', async () => {
  await using it = await setUp();
  const root = join(it.phi.home.dataFolder, 'images-read');
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await copyFile(SAMPLE, it.at(name));
    await it.api.readLayer({ path: it.at(name), layer: 'v1.0' });
  }
  expect(await readdir(root)).toHaveLength(4);
  expect((await stat(root)).mode & 0o777).toBe(0o700);
  await it.phi[Symbol.asyncDispose]();
  expect(existsSync(root)).toBe(false);
});
