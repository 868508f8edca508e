/** Whether a repository's own configuration has what logs somebody in, which a search through the repository would show. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextFile } from '#core/text-file';

const MOST_BYTES = 1_000_000;
/** Folders of submodules that are looked at; a repository with more is asked about. */
const MOST_FOLDERS = 500;

/** In a repository, where those of submodules and working trees lie. */
const OTHERS = new Set(['modules', 'worktrees']);

const LOGINS: readonly RegExp[] = [
  // A password, or a name so long that it is a token.
  /\b(?:https?|ftps?):\/\/(?:[^/\s"'@:]*:[^/\s"'@]+|[^/\s"'@:]{20,})@/i,
  /(?:^|\])\s*extraheader\s*=/im,
  /(?:^|\])\s*\w*(?:password|passwd|token|secret|apikey)\s*=/im,
  // A credential helper that is a text of its own.
  /(?:^|\])\s*helper\s*=\s*"?!/im,
];

/** Files that are configuration where they lie in a repository. */
export const isGitConfig = (path: string): boolean => /\.git\/(?:.*\/)?config(?:\.worktree)?$/.test(path);

export const holdsLogin = (config: string): boolean => LOGINS.some((login) => login.test(config));

/** The first configuration of a repository, its submodules and working trees that holds a login. */
export async function loginIn(repository: string): Promise<string | undefined> {
  const waiting = [repository];
  for (let looked = 0; waiting.length > 0; looked += 1) {
    const folder = waiting.pop() ?? '';
    if (looked > MOST_FOLDERS) return folder;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const path of entries.map(({ name }) => join(folder, name)).filter(isGitConfig)) {
      if (await fileHoldsLogin(path)) return path;
    }
    const isRepository = entries.some(({ name }) => name === 'config' || name === 'HEAD');
    const folders = entries.filter((entry) => entry.isDirectory() && (!isRepository || OTHERS.has(entry.name)));
    waiting.push(...folders.map(({ name }) => join(folder, name)));
  }
  return undefined;
}

/** What cannot be read as a text of ordinary size may hold anything. */
export async function fileHoldsLogin(path: string): Promise<boolean> {
  const reading = await readTextFile(path, MOST_BYTES);
  return reading.state === 'unreadable' || (reading.state === 'text' && holdsLogin(reading.text));
}
