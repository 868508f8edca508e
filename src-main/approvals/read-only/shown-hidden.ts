/** Hidden files that a search shows, because a file of what to ignore says so. */
import { dirname, join, resolve } from 'node:path';
import { readTextFile } from '#core/files/text-file';
import { mayShowHidden } from './hidden-patterns.ts';

/** Size of a file that says what to ignore, at most, in bytes. */
const MAX_IGNORE_BYTES = 200_000;
/** Size of a file that says where a repository lies, at most, in bytes. */
const MAX_PLACE_BYTES = 5000;
/** Files that say what a search leaves out; a line with `!` says what it does not. */
export const IGNORING = new Set(['.gitignore', '.ignore', '.rgignore']);

/** A hidden file is left out, unless it is one that shows others, as that of a repository may. */
export async function whyShown(name: string, path: string): Promise<string | undefined> {
  if (name === '.git') return await whyShown('.gitignore', join(await commonFolder(path), 'info', 'exclude'));
  if (!IGNORING.has(name)) return undefined;
  const reading = await readTextFile(path, MAX_IGNORE_BYTES);
  if (reading.state === 'missing') return undefined;
  const lines = reading.state === 'text' ? reading.text.split('\n') : ['!*'];
  const isShowing = lines.some((line) => line.startsWith('!') && mayShowHidden(line.slice(1).trim()));
  return isShowing ? `${path} may show hidden files` : undefined;
}

/** Folder of a repository; a working tree has a file in its place, which says where it lies. */
async function commonFolder(path: string): Promise<string> {
  const [, linked] = /^gitdir: *(.+)/.exec(await placeIn(path)) ?? [];
  if (linked === undefined) return path;
  const folder = resolve(dirname(path), linked.trim());
  return resolve(folder, (await placeIn(join(folder, 'commondir'))).trim());
}

async function placeIn(path: string): Promise<string> {
  const reading = await readTextFile(path, MAX_PLACE_BYTES);
  return reading.state === 'text' ? reading.text : '';
}
