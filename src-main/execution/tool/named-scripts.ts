import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { mapBounded } from '#core/async/map-bounded';

/** Files that a command runs by name, with the hash of what was in them: none if there was no file. */
export type NamedScripts = ReadonlyMap<string, string | undefined>;

/** Size above which scripts are compared by size and times alone, so that nothing waits for them, in bytes. */
const MAX_BYTES = 10_000_000;
/** Most scripts whose bytes are read; further ones are compared by size and times alone, too. */
const MAX_READ = 50;
/** Files that are looked at beside each other. */
const AT_ONCE = 8;

/** Reads the current content of the files. `names` are as written in the command. */
export async function lookAtScripts(names: readonly string[], cwd: string): Promise<NamedScripts> {
  const paths = [...new Set(names.map((name) => resolve(cwd, name)))];
  return new Map(await contentsOf(paths));
}

/** Paths of the scripts that hold something else now than when they were looked at. */
export async function scriptsChangedSince(before: NamedScripts): Promise<string[]> {
  const now = await contentsOf([...before.keys()]);
  return now.filter(([path, content]) => content !== before.get(path)).map(([path]) => path);
}

/** Content of each path, in the order in which they were looked at first. */
async function contentsOf(paths: readonly string[]): Promise<(readonly [path: string, content: string | undefined])[]> {
  const numbered = paths.map((path, index) => ({ path, maxBytes: index < MAX_READ ? MAX_BYTES : -1 }));
  return await mapBounded(numbered, AT_ONCE, async ({ path, maxBytes }) => {
    return [path, await scriptContent(path, maxBytes)] as const;
  });
}

async function scriptContent(path: string, maxBytes: number): Promise<string | undefined> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return undefined;
    // The time of the last change of any kind is nobody's to set.
    if (stats.size > maxBytes) return `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
