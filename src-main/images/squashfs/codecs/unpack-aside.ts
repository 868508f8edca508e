import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { CodecName } from './codec-names.ts';
import type { UnpackAside } from './unpack.ts';
import { frameBound } from './zstd-frame.ts';

/** Most bytes that a block may come to by its headers to be unpacked here: twice the largest block of squashfs. */
const MAX_BOUND = 2 * 1024 * 1024;
const MIN_CHUNK = 64;

type NodeUnpack = (
  packed: Buffer,
  options: { readonly maxOutputLength: number; readonly chunkSize: number },
) => Promise<Buffer>;

/** The decoder of a codec that works in Node's pool; `undefined` where there is none. */
export async function loadUnpackAside(codec: CodecName): Promise<UnpackAside | undefined> {
  if (codec === 'gzip') return withBounds(promisify(zlib.inflate) as NodeUnpack);
  return codec === 'zstd' ? await loadZstd() : undefined;
}

/** Node's own from 22.15 on, else the package's. */
async function loadZstd(): Promise<UnpackAside | undefined> {
  const { zstdDecompress: ofNode } = zlib as { readonly zstdDecompress?: Parameters<typeof promisify>[0] };
  return ofNode ? withBounds(promisify(ofNode) as NodeUnpack) : await loadPackage();
}

function withBounds(unpack: NodeUnpack): UnpackAside {
  // One byte more: a chunk that is just full makes zlib look for another.
  return (packed, most) => unpack(packed, { maxOutputLength: most, chunkSize: Math.max(MIN_CHUNK, most + 1) });
}

/** The package has no bound of its own: it is given only blocks whose headers state one. */
async function loadPackage(): Promise<UnpackAside | undefined> {
  try {
    const { decompress } = await import('@mongodb-js/zstd/bindings.js');
    return async (packed, most) => {
      const bound = frameBound(packed);
      if (bound === undefined || bound > MAX_BOUND) throw new Error('the block may come to too much');
      const bytes = await decompress(packed);
      if (bytes.length > most) throw new Error('the block comes to too much');
      return bytes;
    };
  } catch {
    return undefined;
  }
}
