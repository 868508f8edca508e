import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Holds each file in turn. */
const into = Buffer.alloc(1024 * 1024);

/** Lists a folder and reads its files, looking at each before and after: what one thread of Node needs for that. */
export function readAlone(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const seen = lstatSync(path, { bigint: true });
    if (seen.isDirectory()) readAlone(path);
    else if (seen.isFile()) readFileAlone(path);
  }
}

function readFileAlone(path: string): void {
  const fd = openSync(path, 'r');
  while (readSync(fd, into) > 0);
  fstatSync(fd, { bigint: true });
  closeSync(fd);
}
