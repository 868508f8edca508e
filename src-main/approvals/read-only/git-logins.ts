/** Credentials in a repository's own configuration, which a search through the repository would show. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextFile } from '#core/files/text-file';
import { holdsLogin } from '#core/secrets/git-logins';

const MAX_BYTES = 1_000_000;
/** Folders of submodules that are looked at; a repository with more is asked about. */
const MAX_FOLDERS = 500;

/** Folders of a repository that hold the repositories of submodules and working trees. */
const OTHERS = new Set(['modules', 'worktrees']);

/** Files that are configuration where they lie in a repository. */
export const isGitConfig = (path: string): boolean => /\.git\/(?:.*\/)?config(?:\.worktree)?$/.test(path);

/** The first configuration of a repository, its submodules and working trees that holds a login. */
export async function loginIn(repository: string): Promise<string | undefined> {
  const waiting = [repository];
  for (let looked = 0; waiting.length > 0; looked += 1) {
    const folder = waiting.pop() ?? '';
    if (looked > MAX_FOLDERS) return folder;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const path of entries.map(({ name }) => join(folder, name)).filter(isGitConfig)) {
      if (await fileHoldsLogin(path)) return path;
    }
    const isRepository = entries.some(({ name }) => name === 'config' || name === 'HEAD');
    const folders = entries.filter((entry) => entry.isDirectory() && (!isRepository || OTHERS.has(entry.name)));
    for (const { name } of folders) waiting.push(join(folder, name));
  }
  return undefined;
}

/** Whether a file holds a login; a file that cannot be read as text of ordinary size may hold anything. */
export async function fileHoldsLogin(path: string): Promise<boolean> {
  const reading = await readTextFile(path, MAX_BYTES);
  return reading.state === 'unreadable' || (reading.state === 'text' && holdsLogin(reading.text));
}
