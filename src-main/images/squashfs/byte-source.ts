import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { READ_NONBLOCKING } from '#core/files/open-flags';
import { ImageError } from '../image-error.ts';

/** An image's bytes, read where they are wanted. */
export interface ByteSource {
  /** Bytes in all. */
  readonly size: number;
  /**
   * Exactly these bytes. @param into buffer that may be used for them, where the caller is done with them soon.
   * @throws ImageError if the file has become shorter
   */
  read(offset: number, length: number, into?: Buffer): Buffer;
}

export function bytesInMemory(bytes: Uint8Array): ByteSource {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { size: all.length, read: (offset, length) => whole(all.subarray(offset, offset + length), length) };
}

/** A file held open, so that what was checked is what is read. @throws file system errors */
export function bytesOfFile(path: string): ByteSource & Disposable {
  // A named pipe would be waited for, and never come to an end.
  const file = openSync(path, READ_NONBLOCKING);
  const stat = fstatSync(file);
  if (!stat.isFile()) {
    closeSync(file);
    throw new ImageError('not-squashfs', `${path} is no file`);
  }
  return {
    size: stat.size,
    read: (offset, length, into) => readWhole(file, { offset, length, into }),
    [Symbol.dispose]: () => closeSync(file),
  };
}

interface WantedBytes {
  readonly offset: number;
  readonly length: number;
  readonly into?: Buffer | undefined;
}

/** Reads exactly these bytes of an open file. @throws ImageError if it is shorter */
export function readWhole(file: number, { offset, length, into }: WantedBytes): Buffer {
  const bytes = into && into.length >= length ? into : Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, bytes, filled, length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return whole(bytes.subarray(0, filled), length);
}

function whole(bytes: Buffer, length: number): Buffer {
  if (bytes.length === length) return bytes;
  throw new ImageError('truncated', 'The image ends before what its tables tell of');
}
