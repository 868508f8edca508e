import { fstatSync } from 'node:fs';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '#core/files/atomic-file';
import { writeAll } from './write-all.ts';

/** Room that is made in a file at once, in bytes; what is written into it later needs no further room, and one flush. */
const ROOM = 4096;

/**
 * A file of the run journal, which is held open. It is written at once under its own name: what it says counts when it is whole on
 * disk, and a torn one, as a blank one, is of a call that did not begin.
 */
export class JournalFile {
  readonly path: string;
  #handle: FileHandle | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** Whether it can be used again: somebody may have removed it. */
  get isInPlace(): boolean {
    const handle = this.#handle;
    if (!handle) return false;
    try {
      return fstatSync(handle.fd).nlink > 0;
    } catch {
      return false;
    }
  }

  /** Writes the text, which is on disk when it resolves. */
  async write(text: string): Promise<void> {
    const bytes = inRoom(text);
    if (this.#handle) {
      await writeAll(this.#handle, bytes, 0);
      await this.#handle.datasync();
      return;
    }
    const folder = dirname(this.path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    this.#handle = await open(this.path, 'wx', 0o600);
    await writeAll(this.#handle, bytes, 0);
    // Together they take no longer than one of them.
    await Promise.all([this.#handle.datasync(), syncDirectory(folder)]);
  }

  /**
   * Blanks it, on disk too: of a text that is torn, nothing of an earlier one may be left to complete it. Answers whether it can be
   * used again.
   */
  async blank(): Promise<boolean> {
    const handle = this.#handle;
    if (!handle || !this.isInPlace) return false;
    try {
      const { size } = fstatSync(handle.fd);
      if (size > ROOM) return false;
      await writeAll(handle, inRoom(''), 0);
      await handle.datasync();
      return true;
    } catch {
      return false;
    }
  }

  async remove(): Promise<void> {
    await unlink(this.path).catch(() => {});
    await this.close();
  }

  /** Lets go of it; what is written stays. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close().catch(() => {});
  }
}

function inRoom(text: string): Buffer {
  const bytes = Buffer.alloc(Math.max(ROOM, Buffer.byteLength(text)), ' ');
  bytes.write(text);
  return bytes;
}
