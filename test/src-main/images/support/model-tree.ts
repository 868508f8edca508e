import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { textOrHex } from '../../../../src-main/images/read/text-or-hex.ts';
import { bytesSource } from '../../../../src-main/images/write/image-root.ts';
import type { NewEntry, NewFolder } from '../../../../src-main/images/write/new-entry.ts';

/** Names as people and programs make them: long, odd, no UTF-8. */
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'tools', 'skills', 'run.sh', 'x') },
  fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/[/\0]|^\.{1,2}$/.test(text) && text.isWellFormed()),
  fc.constantFrom('a b', ' odd\nname,:"', 'é', '💡', 'z'.repeat(255), '-rf', '..a'),
  fc.uint8Array({ minLength: 1, maxLength: 4, min: 0x80 }).map(pathFromBytes),
);

/** Contents, many of them equal, some longer than a block of 4 KiB, some with holes. */
const content = fc.oneof(
  fc.constantFrom('', 'same', 'words '.repeat(1000), 'x'.repeat(4096)).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.nat(3).map((count) => Buffer.concat([Buffer.alloc(4096 * count), Buffer.from('end')])),
  fc.nat(3).map((count) => Buffer.alloc(4096 * count)),
  fc.nat(200).map((seed) => noise(seed, 9000)),
);

const xattrs = fc
  .dictionary(fc.constantFrom('user.a', 'user.é', 'trusted.b', 'security.c'), fc.uint8Array({ maxLength: 300 }), {
    maxKeys: 2,
  })
  .map((all) => Object.entries(all).map(([key, value]) => ({ name: key, value: Buffer.from(value) })));

const common = fc.record({
  mode: fc.nat(0o7777),
  uid: fc.constantFrom(0, 1000, 65_534, 4_000_000_000),
  gid: fc.constantFrom(0, 1000),
  mtime: fc.constantFrom(0, 1, 1_600_000_000, 4_294_967_295),
  xattrs: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, xattrs),
});

const leaf: fc.Arbitrary<NewEntry> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(common, content).map(([all, bytes]) => ({
      kind: 'file' as const,
      ...all,
      content: { from: 'source' as const, source: bytesSource(bytes) },
    })),
  },
  fc
    .tuple(common, fc.constantFrom('../a', 'x', 'é'.repeat(100)))
    .map(([all, target]) => ({ kind: 'link' as const, ...all, target: Buffer.from(target) })),
  common.map((all) => ({ kind: 'char' as const, ...all, device: 0 })),
  fc
    .tuple(common, fc.constantFrom('fifo', 'socket'))
    .map(([all, kind]) => ({ kind: kind as 'fifo', ...all, device: 0 })),
);

/** Trees of everything that an image can hold; some files have several names. */
export const modelTree: fc.Arbitrary<NewFolder> = fc.letrec<{ folder: NewFolder }>((tie) => ({
  folder: fc
    .tuple(
      common,
      fc.array(fc.tuple(name, fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, tie('folder'))), { maxLength: 8 }),
      fc.nat(),
    )
    .map(([all, children, twin]) => ({ kind: 'dir' as const, ...all, children: withTwin(new Map(children), twin) })),
})).folder;

/** Gives one of the files a second name. */
function withTwin(children: Map<string, NewEntry>, number: number): Map<string, NewEntry> {
  const leaves = [...children].filter(([, { kind }]) => kind !== 'dir');
  const [, entry] = leaves[number % Math.max(1, leaves.length)] ?? [];
  if (entry && number % 3 === 0) children.set(`twin${number}`, entry);
  return children;
}

export function noise(seed: number, length: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at * 32 < length; at++) pieces.push(createHash('sha256').update(`${seed}:${at}`).digest());
  return Buffer.concat(pieces).subarray(0, length);
}

/** The entries of a tree as `readEntries` tells of them. */
export function describedTree(root: NewFolder): readonly object[] {
  const found: { readonly path: Buffer; readonly entry: NewEntry }[] = [];
  const visit = (entry: NewEntry, path: Buffer) => {
    found.push({ path, entry });
    if (entry.kind !== 'dir') return;
    for (const [key, child] of entry.children) {
      const own = Buffer.from(pathToBytes(key));
      visit(child, path.length === 0 ? own : Buffer.concat([path, Buffer.from('/'), own]));
    }
  };
  visit(root, Buffer.alloc(0));
  found.sort((one, other) => Buffer.compare(one.path, other.path));
  const first = new Map<NewEntry, Buffer>();
  return found.map(({ path, entry }) => {
    const hardlink = entry.kind === 'dir' ? undefined : first.get(entry);
    if (entry.kind !== 'dir' && !hardlink) first.set(entry, path);
    return { path: textOrHex(path), ...described(entry), ...(hardlink && { hardlink: textOrHex(hardlink) }) };
  });
}

function described(entry: NewEntry): object {
  const { kind, mode, uid, gid, mtime } = entry;
  const attributes = Object.fromEntries(entry.xattrs.map((one) => [one.name, textOrHex(one.value)]));
  return {
    kind,
    mode: mode.toString(8),
    uid,
    gid,
    mtime,
    ...(entry.xattrs.length > 0 && { xattrs: attributes }),
    ...(kind === 'link' && { target: textOrHex(entry.target) }),
    ...(kind === 'char' && { device: '0:0' }),
    ...(kind === 'file' && entry.content.from === 'source' && contentOf(entry.content.source)),
  };
}

function contentOf(source: ReturnType<typeof bytesSource>): object {
  using open = source.open();
  const bytes = Buffer.alloc(open.size);
  open.read(bytes, 0);
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
