import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import type { SessionConsole } from '../session-console.ts';
import { type Builtin, done, failedOutcome } from './builtin.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such folder',
  ENOTDIR: 'not a folder',
  EACCES: 'permission denied',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
};

export const cd: Builtin = {
  name: 'cd',
  forms: [
    { syntax: 'cd', description: 'go to the home folder' },
    { syntax: 'cd <folder>', description: 'go to a folder, `~` for home, `-` for the one before' },
  ],
  async run(args, { console }) {
    const [folder] = args;
    if (args.length > 1) return 'usage';
    if (folder === '-' && console.previousCwd === undefined)
      return failedOutcome('cd: there is no folder before this one');
    const path = target(folder, console);
    const problem = await folderProblem(path);
    if (problem !== undefined) return failedOutcome(`cd: ${folder ?? path}: ${problem}`);
    await console.move(path);
    return done(folder === '-' ? path : '');
  },
};

export const pwd: Builtin = {
  name: 'pwd',
  forms: [{ syntax: 'pwd', description: 'show the working folder' }],
  async run(args, { console }) {
    return args.length > 0 ? 'usage' : done(console.cwd);
  },
};

/** `~` is understood in quotes too, and with a backslash after it. */
function target(folder: string | undefined, { cwd, home, previousCwd }: SessionConsole): string {
  if (folder === undefined || folder === '~') return home;
  if (folder === '-') return previousCwd ?? cwd;
  const isBelowHome = folder.startsWith('~/') || folder.startsWith('~\\');
  if (isBelowHome) return resolve(home, folder.slice(2));
  return resolve(cwd, folder.startsWith('.\\') ? folder.slice(2) : folder);
}

async function folderProblem(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return REASONS.ENOTDIR;
    await access(path, constants.X_OK);
    return undefined;
  } catch (error) {
    const code = systemCodeOf(error) ?? 'it cannot be opened';
    return REASONS[code] ?? code;
  }
}
