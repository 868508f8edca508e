import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, type FileHandle } from 'node:fs/promises';
import type { ContentHash } from '#contract';
import { writeAll } from '../write-all.ts';

export interface HashedBytes {
  readonly hash: ContentHash;
  /** Size of the content, in bytes. */
  readonly size: number;
}

/** Bytes read at a time. */
const PIECE_BYTES = 1024 * 1024;
const ZEROS = Buffer.alloc(PIECE_BYTES);

export interface CopyOptions {
  readonly target?: FileHandle;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a file from its start, `maxBytes` of it at most, and hashes what it read; writes it to `target` where one is given,
 * leaving out pieces of zeros, so that a file with holes takes no more room than before.
 *
 * @throws file system errors, the signal's reason
 */
export async function copyAndHash(
  source: FileHandle,
  { target, maxBytes = Number.POSITIVE_INFINITY, signal }: CopyOptions = {},
): Promise<HashedBytes> {
  const hash = createHash('sha256');
  const buffers = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)] as const;
  const readAt = async (buffer: Buffer, at: number) => {
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, maxBytes - at), at);
    return buffer.subarray(0, bytesRead);
  };
  let size = 0;
  let piece = await readAt(buffers[0], 0);
  for (let turn = 1; piece.length > 0; turn++) {
    signal?.throwIfAborted();
    // The next piece is read and this one written while this one is hashed.
    const next = readAt(buffers[turn % 2 === 0 ? 0 : 1], size + piece.length);
    const written = target && !piece.equals(ZEROS.subarray(0, piece.length)) && writeAll(target, piece, size);
    // It is awaited below, unless the other fails first.
    next.catch(() => {});
    hash.update(piece);
    await written;
    size += piece.length;
    piece = await next;
  }
  // A hole at the end was not written.
  await target?.truncate(size);
  return { hash: hash.digest('hex'), size };
}

/**
 * Makes `target` share the file's bytes on the disk (Linux, macOS), which takes no time and no room. Answers whether the file
 * system can; the mode of the new file is 0600.
 */
export async function cloneFile(source: FileHandle, path: string | Buffer, target: string | Buffer): Promise<boolean> {
  // What is open stays the file, whatever its path leads to by now.
  const from = process.platform === 'linux' ? `/proc/self/fd/${source.fd}` : path;
  try {
    await copyFile(from, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
    await chmod(target, 0o600);
    return true;
  } catch {
    return false;
  }
}
