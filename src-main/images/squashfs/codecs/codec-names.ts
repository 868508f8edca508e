import { ImageError } from '../../image-error.ts';

/** Codecs that are read, by the number that an image states. */
const CODECS = { 1: 'gzip', 4: 'xz', 5: 'lz4', 6: 'zstd' } as const;

export type CodecName = (typeof CODECS)[keyof typeof CODECS];

const NOT_READ: Readonly<Record<number, string>> = { 2: 'lzma', 3: 'lzo' };

/** The number by which an image states a codec. */
export function codecNumber(wanted: CodecName): number {
  return Number(Object.entries(CODECS).find(([, name]) => name === wanted)?.[0]);
}

/** @throws ImageError if the image is packed with a codec that is not read */
export function codecOf(number: number): CodecName {
  const name = Object.hasOwn(CODECS, number) ? CODECS[number as keyof typeof CODECS] : undefined;
  if (name !== undefined) return name;
  const said = NOT_READ[number] ?? `number ${number}`;
  throw new ImageError(
    'codec',
    `The image is packed with ${said}. Read are gzip, xz, lz4 and zstd: pack it anew with one of them`,
  );
}
