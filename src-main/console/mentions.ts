import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** A file named in a message: where it is and how large, never what it holds. */
export interface Mention {
  /** Mention as written, with its `@`. */
  readonly written: string;
  /** Absolute. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Size in bytes; for files. */
  readonly size: number;
}

/** `@path`, or `@"path with spaces"`, at the start of a word. */
const MENTION = /(?<![^\s(["'])@(?:"([^"\n]+)"|([^\s"'`]+))/g;
/** The longest path that systems allow, in UTF-16 units. */
const LONGEST_PATH = 4096;
/** Most files looked up for one message. */
const MOST = 50;

/** The files and folders that a text mentions; what does not exist is text like any other, such as an address. */
export async function findMentions(
  text: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): Promise<readonly Mention[]> {
  const matches = [...text.matchAll(MENTION)].slice(0, MOST);
  const found = await Promise.all(
    matches.map(([written, spaced, bare = '']) => findMention(written, spaced ?? bare, cwd, home)),
  );
  const byPath = new Map(found.flat().map((mention) => [mention.path, mention]));
  return [...byPath.values()];
}

/** The mention that the cursor is in. */
export function mentionAt(text: string, cursor: number): { readonly from: number; readonly path: string } | undefined {
  const start = Math.max(0, cursor - LONGEST_PATH);
  const match = /(?<![^\s(["'])@(?:"([^"\n]*)|([^\s"'`]*))$/.exec(text.slice(start, cursor));
  return match ? { from: start + match.index, path: match[1] ?? match[2] ?? '' } : undefined;
}

/** Writes a path as a mention; a folder is left open, to be continued. */
export function mentionOf(path: string): string {
  const isFolder = path.endsWith('/');
  if (!/[\s'"`]/.test(path)) return `@${path}${isFolder ? '' : ' '}`;
  return `@"${path}${isFolder ? '' : '" '}`;
}

/** A full stop or bracket after a name belongs to the sentence, unless a file is called so. */
async function findMention(written: string, name: string, cwd: string, home: string): Promise<Mention[]> {
  const shorter = name.replace(/[.,;:!?)\]]+$/, '');
  for (const one of new Set([name, shorter])) {
    if (one === '' || one.includes('\0')) continue;
    const path = one === '~' || one.startsWith('~/') ? join(home, one.slice(1)) : resolve(cwd, one);
    const state = await stat(path).catch(() => undefined);
    const as = { written: written.slice(0, written.length - (name.length - one.length)), path };
    if (state?.isFile()) return [{ ...as, kind: 'file', size: state.size }];
    if (state?.isDirectory()) return [{ ...as, kind: 'folder', size: 0 }];
  }
  return [];
}
