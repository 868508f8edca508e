import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, systemCodeOf } from '#core/app-error';
import { syncDirectory } from '#core/files/atomic-file';
import { isWriterGone, writerMark } from '#core/files/temporary-name';
import { type ByteSource, readWhole } from '../squashfs/byte-source.ts';
import { MAGIC, SUPERBLOCK_SIZE } from '../squashfs/superblock.ts';
import type { ImageSink } from './image-sink.ts';

/** Callback that receives the path of a partial result as soon as it exists. */
export type OnPartial = (path: string) => void;

/** Bytes that are gathered before they are written. */
const GATHERED = 1024 * 1024;

/**
 * An image that is being written, as `<name>.partial` beside its place. `commit` lets it take the place, so that after a crash at
 * any moment the old image is there or the new one. What is not committed is removed.
 */
export class ImageFile implements ImageSink, AsyncDisposable {
  readonly #file: FileHandle;
  readonly #target: string;
  readonly #partial: string;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  /** Bytes that are in the file. */
  #written = 0;
  #superblock: Buffer | undefined;
  #isOpen = true;

  private constructor(file: FileHandle, target: string, partial: string) {
    this.#file = file;
    this.#target = target;
    this.#partial = partial;
  }

  /**
   * @param onPartial told of the file as soon as it is there. @throws AppError `CONFLICT` while another one writes to
   * that place, and file system errors
   */
  static async create(target: string, onPartial?: OnPartial): Promise<ImageFile> {
    const partial = `${target}.partial`;
    const file = await openPartial(partial);
    onPartial?.(partial);
    const image = new ImageFile(file, target, partial);
    try {
      await image.write(markBytes());
      await image.#flush();
      return image;
    } catch (error) {
      await image[Symbol.asyncDispose]();
      throw error;
    }
  }

  get position(): number {
    return this.#written + this.#gatheredBytes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    if (this.#gatheredBytes >= GATHERED) await this.#flush();
  }

  async writeNow(bytes: Uint8Array): Promise<void> {
    await this.#flush();
    await writeAt(this.#file, bytes, this.#written);
    this.#written += bytes.length;
  }

  rewind(position: number): void {
    while (this.#gatheredBytes > 0 && this.position > position) {
      const last = this.#gathered.pop();
      if (!last) break;
      const kept = Math.max(0, last.length - (this.position - position));
      this.#gatheredBytes -= last.length - kept;
      if (kept > 0) this.#gathered.push(last.subarray(0, kept));
    }
    this.#written = Math.min(this.#written, position);
  }

  async seal(superblock: Buffer): Promise<void> {
    await this.#flush();
    this.#superblock = superblock;
  }

  /** Written bytes, to be read back for verification. @throws Error if the image is not sealed */
  get source(): ByteSource {
    const superblock = this.#superblock;
    if (!superblock) throw new Error('the image is not whole');
    const { fd } = this.#file;
    return {
      size: this.#written,
      read: (offset, length, into) => {
        const bytes = readWhole(fd, { offset, length, into });
        if (offset < SUPERBLOCK_SIZE) superblock.copy(bytes, 0, offset, Math.min(SUPERBLOCK_SIZE, offset + length));
        return bytes;
      },
    };
  }

  /** Lets the image take its place, with the mode and the owner of the one that was there. */
  async commit(): Promise<void> {
    if (!this.#superblock) throw new Error('the image is not whole');
    await this.#file.truncate(this.#written);
    await this.#takeRights();
    // This may take long, and the mark still says who writes.
    await this.#file.sync();
    await writeAt(this.#file, this.#superblock, 0);
    await this.#file.sync();
    if ((await stat(this.#partial)).ino !== (await this.#file.stat()).ino) throw takenError(this.#partial);
    await rename(this.#partial, this.#target);
    this.#isOpen = false;
    await this.#file.close();
    await syncDirectory(dirname(this.#target));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#file.close().catch(() => {});
    await unlink(this.#partial).catch(() => {});
  }

  async #takeRights(): Promise<void> {
    const old = await stat(this.#target).catch(() => undefined);
    if (!old) return;
    const { uid, gid } = await this.#file.stat();
    // Only root can give a file away; whoever else may replace the image owns the new one.
    if (uid !== old.uid || gid !== old.gid) await this.#file.chown(old.uid, old.gid).catch(() => {});
    await this.#file.chmod(old.mode & 0o777);
  }

  async #flush(): Promise<void> {
    const bytes = this.#gathered.length === 1 ? this.#gathered[0] : Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    if (!bytes || bytes.length === 0) return;
    await writeAt(this.#file, bytes, this.#written);
    this.#written += bytes.length;
  }
}

/** Builds the mark at the place of the superblock: an incomplete file is not an image, and says who was writing it. */
function markBytes(): Buffer {
  const bytes = Buffer.alloc(SUPERBLOCK_SIZE);
  bytes.write(writerMark());
  return bytes;
}

async function openPartial(partial: string): Promise<FileHandle> {
  try {
    return await open(partial, 'wx+', 0o666);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST' || !(await removeCutOff(partial))) {
      throw systemCodeOf(error) === 'EEXIST' ? takenError(partial) : error;
    }
    return await open(partial, 'wx+', 0o666);
  }
}

/** Removes what a process that is gone was writing; `false` where it may still be written. */
async function removeCutOff(partial: string): Promise<boolean> {
  if (!(await isCutOff(partial))) return false;
  const aside = `${partial}.${randomBytes(4).toString('hex')}`;
  await rename(partial, aside);
  // Another one may have begun between the two.
  const isGone = await isCutOff(aside);
  await (isGone ? unlink(aside) : rename(aside, partial));
  return isGone;
}

/** A whole image stands under that name for a moment only, between its last write and its renaming. */
const SEALED_MS = 60_000;

async function isCutOff(partial: string): Promise<boolean> {
  // A pipe under that name would be waited for, and never come to an end.
  const file = await open(partial, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) return false;
    const { buffer } = await file.read(Buffer.alloc(SUPERBLOCK_SIZE), 0, SUPERBLOCK_SIZE, 0);
    if (isWriterGone(buffer.toString('latin1'))) return true;
    const isSealed = buffer.readUInt32LE(0) === MAGIC;
    return isSealed && Date.now() - (await file.stat()).mtimeMs > SEALED_MS;
  } finally {
    await file.close();
  }
}

function takenError(partial: string): AppError {
  const what = `${partial} is there: another one writes this image, or was cut off`;
  return new AppError('CONFLICT', `${what}. Remove it if nobody writes`);
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  }
}
