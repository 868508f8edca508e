/** Files that make and just follow, by the options that name them. */
import { posix } from 'node:path';

/** Letters of make's options that take no value, then the one that names a folder or a file. */
const SHORT = /^-[bBdeikmnpqrRsStvw]*([Cf])(.*)$/s;
const LONG = /^--(directory|file|makefile|justfile)(?:=(.*))?$/s;

export interface BuildFiles {
  readonly names: readonly string[];
  /** Whether they are named, so that all of them count, and not the first that is there. */
  readonly areNamed: boolean;
}

/** Returns the names that a build looks for: `-C` names a folder, each from the one before it, and `-f` a file, of which make reads all. */
export function buildFiles(names: readonly string[], given: readonly (string | undefined)[]): BuildFiles {
  let folder = '';
  const files: string[] = [];
  for (let at = 0; at < given.length && given[at] !== '--'; at += 1) {
    const option = optionIn(given[at] ?? '');
    if (option === undefined) continue;
    const value = option.value ?? given[++at] ?? '';
    if (option.isFolder) folder = below(folder, value);
    else files.push(value);
  }
  const areNamed = files.length > 0;
  return { names: (areNamed ? files : names).map((name) => below(folder, name)), areNamed };
}

/** The folder from which just looks for its file: that of the first recipe, as in `just lib/build`. */
export function recipeFolder(given: readonly (string | undefined)[]): string {
  const first = given.find((word) => word !== undefined && !/^-|^[\w-]+=/.test(word)) ?? '';
  return first.slice(0, first.lastIndexOf('/') + 1);
}

function optionIn(word: string): { readonly isFolder: boolean; readonly value: string | undefined } | undefined {
  const short = SHORT.exec(word);
  if (short) return { isFolder: short[1] === 'C', value: short[2] || undefined };
  const long = LONG.exec(word);
  return long ? { isFolder: long[1] === 'directory', value: long[2] } : undefined;
}

const below = (folder: string, path: string): string => (posix.isAbsolute(path) ? path : posix.join(folder, path));
