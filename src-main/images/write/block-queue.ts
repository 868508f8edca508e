import type { Compressor, PackedBlock } from './compress/compressor.ts';
import type { ImageSink } from './image-sink.ts';

const STORED = 1 << 24;
/** Blocks on their way for each that is packed: while small files are gathered none come. */
const AHEAD = 4;

/** Position of a written block, and the word that states its size. */
export interface PlacedBlock {
  readonly start: number;
  readonly word: number;
}

/** Packs blocks several at a time, and writes them in the order in which they came. */
export class BlockQueue {
  readonly #sink: ImageSink;
  readonly #compressor: Compressor;
  readonly #waiting: Promise<void>[] = [];
  #last: Promise<unknown> = Promise.resolve();
  readonly #most: number;
  readonly #blockSize: number;
  /** Unused buffers: new ones for every block would fill the memory before they are collected. */
  readonly #free: Buffer[] = [];

  constructor(sink: ImageSink, compressor: Compressor, blockSize: number) {
    this.#sink = sink;
    this.#compressor = compressor;
    this.#most = compressor.width * AHEAD;
    this.#blockSize = blockSize;
  }

  /** A buffer for a block, with whatever it holds. */
  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#blockSize);
  }

  /** Takes back a buffer that `take` gave, or the beginning of one. */
  giveBack(block: Uint8Array): void {
    if (this.#free.length < this.#most) this.#free.push(Buffer.from(block.buffer));
  }

  /**
   * Adds a block in a buffer that `take` gave, which is given away; waits while many are on their way. `placed` is told where it
   * came to stand, before `drain` ends.
   *
   * @throws what an earlier one failed with
   */
  async add(block: Uint8Array, placed: (at: PlacedBlock) => void): Promise<void> {
    while (this.#waiting.length >= this.#most) await this.#waiting.shift();
    const packed = this.#compressor.pack(block);
    // After an earlier one has failed, it is not waited for.
    packed.catch(() => {});
    const written = this.#last.then(() => this.#write(block, packed, placed));
    // Told to whoever adds next, or drains.
    written.catch(() => {});
    this.#last = written;
    this.#waiting.push(written);
  }

  /** Waits until all are written. @throws what one failed with */
  async drain(): Promise<void> {
    this.#waiting.length = 0;
    await this.#last;
  }

  async #write(block: Uint8Array, packing: Promise<PackedBlock>, placed: (at: PlacedBlock) => void): Promise<void> {
    const { bytes, isStored } = await packing;
    // The sink keeps what it is given for a while.
    if (!isStored) this.giveBack(block);
    const start = this.#sink.position;
    await this.#sink.write(bytes);
    placed({ start, word: bytes.length | (isStored ? STORED : 0) });
  }
}
