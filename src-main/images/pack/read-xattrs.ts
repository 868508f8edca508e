import { canHoldXattr } from '../write/xattr-writer.ts';
import { isOfOverlay, type ReadXattrs, xattrsIn } from '../xattr-lines.ts';
import type { ScannedEntry } from './scan-folder.ts';

/**
 * Pattern of the attributes that give a program more rights, or decide who may access a file: an image has none of
 * them.
 */
const OF_THE_SYSTEM = /^(?:security|system)\./;
/** Paths that are asked for at a time. */
const AT_A_TIME = 5000;

/** Result of reading attributes. */
export interface AddedXattrs {
  /** Whether they could be read. */
  readonly isKnown: boolean;
  /** Entries that have some which are left out. */
  readonly leftOut: number;
}

/** Reads the attributes of entries into them. */
export async function addXattrs(
  folder: string,
  entries: readonly ScannedEntry[],
  { read, signal }: { readonly read: ReadXattrs | undefined; readonly signal?: AbortSignal | undefined },
): Promise<AddedXattrs> {
  let leftOut = 0;
  let isKnown = read !== undefined;
  for (let from = 0; read && from < entries.length; from += AT_A_TIME) {
    signal?.throwIfAborted();
    const some = entries.slice(from, from + AT_A_TIME);
    const found = await read(some.map(({ path }) => pathBelow(folder, path)));
    isKnown &&= found !== undefined;
    for (const { path, entry } of found ? some : []) {
      const all = xattrsIn(found?.get(pathBelow(folder, path)) ?? '');
      const kept = all.filter((one) => !isOfOverlay(one.name) && !OF_THE_SYSTEM.test(one.name) && canHoldXattr(one));
      entry.xattrs.push(...kept);
      if (kept.length < all.length) leftOut++;
    }
  }
  return { isKnown, leftOut };
}

function pathBelow(folder: string, path: string): string {
  return path === '' ? folder : `${folder}/${path}`;
}
