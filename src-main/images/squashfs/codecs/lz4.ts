import { copyMatch } from './copy-match.ts';
import type { Unpack } from './unpack.ts';

const MIN_MATCH = 4;
/** A length of this many goes on in the next bytes. */
const LONG = 15;

/** One LZ4 block, as squashfs has it: without frame, length or checksum. */
export const unpackLz4: Unpack = (packed, most) => {
  const out = Buffer.allocUnsafe(most);
  const reader = new Lz4Reader(packed);
  let to = 0;
  for (;;) {
    const token = reader.byte();
    const literals = reader.length(token >> 4);
    if (to + literals > most) throw new Error('literals lead outside');
    to += reader.copy(out, to, literals);
    if (reader.isAtEnd) return out.subarray(0, to);
    const distance = reader.byte() + reader.byte() * 256;
    const length = reader.length(token & LONG) + MIN_MATCH;
    if (distance === 0 || distance > to || to + length > most) throw new Error('a match leads outside');
    to = copyMatch(out, to, { distance, length });
  }
};

class Lz4Reader {
  readonly #packed: Buffer;
  #at = 0;

  constructor(packed: Buffer) {
    this.#packed = packed;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#packed.length;
  }

  byte(): number {
    const byte = this.#packed[this.#at++];
    if (byte === undefined) throw new Error('the block is cut off');
    return byte;
  }

  length(start: number): number {
    if (start < LONG) return start;
    for (let length = start; ; ) {
      const more = this.byte();
      length += more;
      if (more < 255) return length;
    }
  }

  copy(out: Buffer, to: number, count: number): number {
    if (this.#at + count > this.#packed.length) throw new Error('literals are cut off');
    this.#packed.copy(out, to, this.#at, this.#at + count);
    this.#at += count;
    return count;
  }
}
