import type { CodecName } from './codec-names.ts';
import { unpackGzip } from './gzip.ts';
import { unpackLz4 } from './lz4.ts';
import type { Unpack } from './unpack.ts';
import { unpackXz } from './xz/unpack-xz.ts';
import { loadZstd } from './zstd.ts';

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
