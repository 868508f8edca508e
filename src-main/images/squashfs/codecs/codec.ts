import type { CodecName } from './codec-names.ts';
import type { Unpack } from './unpack.ts';

/** The codec of that name; each is loaded when an image first needs it. */
export async function loadCodec(name: CodecName): Promise<Unpack> {
  switch (name) {
    case 'gzip':
      return (await import('./gzip.ts')).unpackGzip;
    case 'xz':
      return (await import('./xz/unpack-xz.ts')).unpackXz;
    case 'lz4':
      return (await import('./lz4.ts')).unpackLz4;
    case 'zstd':
      return await (await import('./zstd.ts')).loadZstd();
  }
}
