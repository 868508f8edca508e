import { METADATA_SIZE } from '../squashfs/metadata.ts';
import type { InodeReference } from '../squashfs/superblock.ts';
import type { Compressor } from './compress/compressor.ts';

const HEADER = 2;
const STORED = 0x8000;

/** Beginning of a table that another image has. */
export interface BegunTable {
  /** Blocks with their headers, as they are packed. */
  readonly blocks: Buffer;
  /** Bytes of a further block behind them, unpacked; less than a whole one. */
  readonly open: Buffer;
}

/** A table that is written front to back: blocks of 8 KiB, each packed as soon as it is full, since places in it count packed bytes. */
export class TableWriter {
  readonly #compressor: Compressor;
  readonly #done: Uint8Array[] = [];
  /** Position of each block, in bytes from the start of the table. */
  readonly starts: number[] = [];
  #open = Buffer.allocUnsafeSlow(METADATA_SIZE);
  #used = 0;
  #size = 0;

  /** @param begun written already; `starts` does not name its blocks */
  constructor(compressor: Compressor, begun?: BegunTable) {
    this.#compressor = compressor;
    if (!begun) return;
    this.#done.push(begun.blocks);
    this.#size = begun.blocks.length;
    this.#used = begun.open.copy(this.#open);
  }

  /** Position of the next byte. */
  get place(): InodeReference {
    return { block: this.#size, offset: this.#used };
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const count = Math.min(bytes.length - at, METADATA_SIZE - this.#used);
      this.#open.set(bytes.subarray(at, at + count), this.#used);
      this.#used += count;
      at += count;
      // A place must never be the end of a full block.
      if (this.#used === METADATA_SIZE) await this.#close();
    }
  }

  /** All blocks with their headers, one after the other. */
  async finish(): Promise<readonly Uint8Array[]> {
    if (this.#used > 0) await this.#close();
    return this.#done;
  }

  async #close(): Promise<void> {
    const { bytes, isStored } = await this.#compressor.pack(this.#open.subarray(0, this.#used));
    const header = Buffer.alloc(HEADER);
    header.writeUInt16LE(bytes.length | (isStored ? STORED : 0));
    this.starts.push(this.#size);
    this.#done.push(header, bytes);
    this.#size += HEADER + bytes.length;
    this.#open = Buffer.allocUnsafeSlow(METADATA_SIZE);
    this.#used = 0;
  }
}
