import { codecNumber } from '../../../../src-main/images/squashfs/codecs/codec-names.ts';
import { SUPERBLOCK_SIZE } from '../../../../src-main/images/squashfs/superblock.ts';
import { type Compressor, compressorFor } from '../../../../src-main/images/write/compress/compressor.ts';
import { LEVELS, type WrittenCodec } from '../../../../src-main/images/write/compress/load-compress.ts';
import type { ImageSink } from '../../../../src-main/images/write/image-sink.ts';
import type { NewFolder } from '../../../../src-main/images/write/new-entry.ts';
import { writeSquashfs } from '../../../../src-main/images/write/write-squashfs.ts';

/** An image that is written into memory. */
export class MemorySink implements ImageSink {
  #bytes = Buffer.alloc(SUPERBLOCK_SIZE);

  get position(): number {
    return this.#bytes.length;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
  }

  writeNow(bytes: Uint8Array): Promise<void> {
    return this.write(bytes);
  }

  rewind(position: number): void {
    this.#bytes = this.#bytes.subarray(0, position);
  }

  async seal(superblock: Buffer): Promise<void> {
    this.#bytes.set(superblock, 0);
  }
}

export interface WrittenOptions {
  readonly codec?: WrittenCodec;
  readonly blockSize?: number;
  readonly compressor?: Compressor;
}

/** The bytes of an image with that tree. */
export async function writtenImage(root: NewFolder, options: WrittenOptions = {}): Promise<Buffer> {
  const { codec = 'zstd', blockSize = 4096, compressor } = options;
  const sink = new MemorySink();
  const used = compressor ?? (await compressorFor({ codec, level: LEVELS[codec].usual }));
  await writeSquashfs(sink, root, {
    codecNumber: codecNumber(codec),
    compressor: used,
    blockSize,
    madeAt: 1_700_000_000,
  });
  return sink.bytes;
}
