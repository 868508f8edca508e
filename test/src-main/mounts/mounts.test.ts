import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CheckedImage, createMounts, type MountPorts } from '#mounts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

/** A wait longer than the file system's clock may be late. */
const TICK_MS = 30;
const UUID = '11111111-1111-4111-8111-111111111111';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

interface Box extends Partial<MountPorts> {
  readonly unpack?: CheckedImage['unpack'];
  readonly doubts?: Partial<CheckedImage['doubts']>;
}

/** Mounts with an image that unpacks to one file, on a system without any program. */
function setUp({ unpack, doubts, ...changed }: Box = {}) {
  const closed: string[] = [];
  const image: CheckedImage = {
    path: '/images/a.squashfs',
    descriptor: 99,
    layer: { uuid: UUID, tag: 'v1' },
    layers: [UUID],
    identity: { dev: '1', ino: '2', size: '3', mtime: '4', ctime: '5' },
    owners: [{ uid: 0, gid: 0 }],
    doubts: { kernel: undefined, fuse: undefined, fuseAsUser: undefined, ...doubts },
    refuseChanged: async () => {},
    recordBase: async () => {},
    unpack:
      unpack ??
      (async (output) => {
        await mkdir(output);
        await writeFile(join(output, 'file'), 'text');
        return { entries: 1, bytes: 4, leftOut: [], tamed: [], withoutXattrs: 0 };
      }),
    [Symbol.asyncDispose]: async () => void closed.push('closed'),
  };
  const mounts = createMounts({
    folder: join(folder.path, 'mounts'),
    uid: 1000,
    gid: 1000,
    now: () => 1_800_000_000_000,
    findTool: () => undefined,
    runTool: async () => ({ exitCode: 1, stdout: '', stderr: 'must not run' }),
    openImage: async () => image,
    changesIn: async () => [],
    forgetBase: async () => {},
    elevate: async () => ({ kind: 'unavailable', message: 'must not be asked' }),
    readHelper: async () => Buffer.from('helper'),
    identifyProcess: () => ({ pid: 4 }),
    isProcessAlive: () => false,
    ...changed,
  });
  return { mounts, closed, at: (name: string) => join(folder.path, name) };
}

const records = async () => await readdir(join(folder.path, 'mounts')).catch(() => []);

describe('a mount where nothing can mount', () => {
  test('is a copy, and says why', async () => {
    const { mounts, closed, at } = setUp();
    const { record, passedOver } = await mounts.mount({ image: '/images/a.squashfs', output: at('out') });
    expect(record).toMatchObject({ backend: 'copy', phase: 'mounted', layer: UUID, tag: 'v1', layers: [UUID] });
    expect(passedOver).toEqual(['fuse: the program squashfuse is not installed']);
    expect(closed).toEqual(['closed']);
    expect(await mounts.list()).toMatchObject([{ state: 'open', place: at('out'), hasChanges: false }]);
    expect(await readdir(at('out'))).toEqual(['file']);
  });

  test.each(['fuse', 'kernel'] as const)('fails where %s is wanted', async (backend) => {
    const { mounts, at } = setUp({ uid: 0 });
    const mounting = mounts.mount({ image: '/images/a.squashfs', output: at('out'), backend });
    await expect(mounting).rejects.toMatchObject({
      reason: 'backend',
      message: expect.stringContaining('not installed'),
    });
    expect(await readdir(folder.path)).toEqual([]);
  });
});

test('what fails in unpacking leaves no record and touches nothing', async () => {
  const { mounts, at } = setUp({
    unpack: async (output) => {
      await mkdir(output);
      await writeFile(join(output, 'mine'), 'put there by somebody else');
      throw new Error('no space left');
    },
  });
  await expect(mounts.mount({ image: 'a', output: at('out') })).rejects.toThrow('no space left');
  expect(await records()).toEqual([]);
  expect(await readdir(at('out'))).toEqual(['mine']);
});

test('a folder that happens to be called as what is unpacked beside stays, and what was unpacked goes', async () => {
  const half = async (output: string) => {
    await mkdir(`${output}.partial`, { recursive: true });
    await writeFile(join(`${output}.partial`, 'file'), 'text');
    throw new Error('cut off');
  };
  const { mounts, at } = setUp({ unpack: half });
  await expect(mounts.mount({ image: 'a', output: at('out') })).rejects.toThrow('cut off');
  expect(await readdir(folder.path)).toEqual(['mounts']);
  await mkdir(at('out.partial'));
  await writeFile(at('out.partial/mine'), 'put there by somebody else');
  const refused = setUp({ unpack: async () => Promise.reject(new Error('out.partial is there')) });
  await expect(refused.mounts.mount({ image: 'a', output: at('out') })).rejects.toThrow('is there');
  expect(await readdir(at('out.partial'))).toEqual(['mine']);
  expect(await records()).toEqual([]);
});

test('a program that fails in mounting ends in a copy, with what it said', async () => {
  const { mounts, at } = setUp({
    uid: 0,
    findTool: (name) => `/usr/bin/${name}`,
    runTool: async ({ file }) => ({
      exitCode: file.endsWith('losetup') ? 1 : 0,
      stdout: '',
      stderr: 'permission denied',
    }),
  });
  const { record, passedOver } = await mounts.mount({ image: 'a', output: at('out') });
  expect(record.backend).toBe('copy');
  expect(passedOver).toEqual(['kernel: losetup failed: permission denied']);
  expect(await records()).toHaveLength(1);
});

describe('places', () => {
  test('one that another record has is refused, and that one stays', async () => {
    const { mounts, at } = setUp();
    await mounts.mount({ image: 'a', output: at('out') });
    await rm(at('out'), { recursive: true });
    await expect(mounts.mount({ image: 'a', output: at('out') })).rejects.toMatchObject({ reason: 'place' });
    expect(await mounts.list()).toMatchObject([{ state: 'left' }]);
  });

  test("the app's own folder is refused", async () => {
    const { mounts, at } = setUp();
    await mounts.mount({ image: 'a', output: at('out') });
    for (const place of ['mounts/x', 'mounts']) {
      await expect(mounts.mount({ image: 'a', output: at(place) })).rejects.toMatchObject({ reason: 'place' });
    }
  });
});

describe('closing', () => {
  const changed = { changesIn: async () => ['new.txt'] };

  test('a copy without changes goes', async () => {
    const { mounts, at } = setUp();
    await mounts.mount({ image: 'a', output: at('out') });
    await mounts.unmount({ path: at('out'), discard: false });
    expect(await readdir(folder.path)).toEqual(['mounts']);
    expect(await records()).toEqual([]);
    await expect(mounts.unmount({ path: at('out'), discard: true })).rejects.toMatchObject({ reason: 'unknown' });
  });

  test('changes are named and asked for; no answer and a no keep all', async () => {
    const { mounts, at } = setUp(changed);
    await mounts.mount({ image: 'a', output: at('out') });
    await expect(mounts.unmount({ path: at('out'), discard: false })).rejects.toThrow(/new\.txt.*--discard/);
    const asked: unknown[] = [];
    const askToDiscard = async (changes: readonly string[]) => {
      asked.push(changes);
      return asked.length > 1;
    };
    await expect(mounts.unmount({ path: at('out'), discard: false, askToDiscard })).rejects.toMatchObject({
      reason: 'unsaved',
    });
    expect(await readFile(join(at('out'), 'file'), 'utf8')).toBe('text');
    expect(await mounts.list()).toMatchObject([{ state: 'open' }]);
    await mounts.unmount({ path: at('out'), discard: false, askToDiscard });
    expect(asked).toEqual([['new.txt'], ['new.txt']]);
    expect(await readdir(folder.path)).toEqual(['mounts']);
  });

  test('what is written into a copy after it was compared is not deleted with it', async () => {
    const late = () => join(folder.path, 'out', 'late');
    const changesIn = async () => {
      await setTimeout(TICK_MS);
      await writeFile(late(), 'an hour of it');
      return [];
    };
    const { mounts, at } = setUp({ changesIn, now: Date.now });
    await mounts.mount({ image: 'a', output: at('out') });
    await setTimeout(TICK_MS);
    await expect(mounts.unmount({ path: at('out'), discard: false })).rejects.toMatchObject({ reason: 'unsaved' });
    expect(await readFile(late(), 'utf8')).toBe('an hour of it');
    expect(await mounts.list()).toMatchObject([{ state: 'open' }]);
    await mounts.unmount({ path: at('out'), discard: false, askToDiscard: async () => true });
    expect(await readdir(folder.path)).toEqual(['mounts']);
  });

  test('an image that is gone proves nothing: it counts as changed', async () => {
    const gone = { changesIn: () => Promise.reject(new Error('ENOENT: no image')) };
    const { mounts, at } = setUp(gone);
    await mounts.mount({ image: 'a', output: at('out') });
    await expect(mounts.unmount({ path: at('out'), discard: false })).rejects.toThrow(/ENOENT/);
    await mounts.unmount({ path: at('out'), discard: true });
    expect(await records()).toEqual([]);
  });

  test('what another process is at work on is left to it', async () => {
    const { mounts, at } = setUp({ isProcessAlive: () => true });
    await mounts.mount({ image: 'a', output: at('out') });
    const [id = ''] = await records();
    const file = join(folder.path, 'mounts', id, 'record.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"mounted"', '"unmounting"'));
    expect(await mounts.list()).toMatchObject([{ state: 'working' }]);
    await expect(mounts.unmount({ path: at('out'), discard: true })).rejects.toMatchObject({ reason: 'busy' });
  });
});

describe('what a crash left', () => {
  test('without a record, or with a damaged one, is in the list and can be cleaned', async () => {
    const { mounts } = setUp();
    for (const [name, text] of [
      ['00000000000000aa', undefined],
      ['00000000000000bb', '{"version": 1,'],
      ['00000000000000cc', '[]'],
    ] as const) {
      await mkdir(join(folder.path, 'mounts', name), { recursive: true });
      if (text !== undefined) await writeFile(join(folder.path, 'mounts', name, 'record.json'), text);
    }
    const listed = await mounts.list();
    expect(listed.map(({ state }) => state)).toEqual(['left', 'left', 'left']);
    for (const one of listed) await mounts.clean(one, false);
    expect(await records()).toEqual([]);
  });

  test('in the middle of unpacking does not give away a folder that came there later', async () => {
    const { mounts, at } = setUp();
    await mounts.mount({ image: 'a', output: at('out') });
    const [id = ''] = await records();
    const file = join(folder.path, 'mounts', id, 'record.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"mounted"', '"mounting"'));
    await rm(at('out'), { recursive: true });
    await mkdir(at('out.partial'));
    await mkdir(at('out'));
    await writeFile(at('out/mine'), 'put there after the crash');
    const [left] = await mounts.list();
    if (!left) throw new Error('nothing is listed');
    await mounts.clean(left, true);
    expect(await readFile(at('out/mine'), 'utf8')).toBe('put there after the crash');
    expect((await readdir(folder.path)).sort()).toEqual(['mounts', 'out']);
    expect(await records()).toEqual([]);
  });

  test('with something that was written stays until it may go', async () => {
    const { mounts } = setUp();
    const upper = join(folder.path, 'mounts', '00000000000000aa', 'upper');
    await mkdir(upper, { recursive: true });
    await writeFile(join(upper, 'work'), 'hours of it');
    const [left] = await mounts.list();
    if (!left) throw new Error('nothing is listed');
    expect(left).toMatchObject({ state: 'left', hasChanges: true });
    await expect(mounts.clean(left, false)).rejects.toMatchObject({ reason: 'unsaved' });
    expect(await readFile(join(upper, 'work'), 'utf8')).toBe('hours of it');
    await mounts.clean(left, true);
    expect(await records()).toEqual([]);
  });
});
