import type { FileHandle } from 'node:fs/promises';

/** Writes all of the bytes at `position`; a single call may write less, as when the disk is about to be full. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}
