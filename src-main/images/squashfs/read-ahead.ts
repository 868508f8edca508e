import type { UnpackAside } from './codecs/unpack.ts';
import { loadUnpackAside } from './codecs/unpack-aside.ts';
import type { DataBlock } from './data-block.ts';
import { piecesOf } from './file-data.ts';
import type { FileContent } from './inode.ts';
import { KEPT_SHARED } from './metadata.ts';
import type { Squashfs } from './open-squashfs.ts';

/** Bytes of unpacked blocks that wait to be taken. */
const MAX_BYTES = 2 * 1024 * 1024;

interface WaitingBlock {
  readonly start: number;
  readonly size: number;
  /** `undefined` once it failed: whoever reads it then finds out why. */
  bytes: Buffer | undefined;
  isReady: boolean;
  readonly whenReady: Promise<void>;
}

/** Unpacks the blocks of files in Node's pool, a few before they are needed, while the caller writes earlier ones. */
export class ReadAhead {
  readonly #image: Squashfs;
  readonly #unpack: UnpackAside;
  readonly #blocks: Iterator<DataBlock>;
  readonly #most: number;
  readonly #waiting: WaitingBlock[] = [];

  private constructor(image: Squashfs, unpack: UnpackAside, files: Iterable<FileContent>) {
    this.#image = image;
    this.#unpack = unpack;
    this.#blocks = packedBlocks(image, files);
    this.#most = Math.max(2, Math.floor(MAX_BYTES / image.superblock.blockSize));
  }

  /** Reads ahead in files that will be asked for in this order; `undefined` where the codec has no decoder in the pool. */
  static async of(image: Squashfs, files: Iterable<FileContent>): Promise<ReadAhead | undefined> {
    const unpack = await loadUnpackAside(image.superblock.codec);
    return unpack && new ReadAhead(image, unpack, files);
  }

  /** The unpacked block, or the promise of it; `undefined` where the caller has to unpack it. */
  take({ start, size, isStored }: DataBlock): Buffer | undefined | Promise<Buffer | undefined> {
    this.#fill();
    // Blocks come in the order in which they are asked for; those that are in memory already do not come again.
    const [block] = this.#waiting;
    if (block?.start !== start || block.size !== size || isStored) return undefined;
    this.#waiting.shift();
    this.#fill();
    return block.isReady ? block.bytes : block.whenReady.then(() => block.bytes);
  }

  #fill(): void {
    while (this.#waiting.length < this.#most) {
      const { value: block } = this.#blocks.next();
      if (!block) return;
      this.#waiting.push(this.#begin(block));
    }
  }

  #begin({ start, size, length }: DataBlock): WaitingBlock {
    const unpacking = this.#unpack(this.#image.unpacker.source.read(start, size), length);
    const settle = (bytes?: Buffer) => {
      waiting.bytes = bytes;
      waiting.isReady = true;
    };
    const waiting: WaitingBlock = {
      start,
      size,
      bytes: undefined,
      isReady: false,
      whenReady: unpacking.then(settle, () => settle()),
    };
    return waiting;
  }
}

/** The blocks of files that are packed, up to the first that the image states wrongly. */
function* packedBlocks(image: Squashfs, files: Iterable<FileContent>): Generator<DataBlock> {
  try {
    for (const block of readBlocks(image, files)) if (block.size > 0 && !block.isStored) yield block;
  } catch {
    // The caller comes to the same place and says what is wrong there.
  }
}

/** The blocks of files, those that are shared only where they are not in memory still, by the rule of `Unpacker.shared`. */
function* readBlocks(image: Squashfs, files: Iterable<FileContent>): Generator<DataBlock> {
  const recent: number[] = [];
  for (const file of files) {
    for (const { block, isShared } of piecesOf(image, file)) {
      if (isShared && recent.includes(block.start)) continue;
      if (isShared && recent.push(block.start) > KEPT_SHARED) recent.shift();
      yield block;
    }
  }
}
