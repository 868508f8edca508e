import { crc32 } from 'node:zlib';
import type { Unpack } from '../unpack.ts';
import { type BranchFilter, branchFilter } from './branch-filters.ts';
import { Lzma2 } from './lzma2.ts';

const HEADER = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]);
const HEADER_SIZE = 12;
const FOOTER_SIZE = 12;
/** Bytes of a checksum by its number. */
const CHECK_SIZES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
const CRC32 = 1;
const LZMA2 = 0x21;

/** One .xz stream: LZMA2, with branch filters in front of it where there are some. */
export const unpackXz: Unpack = (packed, most) => {
  const check = checkOf(packed);
  const out = Buffer.allocUnsafe(most);
  let to = 0;
  let at = HEADER_SIZE;
  while (byteAt(packed, at) !== 0) {
    const block = unpackBlock(packed, at, { out, to, check });
    at = block.next;
    to = block.to;
  }
  refuseBadEnd(packed, at);
  return out.subarray(0, to);
};

function checkOf(packed: Buffer): number {
  if (packed.length < HEADER_SIZE + FOOTER_SIZE || !packed.subarray(0, HEADER.length).equals(HEADER)) {
    throw new Error('the block is no .xz');
  }
  refuseBadSum(packed, 6, 8);
  const check = byteAt(packed, 7);
  if (byteAt(packed, 6) !== 0 || check >= CHECK_SIZES.length) throw new Error('the header is not understood');
  return check;
}

interface UnpackedStream {
  readonly out: Buffer;
  readonly to: number;
  readonly check: number;
}

function unpackBlock(packed: Buffer, start: number, { out, to, check }: UnpackedStream): { next: number; to: number } {
  const dataAt = start + (byteAt(packed, start) + 1) * 4;
  refuseBadSum(packed, start, dataAt - 4);
  const filters = filtersOf(packed.subarray(start, dataAt - 4));
  const lzma = new Lzma2(packed, dataAt, { out, to });
  lzma.run();
  const unpacked = out.subarray(to, lzma.to);
  for (const filter of filters) filter(unpacked);
  let next = dataAt + Math.ceil((lzma.from - dataAt) / 4) * 4;
  if (check === CRC32 && packed.readUInt32LE(next) !== crc32(unpacked)) throw new Error('the checksum is another');
  next += CHECK_SIZES[check] ?? 0;
  return { next, to: lzma.to };
}

/** The filters to be undone after LZMA2, the last of the chain first. */
function filtersOf(header: Buffer): BranchFilter[] {
  const flags = byteAt(header, 1);
  if ((flags & 0x3c) !== 0) throw new Error('the block has flags that are not known');
  const reader = new Numbers(header, 2);
  if (flags & 0x40) reader.next();
  if (flags & 0x80) reader.next();
  const chain: { id: number; properties: Buffer }[] = [];
  for (let left = (flags & 3) + 1; left > 0; left--) {
    const id = reader.next();
    chain.push({ id, properties: reader.bytes(reader.next()) });
  }
  const last = chain.pop();
  if (last?.id !== LZMA2 || last.properties.length !== 1) throw new Error('the block is not packed with LZMA2');
  return chain.reverse().map(({ id, properties }) => branchFilter(id, properties));
}

/** The index and footer behind the blocks. */
function refuseBadEnd(packed: Buffer, index: number): void {
  const reader = new Numbers(packed, index + 1);
  for (let left = reader.next() * 2; left > 0; left--) reader.next();
  const sumAt = index + Math.ceil((reader.at - index) / 4) * 4;
  refuseBadSum(packed, index, sumAt);
  const footer = packed.subarray(sumAt + 4);
  if (footer.length < FOOTER_SIZE || footer.readUInt16LE(10) !== 0x5a59) throw new Error('the end is missing');
  if (crc32(footer.subarray(4, 10)) !== footer.readUInt32LE(0)) throw new Error('the end is damaged');
}

function refuseBadSum(packed: Buffer, from: number, to: number): void {
  if (to + 4 > packed.length) throw new Error('the block is cut off');
  if (crc32(packed.subarray(from, to)) !== packed.readUInt32LE(to)) throw new Error('a checksum is another');
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new Error('the block is cut off');
  return byte;
}

/** Numbers of seven bits a byte, as .xz has them; none here is above 2^35. */
class Numbers {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  next(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 28; scale *= 128) {
      const byte = byteAt(this.#bytes, this.at++);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new Error('a number is too large');
  }

  bytes(count: number): Buffer {
    const found = this.#bytes.subarray(this.at, this.at + count);
    if (found.length !== count) throw new Error('the header is cut off');
    this.at += count;
    return found;
  }
}
