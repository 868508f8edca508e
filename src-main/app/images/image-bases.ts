import { join } from 'node:path';
import { readAttributes, writeAttributes } from '#process/file-attributes';

/** Ways to read and give back extended attributes, where there are some. */
export function imageXattrs() {
  if (process.platform !== 'linux') return {};
  const writeXattrs = (files: ReadonlyMap<string, string>) => writeAttributes({ files, mayHaveOthers: false });
  return { readXattrs: readAttributes, writeXattrs };
}

/** Folder in which it is kept what folders were opened from, with the ways to extended attributes. */
export function imageBases(dataFolder: string) {
  return { folder: join(dataFolder, 'open-images'), ...imageXattrs() };
}
