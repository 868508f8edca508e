import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

export interface ProgramLookup {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Search path of a shell that has no `PATH`. */
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * Absolute path of the program that a first word names, by the `PATH` and folder of whoever starts it; `undefined` if
 * there is none.
 */
export function findProgram(name: string, where: ProgramLookup): string | undefined {
  if (name.includes('\0') || name === '') return undefined;
  if (name.includes('/')) return isProgram(resolve(where.cwd, name)) ? resolve(where.cwd, name) : undefined;
  return pathFolders(where)
    .map((folder) => resolve(folder, name))
    .find(isProgram);
}

/** Folders of the `PATH`; an empty entry is the working directory. */
export function pathFolders({ cwd, environment }: ProgramLookup): readonly string[] {
  return (environment.PATH ?? DEFAULT_PATH).split(delimiter).map((folder) => resolve(cwd, folder));
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
