import { closeSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { chmod, mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { writeFileAtomic } from '#core/files/atomic-file';
import { READ_NONBLOCKING } from '#core/files/open-flags';
import { withoutLogins } from '#core/secrets/git-logins';
import { sha256 } from '#core/text/sha256';

/** Mode of a folder that everybody may write to, as `/tmp` is. */
const OPEN_MODE = 0o1777;
const MODE_BITS = 0o7777;

/** Size in bytes of a file that is read at once. */
const MAX_AT_ONCE = 16 * 1024;

/** Folders in `node_modules` that tools write to while they build and test. */
const PACKAGE_CACHES = ['.cache', '.vite', '.vite-temp'];

/**
 * Makes the private files of a session's box, each unless it is there: every command opens the box anew.
 *
 * @throws AppError UNAVAILABLE
 */
export async function privateFiles(folder: string): Promise<{ readonly temp: string; readonly empty: string }> {
  const temp = join(folder, 'temp');
  const empty = join(folder, 'empty');
  try {
    await Promise.all([openFolder(join(temp, 'tmp')), openFolder(join(temp, 'var/tmp')), emptyFile(empty)]);
  } catch (error) {
    throw cannotMake(folder, error);
  }
  return { temp, empty };
}

async function openFolder(path: string): Promise<void> {
  const found = statusOf(path);
  if (found?.isDirectory() && (found.mode & MODE_BITS) === OPEN_MODE) return;
  await mkdir(path, { recursive: true });
  await chmod(path, OPEN_MODE);
}

/** Makes an empty file that nobody may write to, not even who made it: it is made once for a session. */
async function emptyFile(path: string): Promise<void> {
  if (statusOf(path)?.isFile()) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '', { mode: 0o444, flag: 'wx' }).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  });
}

/** Configurations of git as the box shows them, by their paths. @throws AppError UNAVAILABLE */
export async function replacedConfigs(
  configs: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  try {
    return new Map(await Promise.all(configs.map(async (path) => [path, await configFor(path, folder)] as const)));
  } catch (error) {
    throw cannotMake(folder, error);
  }
}

/** The configuration itself; where it has passwords in it, a copy without them. */
async function configFor(path: string, folder: string): Promise<string> {
  const text = await textOf(path).catch(() => '');
  const blanked = withoutLogins(text);
  if (blanked === text) return path;
  const copy = join(folder, `git-config-${shortHash(path)}`);
  // Another box of the session may be reading it, and holds the file that it found.
  if ((await textOf(copy).catch(() => '')) !== blanked) await writeFileAtomic(copy, blanked);
  return copy;
}

async function textOf(path: string): Promise<string> {
  const found = statusOf(path);
  if (!found?.isFile() || found.size > MAX_AT_ONCE) return await laterTextOf(path);
  const file = openSync(path, READ_NONBLOCKING);
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** The text of what a link leads to, or of a large file; of a pipe or a device there is none. */
async function laterTextOf(path: string): Promise<string> {
  await using file = await open(path, READ_NONBLOCKING);
  return (await file.stat()).isFile() ? await file.readFile('utf8') : '';
}

/** Folders of the session that are seen in installed packages in place of what tools keep there. */
export async function packageLayers(packages: readonly string[], folder: string): Promise<ReadonlyMap<string, string>> {
  const paths = packages.flatMap((one) => PACKAGE_CACHES.map((name) => join(one, name)));
  const layers = await Promise.all(
    paths.map(async (path) => {
      const layer = join(folder, 'layers', shortHash(path));
      try {
        // Something can be laid over what is there alone; an empty folder among packages means nothing.
        await Promise.all([folderAt(path), folderAt(layer)]);
        return [[path, layer] as const];
      } catch {
        // What cannot be made cannot be written either.
        return [];
      }
    }),
  );
  return new Map(layers.flat());
}

async function folderAt(path: string): Promise<void> {
  if (!statusOf(path)?.isDirectory()) await mkdir(path, { recursive: true });
}

/** Looks at once: to ask through Node's pool takes ten times as long. */
const statusOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

const shortHash = (text: string): string => sha256(text).slice(0, 16);

function cannotMake(folder: string, error: unknown): AppError {
  return new AppError('UNAVAILABLE', `The box could not be made in ${folder}: ${messageOf(error)}`, { where: folder });
}
