import { createHash } from 'node:crypto';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesInMemory, checkImage } from '#images';
import { compressorFor, storing } from '../../../src-main/images/write/compress/compressor.ts';
import { withWindow } from '../../../src-main/images/write/compress/load-compress.ts';
import { bytesSource } from '../../../src-main/images/write/image-root.ts';
import {
  ContentGone,
  type ContentSource,
  type NewEntry,
  type NewFolder,
} from '../../../src-main/images/write/new-entry.ts';
import { readEntries } from '../../support/read-entries.ts';
import { writtenImage } from './support/memory-sink.ts';
import { describedTree, modelTree, noise } from './support/model-tree.ts';

const META = { mode: 0o644, uid: 0, gid: 0, mtime: 1, xattrs: [] };

function folderOf(children: Readonly<Record<string, NewEntry | Buffer>>): NewFolder {
  const entries = Object.entries(children).map(([name, entry]): [string, NewEntry] => [
    name,
    Buffer.isBuffer(entry) ? fileOf(bytesSource(entry)) : entry,
  ]);
  return { kind: 'dir', ...META, mode: 0o755, children: new Map(entries) };
}

function fileOf(source: ContentSource): NewEntry {
  return { kind: 'file', ...META, content: { from: 'source', source } };
}

async function read(bytes: Buffer) {
  return await readEntries(bytesInMemory(bytes));
}

async function shaOf(bytes: Buffer, path: string): Promise<string | undefined> {
  return (await read(bytes)).find((entry) => entry.path === path)?.sha256;
}

function sha(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test.each(['zstd', 'gzip'] as const)('a tree written with %s is read as it was', async (codec) => {
  await fc.assert(
    fc.asyncProperty(modelTree, async (tree) => {
      const image = await writtenImage(tree, { codec });
      const { findings } = await checkImage(bytesInMemory(image), { data: true });
      expect(findings.filter(({ defect }) => defect !== 'setuid')).toEqual([]);
      expect(await read(image)).toEqual(describedTree(tree));
    }),
    { numRuns: 40 },
  );
});

test('equal trees give equal bytes', async () => {
  await fc.assert(
    fc.asyncProperty(modelTree, async (tree) => {
      const other = { ...tree, children: new Map([...tree.children].reverse()) };
      expect(Buffer.compare(await writtenImage(other), await writtenImage(tree))).toBe(0);
    }),
    { numRuns: 10 },
  );
});

test('blocks can be stored as they are, in an image of any codec', async () => {
  const tree = folderOf({ large: noise(1, 30_000), small: Buffer.from('small') });
  const image = await writtenImage(tree, { compressor: storing });
  expect(await read(image)).toEqual(describedTree(tree));
});

test('a folder of many names is written with an index', async () => {
  const names = Array.from({ length: 20_000 }, (_, at) => [`name-${at}`, Buffer.from(`${at % 7}`)]);
  const tree = folderOf({ large: folderOf(Object.fromEntries(names)) });
  expect(await read(await writtenImage(tree))).toEqual(describedTree(tree));
});

test('equal files are stored once', async () => {
  const bytes = noise(2, 100_000);
  const one = await writtenImage(folderOf({ a: bytes, small: noise(3, 2000) }));
  const two = await writtenImage(
    folderOf({ a: bytes, b: Buffer.from(bytes), small: noise(3, 2000), twin: noise(3, 2000) }),
  );
  expect(two.length - one.length).toBeLessThan(500);
});

test('a hole takes no place', async () => {
  const image = await writtenImage(folderOf({ hole: Buffer.concat([Buffer.alloc(4_000_000), Buffer.from('end')]) }));
  expect(image.length).toBeLessThan(10_000);
});

test('an image ends at a multiple of 4 KiB', async () => {
  expect((await writtenImage(folderOf({}))).length % 4096).toBe(0);
});

/** Changes at each of the first readings. */
function changing(versions: readonly Buffer[]): ContentSource & { unsteady: number } {
  let opened = 0;
  return {
    size: versions[0]?.length ?? 0,
    unsteady: 0,
    onUnsteady() {
      this.unsteady++;
    },
    open: () => {
      const version = versions[Math.min(opened, versions.length - 1)] ?? Buffer.alloc(0);
      const isLast = ++opened >= versions.length;
      return { ...bytesSource(version).open(), isSteady: () => isLast };
    },
  };
}

test.each([100, 5000, 50_000])('a file of %i bytes that changes while it is read is read again', async (size) => {
  const file = changing([noise(1, size), noise(2, size), noise(3, size)]);
  const before = noise(8, 2 * size);
  const image = await writtenImage(folderOf({ before, file: fileOf(file), next: noise(9, size + 1) }));
  expect(await shaOf(image, 'before')).toBe(sha(before));
  expect(await shaOf(image, 'file')).toBe(sha(noise(3, size)));
  expect(await shaOf(image, 'next')).toBe(sha(noise(9, size + 1)));
  expect(file.unsteady).toBe(0);
  // What was read first takes no place.
  const plain = await writtenImage(folderOf({ before, file: noise(3, size), next: noise(9, size + 1) }));
  expect(Buffer.compare(image, plain)).toBe(0);
});

test.each([100, 50_000])(
  'a file of %i bytes that never stands still is written as it was last, and said',
  async (size) => {
    const file = changing([1, 2, 3, 4, 5].map((seed) => noise(seed, size)));
    const image = await writtenImage(folderOf({ file: fileOf(file) }));
    expect(await shaOf(image, 'file')).toBe(sha(noise(3, size)));
    expect(file.unsteady).toBe(1);
  },
);

test('a file that is gone by the time it is read is left out', async () => {
  const gone: ContentSource = {
    size: 5,
    open: () => {
      throw new ContentGone('gone');
    },
  };
  const image = await writtenImage(folderOf({ inner: folderOf({ gone: fileOf(gone), stays: Buffer.from('1') }) }));
  expect((await read(image)).map(({ path }) => path)).toEqual(['', 'inner', 'inner/stays']);
});

test('what a source throws ends the writing', async () => {
  const broken: ContentSource = {
    size: 5,
    open: () => {
      throw new Error('EIO');
    },
  };
  await expect(writtenImage(folderOf({ broken: fileOf(broken) }))).rejects.toThrow('EIO');
});

test('what no image can hold is refused by name', async () => {
  await expect(writtenImage(folderOf({ ['é'.repeat(200)]: Buffer.alloc(0) }))).rejects.toThrow('cannot hold the name');
  const odd = { ...folderOf({}), xattrs: [{ name: 'system.posix_acl_access', value: Buffer.alloc(4) }] };
  await expect(writtenImage(odd)).rejects.toThrow('system.posix_acl_access');
});

test('a frame of zstd states no larger window than its content needs', () => {
  const frame = (descriptor: number, window: number) => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, descriptor, window, 0, 0]);
  expect(withWindow(frame(0, 0x58), 131_072)[5]).toBe(0x38);
  expect(withWindow(frame(0, 0x58), 8192)[5]).toBe(0x18);
  expect(withWindow(frame(0, 0x58), 10)[5]).toBe(0);
  expect(withWindow(frame(0, 0x10), 131_072)[5]).toBe(0x10);
  // A frame of one segment has no window, but the length of its content there.
  expect(withWindow(frame(0x20, 0x58), 10)[5]).toBe(0x58);
});

test('a level that this Node cannot pack at is said', async () => {
  const packs = compressorFor({ codec: 'zstd', level: 19 });
  if ('zstdCompress' in zlib) await packs;
  else await expect(packs).rejects.toThrow('level 9 at most with this Node');
});

test('an attribute that a file has twice is damage, for programs differ in which of the two counts', async () => {
  const [one, two] = ['y', 'n'].map((value) => ({ name: 'trusted.overlay.opaque', value: Buffer.from(value) }));
  const bytes = await writtenImage({ ...folderOf({}), xattrs: [one, two].flatMap((each) => each ?? []) });
  const { findings } = await checkImage(bytesInMemory(bytes), { data: true });
  expect(findings).toMatchObject([{ defect: 'table', message: expect.stringContaining('trusted.overlay.opaque') }]);
});
