import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

/** The file system of control groups; each call is a few microseconds of the kernel's. All but `read` throw as node does. */
export interface CgroupFiles {
  /** Reads a file; `undefined` if there is none, or it cannot be read. */
  read(path: string): string | undefined;
  /** Whether there is such a folder; needs no descriptor, so that it answers where `read` cannot. */
  isThere(path: string): boolean;
  write(path: string, text: string): void;
  makeFolder(path: string): void;
  removeFolder(path: string): void;
  /** Names of the folders in it; none if it cannot be read. */
  folders(path: string): readonly string[];
}

export const systemCgroupFiles: CgroupFiles = {
  read(path) {
    try {
      return readFileSync(path, 'latin1');
    } catch {
      return undefined;
    }
  },
  isThere: (path) => existsSync(path),
  write: (path, text) => writeFileSync(path, text, { flag: 'r+' }),
  makeFolder: (path) => mkdirSync(path),
  removeFolder: (path) => rmdirSync(path),
  folders(path) {
    try {
      return readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    } catch {
      return [];
    }
  },
};
