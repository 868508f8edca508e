import { inflateSync } from 'node:zlib';
import type { CodecName } from './codec-names.ts';
import { unpackLz4 } from './lz4.ts';
import type { Unpack } from './unpack.ts';
import { unpackXz } from './xz/unpack-xz.ts';
import { loadZstd } from './zstd.ts';

const MIN_CHUNK = 64;

/** Squashfs calls zlib's form gzip. */
const unpackGzip: Unpack = (packed, most) =>
  // One byte more: a chunk that is just full makes zlib look for another.
  inflateSync(packed, { maxOutputLength: most, chunkSize: Math.max(MIN_CHUNK, most + 1) });

/** The codec of that name; what zstd stands on is loaded when an image first needs it. */
export async function loadCodec(name: CodecName): Promise<Unpack> {
  switch (name) {
    case 'gzip':
      return unpackGzip;
    case 'xz':
      return unpackXz;
    case 'lz4':
      return unpackLz4;
    case 'zstd':
      return await loadZstd();
  }
}
