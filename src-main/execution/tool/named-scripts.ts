import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Files that a command runs by name, with the hash of what was in them: none if there was no file. */
export type NamedScripts = ReadonlyMap<string, string | undefined>;

/** Size above which scripts are compared by size and times alone, so that nothing waits for them, in bytes. */
const MAX_BYTES = 10_000_000;
const MOST = 50;

/** Reads the current content of the files. `names` are as written in the command. */
export async function lookAtScripts(names: readonly string[], cwd: string): Promise<NamedScripts> {
  const paths = [...new Set(names.map((name) => resolve(cwd, name)))].slice(0, MOST);
  return new Map(await Promise.all(paths.map(async (path) => [path, await scriptContent(path)] as const)));
}

/** Paths of the scripts that hold something else now than when they were looked at. */
export async function scriptsChangedSince(before: NamedScripts): Promise<string[]> {
  const now = await Promise.all(
    [...before].map(async ([path, was]) => ({ path, same: (await scriptContent(path)) === was })),
  );
  return now.filter(({ same }) => !same).map(({ path }) => path);
}

async function scriptContent(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return undefined;
    // The time of the last change of any kind is nobody's to set.
    if (stats.size > MAX_BYTES) return `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
