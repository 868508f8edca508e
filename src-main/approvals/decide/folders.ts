import { posix } from 'node:path';
import type { Analysis, SimpleCommand } from '#shell-analysis';

/** Number of folders beyond which it is unknown where a part runs. */
const MOST = 8;

type Folders = readonly string[] | undefined;

/**
 * Determines the folders in which each part may run: `cd` may fail, and one in a subshell does not count after it, so
 * that both the folder before and after it remain possible. Undefined if known only at run time.
 */
export function workingFolders({ parts }: Analysis, cwd: string): Folders[] {
  let present: Folders = [cwd];
  return parts.map((part) => {
    const here = present;
    if (changesFolder(part)) present = after(part, here);
    return here;
  });
}

function changesFolder({ program }: SimpleCommand): boolean {
  return program === 'cd' || program === 'pushd' || program === 'popd';
}

function after({ program, words, wrappers, assignments }: SimpleCommand, before: Folders): Folders {
  if (before === undefined || program === 'popd' || wrappers.length > 0 || assignments.length > 0) return undefined;
  const [target, ...more] = words.slice(1).filter(({ literal }) => literal !== '--');
  const folder = target?.literal;
  if (folder === undefined || folder === '' || more.length > 0 || /^[-+~]/.test(folder)) return undefined;
  const all = new Set([...before, ...before.map((one) => posix.resolve(one, folder))]);
  return all.size > MOST ? undefined : [...all];
}
