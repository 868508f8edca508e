import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, messageOf } from '#core/app-error';
import { mayHoldCredentials } from '#core/secrets/sensitive-paths';
import { outputOfSystem } from '../output-of-system.ts';
import { sharedLook } from '../shared-look.ts';
import { searchHere } from './search-here.ts';
import { absentUnlessShort } from './shortage.ts';

/** Folders of which files have several names by the thousand, none of them a person's. */
const SKIPPED = ['node_modules', '.git'];
const PRUNED = ['(', ...SKIPPED.flatMap((name) => ['-o', '-name', name]).slice(1), ')', '-prune', '-o'];
/** Levels of a hidden folder that are looked into, and entries of it at most. */
const LEVELS = 3;
const MAX_ENTRIES = 1000;

/** Dot files of a person's that may lie where nothing else is looked for, such as in the folder of a virtual environment. */
const BY_NAME = ['.env*', '.netrc', '.npmrc', '.pypirc', '.pgpass', '.my.cnf', '.git-credentials', '.phishell*'];
const isWanted = (name: string) =>
  BY_NAME.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));

/** Entries that are looked at here: to start a program takes as long as some hundreds of them. */
const MAX_ENTRIES_HERE = 300;
/** Workspaces that had more. */
const large = new Set<string>();

/**
 * Files of a workspace that are one file with something that is hidden (hard links), and dot files that may hold credentials,
 * also in folders of tools; absolute paths. They are looked for while it is still being found out what is hidden.
 *
 * @throws AppError UNAVAILABLE when the workspace could not be searched
 */
export async function linkedToHidden(workspace: string, hidden: Promise<readonly string[]>): Promise<string[]> {
  const [found, paths] = await Promise.all([searchOf(workspace)(), hidden]);
  const credentials = found.filter((path) => mayHoldCredentials(path));
  if (found.length === credentials.length) return credentials;
  const linked = await linkedTo([...paths, ...credentials], found).catch((error: unknown) => {
    throw searchFailure(workspace, error);
  });
  return [...new Set([...credentials, ...linked])];
}

/** Answers which of these files are one with something that is hidden. */
async function linkedTo(hidden: readonly string[], found: readonly string[]): Promise<string[]> {
  const known = new Set<string>();
  await Promise.all(hidden.map((path) => identitiesIn(path, LEVELS, known)));
  const several = await Promise.all(found.map(withIdentity));
  return several.flatMap(({ path, identity }) => (identity !== undefined && known.has(identity) ? [path] : []));
}

function searchFailure(workspace: string, error: unknown): AppError {
  const message = `Hard links in the workspace could not be looked for: ${messageOf(error)}`;
  return new AppError('UNAVAILABLE', message, { where: workspace });
}

/** Boxes that are opened at one time share a search; each begins after it was asked for. */
const searches = new Map<string, () => Promise<string[]>>();

function searchOf(workspace: string): () => Promise<string[]> {
  const search = searches.get(workspace) ?? sharedLook(() => searchWorkspace(workspace));
  searches.set(workspace, search);
  return search;
}

async function searchWorkspace(workspace: string): Promise<string[]> {
  try {
    if (large.has(workspace)) return await searchedByFind(workspace);
    const found = await searchHere(workspace, { pruned: SKIPPED, isWanted, most: MAX_ENTRIES_HERE });
    if (found) return found;
    large.add(workspace);
    return await searchedByFind(workspace);
  } catch (error) {
    throw searchFailure(workspace, error);
  }
}

/** Searches with `find`, which takes a tenth of the time that checking each file here would take. */
async function searchedByFind(workspace: string): Promise<string[]> {
  const names = BY_NAME.flatMap((name) => ['-o', '-name', name]);
  const args = [workspace, '-xdev', ...PRUNED, '-type', 'f', '(', '-links', '+1', ...names, ')', '-print0'];
  return (await outputOfSystem({ file: 'find', args })).split('\0').filter(Boolean);
}

async function withIdentity(path: string) {
  const found = await lstat(path, { bigint: true }).catch(absentUnlessShort);
  return { path, identity: found && `${found.dev}:${found.ino}` };
}

async function identitiesIn(path: string, levels: number, known: Set<string>): Promise<void> {
  try {
    const found = await lstat(path, { bigint: true });
    if (found.isFile() && found.nlink > 1n) known.add(`${found.dev}:${found.ino}`);
    if (!found.isDirectory() || levels === 0) return;
    const names = (await readdir(path)).slice(0, MAX_ENTRIES);
    await Promise.all(names.map((name) => identitiesIn(join(path, name), levels - 1, known)));
  } catch (error) {
    // What cannot be looked at has no name in the workspace that could be told.
    absentUnlessShort(error);
  }
}
