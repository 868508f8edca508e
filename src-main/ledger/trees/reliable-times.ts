import { statfsSync } from 'node:fs';
import { pathToBytes } from '#core/files/path-bytes';

/** Magic numbers of statfs(2) in Linux: ext2 to ext4, XFS, Btrfs, F2FS, tmpfs, overlayfs. */
const LOCAL: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630]);

/**
 * Whether the file system is one of those that set a folder's time whenever a name comes into it or goes, so that its names need
 * not be read again while that time stays. Shared folders and file systems that are programs may not, and are always read.
 */
export function hasReliableTimes(path: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return LOCAL.has(statfsSync(pathToBytes(path)).type);
  } catch {
    return false;
  }
}
