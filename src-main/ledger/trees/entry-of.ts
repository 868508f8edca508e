import type { BigIntStats } from 'node:fs';
import type { FileState } from '#contract';
import { metadataOf, specialKindOf } from '../content/file-metadata.ts';
import { fingerprintOf, hasFingerprint, type TreeEntry } from './tree-entry.ts';

export interface TreeEntryOptions {
  /** Entry of the name as it was seen last. */
  readonly old: TreeEntry | undefined;
  /** The time by `performance.now()`. */
  readonly now: number;
  /** Reason why a folder is not examined. */
  readonly why: string | undefined;
  readonly hasRoom: (bytes: number) => boolean;
  readonly readsAttributes: boolean;
}

export const NOT_YET = 'it was not kept yet';
export const NO_ROOM = 'the space for old content is used up (record.keep_percent in Settings)';

/**
 * Time after the first sight of a fingerprint in which a file is read again, so that no change can hide behind it, in
 * milliseconds.
 */
const SURE_MS = 2000;

/** The entry of a name: the old one when nothing was done to it since, else one whose bytes are still to be kept. */
export function treeEntryOf(name: string, stats: BigIntStats, options: TreeEntryOptions): TreeEntry {
  const { old, why, now } = options;
  const isSame = hasFingerprint(stats, old?.print);
  if (old && isSame && isUpToDate(old, stats, options)) return old;
  const isRead = isToBeRead(stats, options.readsAttributes);
  // What could hide behind the fingerprint is improbable; until it is read again, the old state stands.
  const known = old && isSame && old.state.notKept === undefined && why === undefined ? old : undefined;
  return {
    name,
    print: fingerprintOf(stats),
    state: known?.state ?? unreadStateOf(stats, why),
    isPending: isRead,
    knowsAttributes: known?.knowsAttributes ?? false,
    unsureSince: isRead ? (isSame ? sinceWhen(old?.unsureSince, now) : now) : undefined,
  };
}

function isUpToDate(old: TreeEntry, stats: BigIntStats, { why, now, hasRoom }: TreeEntryOptions): boolean {
  if (stats.isDirectory() && old.state.notKept !== unwatchedReason(why)) return false;
  if (old.state.notKept === NO_ROOM && hasRoom(Number(stats.size))) return false;
  if (old.isPending) return true;
  // Within the same look nothing would be learnt.
  return old.unsureSince === undefined || old.unsureSince === now;
}

/** Returns since when a fingerprint is unsure; `undefined` if what is read now can be trusted the next time. */
function sinceWhen(unsureSince: number | undefined, now: number): number | undefined {
  return unsureSince === undefined || now - unsureSince > SURE_MS ? undefined : unsureSince;
}

function isToBeRead(stats: BigIntStats, readsAttributes: boolean): boolean {
  return stats.isFile() || stats.isSymbolicLink() || (readsAttributes && stats.isDirectory());
}

/** State of a file without reading it. `why`: reason why a folder is not examined. */
export function unreadStateOf(stats: BigIntStats, why: string | undefined): FileState {
  const metadata = metadataOf(stats);
  const notKept = unwatchedReason(why);
  if (stats.isDirectory())
    return { kind: 'directory', size: 0, ...metadata, ...(notKept !== undefined && { notKept }) };
  const size = Number(stats.size);
  if (stats.isSymbolicLink()) return { kind: 'symlink', size, ...metadata, notKept: NOT_YET };
  return { kind: 'file', size, ...metadata, notKept: stats.isFile() ? NOT_YET : `it is ${specialKindOf(stats)}` };
}

function unwatchedReason(why: string | undefined): string | undefined {
  return why === undefined ? undefined : `it is not watched: ${why}`;
}
