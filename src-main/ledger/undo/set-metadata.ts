import {
  chmodSync,
  chownSync,
  fchmodSync,
  fchownSync,
  futimesSync,
  lchownSync,
  lutimesSync,
  utimesSync,
} from 'node:fs';
import type { FileState } from '#contract';
import { systemCodeOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import { systemReason } from '#core/files/pinned-folder';

/** Operations that set permissions, owner and times of a file. */
export interface MetadataTarget {
  readonly chown: (uid: number, gid: number) => void;
  /** Sets permissions; absent for links, which have none of their own. */
  readonly chmod?: (mode: number) => void;
  readonly utimes: (atimeSeconds: number, mtimeSeconds: number) => void;
}

export function openFileTarget(fd: number): MetadataTarget {
  return {
    chown: (uid, gid) => fchownSync(fd, uid, gid),
    chmod: (mode) => fchmodSync(fd, mode),
    utimes: (atime, mtime) => futimesSync(fd, atime, mtime),
  };
}

/** The file, link or folder itself at a path. */
export function pathTarget(at: string, kind: FileState['kind']): MetadataTarget {
  const path = pathToBytes(at);
  if (kind === 'symlink') {
    return {
      chown: (uid, gid) => lchownSync(path, uid, gid),
      utimes: (atime, mtime) => lutimesSync(path, atime, mtime),
    };
  }
  return {
    chown: (uid, gid) => chownSync(path, uid, gid),
    chmod: (mode) => chmodSync(path, mode),
    utimes: (atime, mtime) => utimesSync(path, atime, mtime),
  };
}

/**
 * Sets owner, permissions and time of a state, as far as it has them. Times are set to the microsecond, the finest that
 * Node has. Answers why the owner could not be set, as a clause: only root may give files away, and not to everybody.
 *
 * @throws file system errors about permissions and times
 */
export function setMetadata(target: MetadataTarget, { mode, uid, gid, mtimeNs }: FileState): string | undefined {
  const lost = uid === undefined || gid === undefined ? undefined : giveTo(target, uid, gid);
  // After the owner: a change of that clears the bits that let a program run as its owner.
  target.chmod?.(mode);
  if (mtimeNs !== undefined) target.utimes(Date.now() / 1000, secondsOf(mtimeNs));
  return lost;
}

/** The middle of the microsecond: Node cuts off what is finer, and a double may be a little less than what is meant. */
function secondsOf(mtimeNs: string): number {
  return (Number(BigInt(mtimeNs) / 1000n) + 0.5) / 1e6;
}

/** Codes of an owner that cannot be set: the file is not ours to give, the owner is none here (a container), there are no owners. */
const NOT_GIVEN: ReadonlySet<string> = new Set(['EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

function giveTo(target: MetadataTarget, uid: number, gid: number): string | undefined {
  try {
    target.chown(uid, gid);
    return undefined;
  } catch (error) {
    if (!NOT_GIVEN.has(systemCodeOf(error) ?? '')) throw error;
    return `its owner could not be set: ${systemReason(error)}`;
  }
}
