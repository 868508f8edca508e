import type { BigIntStats } from 'node:fs';

/**
 * Part of a file's status that tells whether it is still the same file: a tenth of the whole status, since it is kept
 * for each file.
 */
export type FileStamp = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

export function fileStamp({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return { dev, ino, size, mtimeNs, ctimeNs };
}
