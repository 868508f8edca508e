import { inflateSync } from 'node:zlib';
import type { Unpack } from './unpack.ts';

const MIN_CHUNK = 64;

/** Squashfs calls zlib's form gzip. */
export const unpackGzip: Unpack = (packed, most) =>
  // One byte more: a chunk that is just full makes zlib look for another.
  inflateSync(packed, { maxOutputLength: most, chunkSize: Math.max(MIN_CHUNK, most + 1) });
