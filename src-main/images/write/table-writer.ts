import { METADATA_SIZE } from '../squashfs/metadata.ts';
import type { Compressor, PackedBlock } from './compress/compressor.ts';

const HEADER = 2;
const STORED = 0x8000;

/** Beginning of a table that another image has. */
export interface BegunTable {
  /** Blocks with their headers, as they are packed. */
  readonly blocks: Buffer;
  /** Bytes of a further block behind them, unpacked; less than a whole one. */
  readonly open: Buffer;
}

/**
 * Position in a table that is being written: its block by number, since the bytes that are packed before it are not known yet.
 * Numbers below zero are those of `blockAt`.
 */
export interface TablePlace {
  readonly block: number;
  readonly offset: number;
}

/** Position of four bytes that are to say where a block begins. */
export interface BlockMention {
  readonly at: number;
  /** The block, by its number. */
  readonly block: number;
}

interface TableOptions {
  readonly begun?: BegunTable | undefined;
  /** Called for each block, when it is full or the last. */
  readonly onFilled?: () => void;
}

const NO_MENTIONS: readonly BlockMention[] = [];

/** A table that is written front to back in blocks of 8 KiB. Where they begin is known once those before them are packed. */
export class TableWriter {
  readonly #onFilled: () => void;
  /** Blocks as they are written; the last is open. */
  readonly #blocks: Buffer[] = [Buffer.allocUnsafeSlow(METADATA_SIZE)];
  #used = 0;
  /** Mentions by their position in the table, in order. */
  readonly #mentions: BlockMention[] = [];
  #mentionsDone = 0;
  readonly #packed: Uint8Array[] = [];
  /** Positions of the packed blocks and the next, in bytes from the start of the table. */
  readonly #starts: number[];

  constructor({ begun, onFilled = () => {} }: TableOptions = {}) {
    this.#onFilled = onFilled;
    this.#starts = [begun?.blocks.length ?? 0];
    if (!begun) return;
    this.#packed.push(begun.blocks);
    this.#used = begun.open.copy(this.#open);
  }

  /** Position of the next byte. */
  get place(): TablePlace {
    return { block: this.#blocks.length - 1, offset: this.#used };
  }

  /** Positions of the blocks that were written and packed here. */
  get starts(): readonly number[] {
    return this.#starts.slice(0, -1);
  }

  /** The number of a block that begins there, of those that the table began with. */
  blockAt(start: number): number {
    return start === this.#starts[0] ? 0 : -1 - start;
  }

  /** Position of a block, in bytes from the start of the table. @throws Error while that is not known */
  startOf(block: number): number {
    const start = block < 0 ? -1 - block : this.#starts[block];
    if (start === undefined) throw new Error('a block is mentioned before those in front of it are packed');
    return start;
  }

  /** @param mentions places in `bytes` for positions of blocks, in order */
  write(bytes: Uint8Array, mentions = NO_MENTIONS): void {
    const from = (this.#blocks.length - 1) * METADATA_SIZE + this.#used;
    for (const { at, block } of mentions) this.#mentions.push({ at: from + at, block });
    for (let at = 0; at < bytes.length; ) {
      const count = Math.min(bytes.length - at, METADATA_SIZE - this.#used);
      this.#open.set(count === bytes.length ? bytes : bytes.subarray(at, at + count), this.#used);
      this.#used += count;
      at += count;
      // A place must never be the end of a full block.
      if (this.#used === METADATA_SIZE) this.#close();
    }
  }

  /** Says that nothing more is written. */
  end(): void {
    if (this.#used > 0) this.#onFilled();
  }

  /** Packs the first block that is not, which is full or the last. @param mentioned the table whose blocks it mentions */
  async packNext(compressor: Compressor, mentioned: TableWriter): Promise<void> {
    const number = this.#starts.length - 1;
    this.#fillMentions((number + 1) * METADATA_SIZE, mentioned);
    this.#place(await compressor.pack(this.#bytesOf(number)));
  }

  /** Packs all blocks, none of which mentions another, many at once. */
  async packAll(compressor: Compressor): Promise<void> {
    const count = this.#blocks.length - (this.#used > 0 ? 0 : 1);
    const blocks = Array.from({ length: count }, (_, number) => compressor.pack(this.#bytesOf(number)));
    for (const block of await Promise.all(blocks)) this.#place(block);
  }

  /** All blocks with their headers, one after the other. */
  get packed(): readonly Uint8Array[] {
    return this.#packed;
  }

  get #open(): Buffer {
    return this.#blocks.at(-1) as Buffer;
  }

  #close(): void {
    this.#onFilled();
    this.#blocks.push(Buffer.allocUnsafeSlow(METADATA_SIZE));
    this.#used = 0;
  }

  #bytesOf(number: number): Buffer {
    const bytes = this.#blocks[number] ?? Buffer.alloc(0);
    return number === this.#blocks.length - 1 ? bytes.subarray(0, this.#used) : bytes;
  }

  /** Writes the positions that are mentioned before `end`. */
  #fillMentions(end: number, mentioned: TableWriter): void {
    for (;;) {
      const mention = this.#mentions[this.#mentionsDone];
      if (!mention || mention.at >= end) return;
      this.#mentionsDone++;
      const start = Buffer.alloc(4);
      start.writeUInt32LE(mentioned.startOf(mention.block));
      // It may go on in the next block.
      for (const [byte, value] of start.entries()) this.#setByte(mention.at + byte, value);
    }
  }

  #setByte(at: number, value: number): void {
    const block = this.#blocks[Math.floor(at / METADATA_SIZE)];
    if (block) block[at % METADATA_SIZE] = value;
  }

  #place({ bytes, isStored }: PackedBlock): void {
    const header = Buffer.alloc(HEADER);
    header.writeUInt16LE(bytes.length | (isStored ? STORED : 0));
    this.#packed.push(header, bytes);
    this.#starts.push((this.#starts.at(-1) ?? 0) + HEADER + bytes.length);
  }
}
