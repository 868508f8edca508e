import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ImageWork, OpenedFolder } from '#contract';
import { phiEngine } from '../../support/phi-engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const KEY = `ghp_${'a1B2'.repeat(9)}`;

async function setUp() {
  const phi = await phiEngine();
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await mkdir(at('agent/tools'), { recursive: true });
  await writeFile(at('agent/tools/add.py'), 'async def add(a: int) -> int:\n    return a\n');
  await writeFile(at('agent/notes.txt'), 'one\n');
  await writeFile(at('agent/.env'), 'A=1\n');
  await writeFile(at('agent/readme.md'), `the key is ${KEY}\n`);
  await writeFile(at('agent/.sigmaignore'), 'build/\n');
  await mkdir(at('agent/build'));
  await writeFile(at('agent/build/out.bin'), 'x'.repeat(1000));
  return {
    phi,
    at,
    api: phi.api.workspaceImages,
    [Symbol.asyncDispose]: async () => {
      await phi[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Returns the result of work, after all of its progress. */
async function endOf(work: Promise<AsyncIterable<ImageWork>>): Promise<Extract<ImageWork, { kind: 'ended' }>> {
  let last: ImageWork | undefined;
  for await (const news of await work) last = news;
  if (last?.kind !== 'ended') throw new Error('the work has no end');
  return last;
}

async function openedIn({ api }: Awaited<ReturnType<typeof setUp>>): Promise<readonly OpenedFolder[]> {
  const leaving = new AbortController();
  for await (const opened of await api.opened(undefined, { signal: leaving.signal })) {
    leaving.abort();
    return opened;
  }
  return [];
}

const packing = { replaces: false, codec: 'zstd' as const, secrets: [] };

test('a folder is packed without what may hold secrets, which the plan names', async () => {
  await using it = await setUp();
  const plan = await it.api.planPack({ folder: it.at('agent') });
  expect(plan).toMatchObject({ ignored: ['build'], ignoredCount: 1, special: [], output: it.at('agent.squashfs') });
  expect(plan.secrets).toEqual([
    { path: '.env', foundBy: 'name' },
    { path: 'readme.md', foundBy: 'content' },
  ]);

  const request = { ...packing, folder: it.at('agent'), output: plan.output, tag: 'v1' };
  const packed = await endOf(it.api.pack({ ...request, secrets: ['readme.md'] }));
  expect(packed).toMatchObject({ path: plan.output, remarks: ['Left out, since they may hold secrets: .env'] });
  execFileSync('unsquashfs', ['-quiet', '-no-progress', '-d', it.at('seen'), plan.output], { stdio: 'ignore' });
  const layer = join(it.at('seen'), packed.layer ?? '');
  expect((await readdir(layer)).sort()).toEqual(['.sigmaignore', 'notes.txt', 'readme.md', 'tools']);

  await expect(endOf(it.api.pack(request))).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await it.api.planPack({ folder: it.at('agent') })).output).toBe(it.at('agent-2.squashfs'));
  expect(await endOf(it.api.pack({ ...request, replaces: true, codec: 'gzip' }))).toMatchObject({ kind: 'ended' });
  expect((await it.api.read({ path: plan.output })).codec).toBe('gzip');
  expect(plan.hasXz).toBe(true);
  await endOf(it.api.pack({ ...request, replaces: true, codec: 'xz' }));
  expect((await it.api.read({ path: plan.output })).codec).toBe('xz');
  await expect(it.api.planPack({ folder: it.at('notes') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(it.api.planPack({ folder: it.at('agent/notes.txt') })).rejects.toMatchObject({ code: 'INVALID_INPUT' });

  const [event] = await it.phi.events('image.written');
  expect(event?.data).toMatchObject({ workspace: it.at('agent'), image: plan.output, by: 'pack', tag: 'v1' });
});

test('what changed since a layer was opened is planned, and becomes a layer', async () => {
  await using it = await setUp();
  const image = it.at('agent.squashfs');
  await endOf(it.api.pack({ ...packing, folder: it.at('agent'), output: image, tag: 'v1' }));
  const opened = await it.api.open({ path: image, layer: 'v1', folder: it.at('work') });
  expect(await openedIn(it)).toMatchObject([{ folder: opened.path, image, openedBy: 'copy', isMount: false }]);
  expect(await it.api.planSnapshot({ folder: opened.path })).toEqual({ differences: [], isCut: false, secrets: [] });

  await appendFile(join(opened.path, 'notes.txt'), 'two\n');
  await rm(join(opened.path, 'tools/add.py'));
  await writeFile(join(opened.path, 'new.txt'), 'new\n');
  await writeFile(join(opened.path, 'token.txt'), `${KEY}\n`);
  const plan = await it.api.planSnapshot({ folder: opened.path });
  expect([...plan.differences].sort((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: 'new.txt', change: 'added' },
    { path: 'notes.txt', change: 'changed' },
    { path: 'tools/add.py', change: 'deleted' },
  ]);
  expect(plan.secrets).toEqual([{ path: 'token.txt', foundBy: 'content' }]);

  const made = await endOf(it.api.snapshot({ folder: opened.path, tag: 'v2', secrets: [] }));
  expect(made).toMatchObject({ path: image, remarks: ['Left out, since they may hold secrets: token.txt'] });
  expect(await openedIn(it)).toMatchObject([{ layer: made.layer }]);
  const taken = endOf(it.api.snapshot({ folder: opened.path, tag: 'v2', secrets: [] }));
  await expect(taken).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining("The tag 'v2'"),
  });
  await expect(it.api.planSnapshot({ folder: it.at('agent') })).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const { layers } = await it.api.read({ path: image });
  expect(layers.map(({ tag, isDefault }) => [tag, isDefault])).toEqual([
    ['v1', false],
    ['v2', true],
  ]);
  expect(layers.every(({ createdAt = 0 }) => Math.abs(Date.now() - createdAt) < 600_000)).toBe(true);
});

test('layers are tagged, chosen, squashed, deleted, and give files back', async () => {
  await using it = await setUp();
  const image = it.at('agent.squashfs');
  await endOf(it.api.pack({ ...packing, folder: it.at('agent'), output: image, tag: 'v1' }));
  const opened = await it.api.open({ path: image, layer: 'v1', folder: it.at('work') });
  await appendFile(join(opened.path, 'notes.txt'), 'two\n');
  await endOf(it.api.snapshot({ folder: opened.path, tag: 'v2', secrets: [] }));

  const restore = { path: image, layer: 'v1', file: 'notes.txt', output: it.at('old.txt'), replaces: false };
  expect(await it.api.restore(restore)).toEqual({ entries: 1, bytes: 4, remarks: [] });
  expect(await readFile(it.at('old.txt'), 'utf8')).toBe('one\n');
  await expect(it.api.restore(restore)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(it.api.restore({ ...restore, file: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const tagged = await it.api.tag({ path: image, layer: 'v1', tag: 'first' });
  expect(tagged.layers.map(({ tag }) => tag)).toEqual(['first', 'v2']);
  await expect(it.api.tag({ path: image, layer: 'first', tag: 'v2' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const chosen = await it.api.setDefault({ path: image, layer: 'first' });
  expect(chosen.layers.find(({ isDefault }) => isDefault)?.tag).toBe('first');
  await expect(endOf(it.api.deleteLayer({ path: image, layer: 'first' }))).rejects.toMatchObject({ code: 'CONFLICT' });
  await endOf(it.api.squash({ path: image, layer: 'v2', drops: false }));
  await it.api.setDefault({ path: image, layer: 'v2' });
  await endOf(it.api.deleteLayer({ path: image, layer: 'first' }));
  const { layers } = await it.api.read({ path: image });
  expect(layers).toMatchObject([{ tag: 'v2', isDefault: true }]);
  expect(layers[0]).not.toHaveProperty('parent');

  const unpacked = await endOf(it.api.unpack({ path: image, layer: 'v2', folder: it.at('plain') }));
  expect(unpacked).toMatchObject({ path: it.at('plain'), remarks: [] });
  expect(await readFile(it.at('plain/notes.txt'), 'utf8')).toBe('one\ntwo\n');
  await endOf(it.api.unpack({ path: image, folder: it.at('raw') }));
  expect(await readdir(it.at('raw'))).toContain('manifest.json');
  const events = await it.phi.events('image.taken');
  expect(events.map(({ data }) => (data as { output: string }).output)).toEqual(
    expect.arrayContaining([it.at('plain'), it.at('raw'), it.at('old.txt')]),
  );
});

test('a folder that shows a layer is closed, with changes in no snapshot only where that was said', async () => {
  await using it = await setUp();
  const image = it.at('agent.squashfs');
  await endOf(it.api.pack({ ...packing, folder: it.at('agent'), output: image, tag: 'v1' }));
  const request = { path: image, layer: 'v1', folder: it.at('mounted'), by: 'copy' as const, mayInstallHelper: false };
  const mounted = await endOf(it.api.mount(request));
  expect(mounted).toMatchObject({ path: it.at('mounted'), summary: 'It is unpacked as a plain folder.' });
  expect(await openedIn(it)).toMatchObject([{ folder: it.at('mounted'), tag: 'v1', isMount: true }]);
  await writeFile(it.at('mounted/new.txt'), 'new\n');
  const closing = it.api.unmount({ folder: it.at('mounted'), discards: false });
  await expect(closing).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { problems: [{ path: 'new.txt', message: 'in no snapshot' }] },
  });
  expect(await readFile(it.at('mounted/new.txt'), 'utf8')).toBe('new\n');
  await it.api.unmount({ folder: it.at('mounted'), discards: true });
  expect(await openedIn(it)).toEqual([]);
  await expect(it.api.unmount({ folder: it.at('mounted'), discards: false })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('packing that is left ends, and leaves nothing', async () => {
  await using it = await setUp();
  await mkdir(it.at('large'));
  for (let count = 0; count < 40; count++) {
    await writeFile(it.at(`large/${count}.bin`), Buffer.alloc(2_000_000, `${count} is a part of a large folder `));
  }
  const output = it.at('large.squashfs');
  const leaving = new AbortController();
  const work = await it.api.pack({ ...packing, folder: it.at('large'), output }, { signal: leaving.signal });
  const seen: ImageWork[] = [];
  await expect(
    (async () => {
      for await (const news of work) {
        seen.push(news);
        leaving.abort();
      }
    })(),
  ).rejects.toThrow();
  expect(seen[0]).toEqual({ kind: 'progress', done: 0 });
  await expect
    .poll(async () => (await readdir(it.at('.'))).filter((name) => name.startsWith('large.')), { timeout: 20_000 })
    .toEqual([]);
});
