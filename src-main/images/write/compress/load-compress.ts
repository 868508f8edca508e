import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { AppError } from '#core/app-error';

/** Codecs in which images are written. */
export const WRITTEN_CODECS = ['zstd', 'gzip'] as const;

export type WrittenCodec = (typeof WRITTEN_CODECS)[number];

/** Method of packing blocks. */
export interface PackingOptions {
  readonly codec: WrittenCodec;
  /** 1 to 22 for zstd, 1 to 9 for gzip. */
  readonly level: number;
}

/** Packs one block, of at most 1 MiB, in a thread of Node's pool. */
export type Compress = (block: Uint8Array) => Promise<Uint8Array>;

/** Levels by codec: the usual one, and the highest. In blocks of 256 KiB, zstd 2 is as small as 3 in the usual 128 KiB, and faster. */
export const LEVELS: Readonly<Record<WrittenCodec, { readonly usual: number; readonly highest: number }>> = {
  zstd: { usual: 2, highest: 22 },
  gzip: { usual: 9, highest: 9 },
};

/**
 * Highest level for the package: above it, it takes minutes for what Node itself packs in seconds, because it is not
 * told the length of a block.
 */
const HIGHEST_OF_PACKAGE = 9;

interface NodeZstd {
  readonly zstdCompress?: (
    block: Uint8Array,
    options: { readonly params: Record<number, number>; readonly pledgedSrcSize: number; readonly chunkSize: number },
    done: (error: Error | null, packed: Buffer) => void,
  ) => void;
  readonly constants: { readonly ZSTD_c_compressionLevel?: number };
}

/** The compressor for a packing; what it stands on is loaded now. @throws AppError if this system has none */
export async function loadCompress({ codec, level }: PackingOptions): Promise<Compress> {
  if (codec === 'gzip') {
    const deflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflate);
    return (block) => deflate(block, { level });
  }
  const ofPackage = level > HIGHEST_OF_PACKAGE ? undefined : await loadPackage(level);
  const compress = ofPackage ?? ofNode(level);
  if (compress) return compress;
  const what =
    level > HIGHEST_OF_PACKAGE
      ? `zstd packs at level ${HIGHEST_OF_PACKAGE} at most with this Node, ${process.version}. Take a lower level`
      : `There is no zstd for this system with Node ${process.version}. Take --compression gzip`;
  throw new AppError('INVALID_INPUT', `${what}, or Node 22.15 or later`);
}

/** Most bytes by which a block without repetitions grows. */
const OVERHEAD = 1024;

/** Node's own zstd, from 22.15 on. */
function ofNode(level: number): Compress | undefined {
  const { zstdCompress, constants } = zlib as NodeZstd;
  const { ZSTD_c_compressionLevel: key } = constants;
  if (!zstdCompress || key === undefined) return undefined;
  const compress = promisify(zstdCompress);
  return async (block) => {
    const sizes = { pledgedSrcSize: block.length, chunkSize: block.length + OVERHEAD };
    return withWindow(await compress(block, { params: { [key]: level }, ...sizes }), block.length);
  };
}

/** Loads the library from its package, which takes two thirds of the time; `undefined` if there is none for this system. */
async function loadPackage(level: number): Promise<Compress | undefined> {
  try {
    const { compress } = await import('@mongodb-js/zstd/bindings.js');
    return async (block) => withWindow(await compress(bufferOf(block), level), block.length);
  } catch {
    return undefined;
  }
}

function bufferOf(block: Uint8Array): Buffer {
  return Buffer.from(block.buffer, block.byteOffset, block.byteLength);
}

const DESCRIPTOR = 4;
const WINDOW = 5;
const SINGLE_SEGMENT = 0x20;
const MIN_WINDOW_LOG = 10;

/**
 * A frame that states no larger window than its content needs: Linux refuses to read one that is larger than the blocks of the
 * image (RFC 8878, 3.1.1.1.2). Nothing in it can refer to what lies farther back than its content is long.
 */
export function withWindow(frame: Buffer, length: number): Buffer {
  if (((frame[DESCRIPTOR] ?? 0) & SINGLE_SEGMENT) !== 0) return frame;
  const log = Math.max(MIN_WINDOW_LOG, Math.ceil(Math.log2(length)));
  const stated = MIN_WINDOW_LOG + ((frame[WINDOW] ?? 0) >>> 3);
  if (stated > log) frame[WINDOW] = (log - MIN_WINDOW_LOG) << 3;
  return frame;
}
