import type { BigIntStats } from 'node:fs';
import type { FileState } from '#contract';

type FileMetadata = Pick<FileState, 'mode' | 'mtimeNs' | 'uid' | 'gid' | 'inode' | 'names'>;

/** Metadata of a file from `lstat`: permissions, owner, time, and its identity if it has several names. */
export function metadataOf(stats: BigIntStats): FileMetadata {
  const isNamedTwice = stats.nlink > 1n && !stats.isDirectory();
  return {
    mode: Number(stats.mode) & 0o7777,
    mtimeNs: String(stats.mtimeNs),
    ...(process.platform !== 'win32' && { uid: Number(stats.uid), gid: Number(stats.gid) }),
    ...(isNamedTwice && { inode: `${stats.dev}:${stats.ino}`, names: Number(stats.nlink) }),
  };
}

/** The kind of what is neither file, link nor folder, as in "a named pipe". */
export function specialKindOf(stats: BigIntStats): string {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
