import { posix } from 'node:path';

/** Normalizes a path as `posix.normalize` does; most are normal, which a search for what is not tells sooner. */
export const normalPath = (path: string): string =>
  path.startsWith('/') && !path.includes('//') && !path.includes('/.') ? path : posix.normalize(path);
