import { join } from 'node:path';
import { readAttributes, writeAttributes } from '#process/file-attributes';

/** Folder in which it is kept what folders were opened from, and the ways to read and give back extended attributes where there are some. */
export function imageBases(dataFolder: string) {
  const folder = join(dataFolder, 'open-images');
  if (process.platform !== 'linux') return { folder };
  const writeXattrs = (files: ReadonlyMap<string, string>) => writeAttributes({ files, mayHaveOthers: false });
  return { folder, readXattrs: readAttributes, writeXattrs };
}
