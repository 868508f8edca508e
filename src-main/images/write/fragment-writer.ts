import type { BlockQueue, PlacedBlock } from './block-queue.ts';

const RECORD = 16;

/** A place in a block that small files share. */
export interface FragmentPlace {
  readonly number: number;
  readonly offset: number;
}

/** Lays files that are smaller than a block into blocks that they share. */
export class FragmentWriter {
  readonly #queue: BlockQueue;
  readonly #blockSize: number;
  readonly #records: Buffer[];
  #open: { readonly number: number; readonly bytes: Buffer; used: number } | undefined;

  constructor(queue: BlockQueue, blockSize: number, kept: readonly Buffer[]) {
    this.#queue = queue;
    this.#blockSize = blockSize;
    this.#records = [...kept];
  }

  /** The records of all blocks, by number; whole after `finish` and once the queue is drained. */
  get records(): readonly Buffer[] {
    return this.#records;
  }

  /** Adds a file: at once where it fits, so that nothing waits for each small file. @throws what the queue failed with */
  add(bytes: Uint8Array): FragmentPlace | Promise<FragmentPlace> {
    const isFull = this.#open !== undefined && this.#open.used + bytes.length > this.#blockSize;
    return isFull ? this.finish().then(() => this.#lay(bytes)) : this.#lay(bytes);
  }

  #lay(bytes: Uint8Array): FragmentPlace {
    this.#open ??= { number: this.#newRecord(), bytes: this.#queue.take(), used: 0 };
    const offset = this.#open.used;
    this.#open.bytes.set(bytes, offset);
    this.#open.used += bytes.length;
    return { number: this.#open.number, offset };
  }

  /** Closes the block that is open. @throws what the queue failed with */
  async finish(): Promise<void> {
    if (!this.#open) return;
    const { number, bytes, used } = this.#open;
    this.#open = undefined;
    await this.#queue.add(bytes.subarray(0, used), (placed) => this.#place(number, placed));
  }

  #newRecord(): number {
    return this.#records.push(Buffer.alloc(RECORD)) - 1;
  }

  #place(number: number, { start, word }: PlacedBlock): void {
    this.#records[number]?.writeBigUInt64LE(BigInt(start), 0);
    this.#records[number]?.writeUInt32LE(word, 8);
  }
}
