import { createHash } from 'node:crypto';
import { fileContents } from '../squashfs/file-data.ts';
import type { Inode, InodeKind } from '../squashfs/inode.ts';
import { ownerAt, type Squashfs } from '../squashfs/open-squashfs.ts';
import { type TextOrHex, textOrHex } from './text-or-hex.ts';
import { type ImageEntry, walkEntries } from './walk-entries.ts';

/** Everything an image says about an entry, as JSON values. */
export interface DescribedEntry {
  readonly path: TextOrHex;
  readonly kind: InodeKind;
  /** Twelve bits, in octal. */
  readonly mode: string;
  readonly size?: number;
  readonly sha256?: string;
  readonly target?: TextOrHex;
  readonly mtime: number;
  readonly uid: number;
  readonly gid: number;
  /** `major:minor`. */
  readonly device?: string;
  readonly xattrs?: Readonly<Record<string, TextOrHex>>;
  /** The first path of the same inode, in the order of paths. */
  readonly hardlink?: TextOrHex;
}

/** Every entry, the root included, in the order of the bytes of their paths. @throws ImageError `table`, `data` */
export function* describeEntries(image: Squashfs): Generator<DescribedEntry> {
  const entries = [...walkEntries(image)].sort((one, other) => Buffer.compare(one.path, other.path));
  const first = new Map<number, Buffer>();
  for (const entry of entries) {
    const firstPath = entry.inode.kind === 'dir' ? undefined : first.get(entry.key);
    if (entry.inode.kind !== 'dir' && firstPath === undefined) first.set(entry.key, entry.path);
    yield { ...describeEntry(image, entry), ...(firstPath && { hardlink: textOrHex(firstPath) }) };
  }
}

function describeEntry(image: Squashfs, { path, inode }: ImageEntry): DescribedEntry {
  const { kind, mode, mtime, file, target, device } = inode;
  return {
    path: textOrHex(path),
    kind,
    mode: mode.toString(8),
    ...(file && { size: file.size, sha256: contentHash(image, inode) }),
    ...(target && { target: textOrHex(target) }),
    mtime,
    uid: ownerAt(image, inode.uid),
    gid: ownerAt(image, inode.gid),
    ...(device !== undefined && { device: deviceText(device) }),
    ...describeXattrs(image, inode),
  };
}

/** The attributes of an inode as a member of its description; nothing if it has none. @throws ImageError */
export function describeXattrs({ xattrs }: Squashfs, { xattrs: number }: Inode): Pick<DescribedEntry, 'xattrs'> {
  if (number === undefined || !xattrs) return {};
  const pairs = [...xattrs.read(xattrs.set(number))].map(({ name, value }) => [name, textOrHex(value)] as const);
  return pairs.length > 0 ? { xattrs: Object.fromEntries(pairs) } : {};
}

/** SHA-256 of a file's contents. @throws ImageError */
export function contentHash(image: Squashfs, { file }: Inode): string {
  const hash = createHash('sha256');
  if (file) for (const piece of fileContents(image, file)) hash.update(piece);
  return hash.digest('hex');
}

/** Linux's number of a device as `major:minor`. */
export function deviceText(device: number): string {
  return `${(device >>> 8) & 0xfff}:${(device & 0xff) | ((device >>> 12) & 0xf_ff00)}`;
}
