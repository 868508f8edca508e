import type { BigIntStats } from 'node:fs';

/** What tells whether a file is still the one that was looked at: a tenth of what the file system says of it, since it is kept for each. */
export type FileLook = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

export function fileLook({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileLook {
  return { dev, ino, size, mtimeNs, ctimeNs };
}
