const MAGIC = 0xfd_2f_b5_28;
const MAX_BLOCK = 128 * 1024;
/** Largest window that is accepted here: twice the largest block of squashfs. Others are left to a decoder with a bound of its own. */
const MAX_WINDOW = 2 * 1024 * 1024;
const CHECKSUM = 4;
const HEADER = 3;
const DICTIONARY_SIZES = [0, 1, 2, 4] as const;
const CONTENT_SIZES = [0, 2, 4, 8] as const;

/**
 * Most bytes that unpacking a zstd frame can come to, from the headers of its blocks alone (RFC 8878, 3.1.1). `undefined` for
 * anything but one whole frame without a dictionary and with a small window.
 */
export function frameBound(frame: Buffer): number | undefined {
  let bound = 0;
  for (let at = firstBlock(frame); at !== undefined; ) {
    const block = frameBlockAt(frame, at);
    if (!block) return undefined;
    bound += block.most;
    at = block.end;
    if (block.isLast) return at + checksumSize(frame) === frame.length ? bound : undefined;
  }
  return undefined;
}

interface Block {
  /** Most bytes that it unpacks to. */
  readonly most: number;
  readonly end: number;
  readonly isLast: boolean;
}

const RAW = 0;
const REPEATED = 1;
const PACKED = 2;

function frameBlockAt(frame: Buffer, at: number): Block | undefined {
  if (at + HEADER > frame.length) return undefined;
  const header = frame.readUIntLE(at, HEADER);
  const size = header >> 3;
  if (size > MAX_BLOCK) return undefined;
  const of = (most: number, stored: number) => ({ most, end: at + HEADER + stored, isLast: (header & 1) === 1 });
  switch ((header >> 1) & 3) {
    case RAW:
      return of(size, size);
    case REPEATED:
      return of(size, 1);
    case PACKED:
      return of(MAX_BLOCK, size);
    default:
      return undefined;
  }
}

/** Where the first block begins. */
function firstBlock(frame: Buffer): number | undefined {
  if (frame.length < 6 || frame.readUInt32LE(0) !== MAGIC) return undefined;
  const descriptor = frame.readUInt8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionary = DICTIONARY_SIZES[(descriptor & 3) as 0 | 1 | 2 | 3];
  const content = CONTENT_SIZES[(descriptor >> 6) as 0 | 1 | 2 | 3];
  if (dictionary > 0) return undefined;
  if (isSingle) return 5 + Math.max(1, content);
  return windowOf(frame.readUInt8(5)) > MAX_WINDOW ? undefined : 6 + content;
}

/** Bytes of the window that a descriptor states. */
function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function checksumSize(frame: Buffer): number {
  return ((frame[4] ?? 0) & 4) === 0 ? 0 : CHECKSUM;
}
