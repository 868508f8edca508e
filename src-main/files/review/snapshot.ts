import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink } from 'node:fs/promises';
import type { ContentHash, FileState } from '#contract';
import { systemCodeOf } from '#core/app-error';
import { isAccessible } from '#core/files/accessible';
import { READ_NONBLOCKING_NOFOLLOW } from '#core/files/open-flags';
import { MovedError, systemReason } from '#core/files/pinned-folder';
import { sha256 } from '#core/text/sha256';
import { metadataOf } from '#ledger';
import { ToolError } from '#tools';

/** Size above which files are hashed without being held in memory, in bytes. */
export const MAX_LOADED_BYTES = 64 * 1024 * 1024;

/**
 * Metadata that Undo restores in addition to the bytes: permissions, owner, time, and the file's identity if it has
 * several names.
 */
export type RestorableMetadata = Pick<FileState, 'mode' | 'mtimeNs' | 'uid' | 'gid' | 'inode'>;

/** A regular file as it was at one moment. */
export interface FileSnapshot extends RestorableMetadata {
  readonly path: string;
  readonly hash: ContentHash;
  readonly size: number;
  /** Names the same bytes have. */
  readonly names: number;
  readonly isWritable: boolean;
  /** Differs as soon as anything about the file does. */
  readonly identity: string;
  /** Bytes of the file; absent above `MAX_LOADED_BYTES`. */
  readonly bytes?: Buffer;
}

/**
 * The file at a resolved path; `undefined` if there is nothing.
 *
 * @throws ToolError if it is no regular file or cannot be read; MovedError when the path leads elsewhere by now.
 */
export async function takeSnapshot(path: string): Promise<FileSnapshot | undefined> {
  const file = await openRegular(path);
  if (!file) return undefined;
  try {
    const stats = await file.stat({ bigint: true });
    const size = Number(stats.size);
    const bytes = size <= MAX_LOADED_BYTES ? await file.readFile() : undefined;
    const hash = bytes ? sha256(bytes) : await fileHash(file);
    return {
      path,
      hash,
      size: bytes?.length ?? size,
      ...metadataOf(stats),
      names: Number(stats.nlink),
      isWritable: await isWritable(path, stats),
      identity: fileIdentity(stats),
      ...(bytes && { bytes }),
    };
  } catch (error) {
    throw new ToolError(`${path} cannot be read: ${systemReason(error)}`);
  } finally {
    await file.close();
  }
}

/** Opens a regular file for reading, at its resolved path and nowhere else. */
export async function openRegular(path: string): Promise<FileHandle | undefined> {
  // Looked at first, because opening a device or a pipe may already do something.
  const kind = await kindAt(path);
  if (kind === undefined) return undefined;
  if (kind !== 'file') throw new ToolError(notAFile(path, kind));
  const file = await open(path, READ_NONBLOCKING_NOFOLLOW).catch((error) => {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR') throw new MovedError(`${path} has been replaced`);
    throw new ToolError(`${path} cannot be read: ${systemReason(error)}`);
  });
  try {
    if (!(await file.stat()).isFile()) throw new MovedError(`${path} has been replaced`);
    if (process.platform === 'linux') {
      const real = await readlink(`/proc/self/fd/${file.fd}`).catch(() => path);
      if (real !== path) throw new MovedError(`${path} has been replaced`);
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export type FileKind = 'file' | 'folder' | 'symbolic link' | 'named pipe' | 'socket' | 'device';

/** Kind of entry at the path, links not followed. */
export async function kindAt(path: string): Promise<FileKind | undefined> {
  try {
    return fileKind(await lstat(path, { bigint: true }));
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ToolError(`${path} cannot be looked at: ${systemReason(error)}`);
  }
}

export function fileKind(stats: BigIntStats): FileKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isSymbolicLink()) return 'symbolic link';
  if (stats.isFIFO()) return 'named pipe';
  return stats.isSocket() ? 'socket' : 'device';
}

export function fileIdentity(stats: BigIntStats): string {
  return [stats.dev, stats.ino, stats.size, stats.mode, stats.mtimeNs, stats.ctimeNs].join(':');
}

function notAFile(path: string, kind: FileKind): string {
  if (kind === 'folder') return `${path} is a folder, not a file; list it with execute_command, as in: ls -la`;
  return `${path} is a ${kind}, not a regular file; these tools read and write regular files only`;
}

async function fileHash(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of file.createReadStream({ autoClose: false, start: 0 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Whether a file is writable. For root every file is, but the permission bits still show what the owner intended. */
async function isWritable(path: string, stats: BigIntStats): Promise<boolean> {
  if ((stats.mode & 0o222n) === 0n) return false;
  return await isAccessible(path, constants.W_OK);
}
