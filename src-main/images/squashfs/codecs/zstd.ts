import * as zlib from 'node:zlib';
import type { Unpack } from './unpack.ts';

type NodeUnpack = (packed: Buffer, options: { readonly maxOutputLength: number; readonly chunkSize: number }) => Buffer;

const MIN_CHUNK = 64;

/** Node's own from 22.15 on, else the same library as WebAssembly. */
export async function loadZstd(): Promise<Unpack> {
  const { zstdDecompressSync: ofNode } = zlib as { readonly zstdDecompressSync?: NodeUnpack };
  if (!ofNode) return await loadWasm();
  return (packed, most) => ofNode(packed, { maxOutputLength: most, chunkSize: Math.max(MIN_CHUNK, most + 1) });
}

/** The decoder that stands in where Node has none. */
export async function loadWasm(): Promise<Unpack> {
  const { ZSTDDecoder } = await import('zstddec');
  const decoder = new ZSTDDecoder();
  await withoutFetch(() => decoder.init());
  return (packed, most) => {
    const { buffer, byteOffset, byteLength } = decoder.decode(packed, most);
    // What it cannot unpack comes back as nothing; no block is empty.
    if (byteLength === 0) throw new Error('the block is no zstd');
    return Buffer.from(buffer, byteOffset, byteLength);
  };
}

/**
 * Calls what would take `fetch`, if it is there, to read a text that it has itself: under Node that loads a client of the
 * web, 10 MiB and 50 ms.
 */
function withoutFetch<Result>(begin: () => Result): Result {
  const fetcher = Object.getOwnPropertyDescriptor(globalThis, 'fetch');
  if (fetcher?.configurable !== true) return begin();
  Reflect.deleteProperty(globalThis, 'fetch');
  try {
    return begin();
  } finally {
    Object.defineProperty(globalThis, 'fetch', fetcher);
  }
}
