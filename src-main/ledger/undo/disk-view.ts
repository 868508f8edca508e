import { type BigIntStats, closeSync, lstatSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileState } from '#contract';
import { AppError } from '#core/app-error';
import { READ_NONBLOCKING_NOFOLLOW } from '#core/files/open-flags';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { MovedError, systemReason } from '#core/files/pinned-folder';
import { sha256 } from '#core/text/sha256';
import { describeFile, isAbsent } from '../content/describe-file.ts';
import { metadataOf } from '../content/file-metadata.ts';
import type { ContentStore } from '../ports.ts';
import { differenceOf } from '../state-difference.ts';
import type { OpenFolders } from './open-folders.ts';

/** Kind of a folder's path: a folder, nothing, or something that is not a folder. */
export type FolderOnDisk =
  | { readonly kind: 'folder' | 'missing' }
  | { readonly kind: 'blocked'; readonly at: string; readonly why: string };

/** Tells whether something was done to a file since it was looked at. Of a folder, its entries do not matter. */
type DiskIdentity = Pick<BigIntStats, 'ino'> & Partial<Pick<BigIntStats, 'size' | 'mtimeNs' | 'ctimeNs'>>;

/** Current state of a path. */
export interface PathView {
  readonly path: string;
  /** Kind of the path's folder. */
  readonly place: FolderOnDisk;
  /** Its bytes are kept. */
  readonly present: FileState | undefined;
  /** Identity that stays equal as long as nothing is done to the path. */
  readonly identity: DiskIdentity | undefined;
  /** Device and inode. */
  readonly node: string | undefined;
  /** Paths of a present folder's entries. */
  readonly children: readonly string[];
  /** `present.attributes` is what it has. */
  readonly knowsAttributes?: boolean;
  /** Reason why it could not be examined, as a clause. */
  readonly problem?: string;
}

/** Size above which files are read piece by piece, elsewhere, in bytes. */
export const QUICK_BYTES = 256 * 1024;

/** Looks at paths without following links, each folder on the way held open. */
export class DiskView {
  readonly #folders: OpenFolders;
  readonly #content: ContentStore;
  readonly #signal: AbortSignal | undefined;
  readonly #places = new Map<string, FolderOnDisk>();

  /** @param signal ends the look at large files */
  constructor(folders: OpenFolders, content: ContentStore, signal?: AbortSignal) {
    this.#folders = folders;
    this.#content = content;
    this.#signal = signal;
  }

  /** Looks at the path and keeps its bytes, to be flushed by `content.settle`. Never throws. */
  async look(path: string, expected?: FileState): Promise<PathView> {
    return this.lookNow(path, expected) ?? (await lookSafely(path, () => this.#keepAndLook(path)));
  }

  /** The same as `look`, but without giving way; `undefined` if bytes have to be kept first. Never throws. */
  lookNow(path: string, expected?: FileState): PathView | undefined {
    try {
      return this.#lookNow(path, expected);
    } catch (error) {
      return notSeen(path, error);
    }
  }

  #lookNow(path: string, expected: FileState | undefined): PathView | undefined {
    const nothing = nothingAt(path, this.placeOf(dirname(path)));
    if (nothing.place.kind !== 'folder') return nothing;
    const at = this.#folders.at(path);
    const stats = statsOf(at);
    if (!stats) return nothing;
    const seen = { ...nothing, ...identitiesOf(stats) };
    if (stats.isDirectory()) {
      const present = { kind: 'directory', size: 0, ...metadataOf(stats) } as const;
      return { ...seen, present, children: childNames(at, path) };
    }
    const present = this.#asExpected(at, stats, expected);
    return present && { ...seen, present };
  }

  async #keepAndLook(path: string): Promise<PathView> {
    const nothing = nothingAt(path, this.placeOf(dirname(path)));
    const at = this.#folders.at(path);
    const stats = statsOf(at);
    if (!stats) return nothing;
    return {
      ...nothing,
      ...identitiesOf(stats),
      present: await describeFile(at, this.#content, { settle: 'later', signal: this.#signal }),
      children: stats.isDirectory() ? childNames(at, path) : [],
    };
  }

  /** Returns the state if it is as expected: its hash shows that it is kept already, without keeping it once more. */
  #asExpected(at: string, stats: BigIntStats, expected: FileState | undefined): FileState | undefined {
    const { kind, hash, size } = expected ?? {};
    if (hash === undefined || size === undefined || stats.size !== BigInt(size)) return undefined;
    const isSameKind = kind === 'symlink' ? stats.isSymbolicLink() : stats.isFile() && size <= QUICK_BYTES;
    if (!isSameKind || hashOnDisk(at, kind) !== hash || !this.#content.hasNow(hash)) return undefined;
    return { kind: kind === 'symlink' ? kind : 'file', hash, size, ...metadataOf(stats) };
  }

  /** Whether there is this now, as far as its kind, bytes and permissions tell. Never throws. */
  async isAs(path: string, state: FileState | undefined): Promise<boolean> {
    this.#places.clear();
    const { present, problem } = await this.look(path);
    return problem === undefined && differenceOf(state, present) === undefined;
  }

  /** Determines the kind of a folder's path. Never throws. */
  placeOf(folder: string): FolderOnDisk {
    const known = this.#places.get(folder);
    if (known) return known;
    const place = this.#find(folder);
    this.#places.set(folder, place);
    return place;
  }

  #find(folder: string): FolderOnDisk {
    try {
      return this.#folders.has(folder) ? { kind: 'folder' } : this.#findAbsent(folder);
    } catch (error) {
      return { kind: 'blocked', at: folder, why: `${folder} cannot be opened: ${systemReason(error)}` };
    }
  }

  #findAbsent(folder: string): FolderOnDisk {
    const above = dirname(folder);
    if (above === folder) return { kind: 'folder' };
    const place = this.placeOf(above);
    if (place.kind !== 'folder') return place;
    const at = this.#folders.at(folder);
    const stats = statsOf(at);
    if (!stats) return { kind: 'missing' };
    if (!stats.isSymbolicLink()) return { kind: 'blocked', at: folder, why: `${folder} is no folder any more` };
    const target = pathFromBytes(readlinkSync(pathToBytes(at), { encoding: 'buffer' }));
    return {
      kind: 'blocked',
      at: folder,
      why: `${folder} is now a link to ${target}, so it would be written elsewhere`,
    };
  }
}

async function lookSafely(path: string, look: () => Promise<PathView>): Promise<PathView> {
  try {
    return await look();
  } catch (error) {
    return notSeen(path, error);
  }
}

function notSeen(path: string, error: unknown): PathView {
  const problem = error instanceof AppError || error instanceof MovedError ? error.message : systemReason(error);
  return { ...nothingAt(path, { kind: 'missing' }), problem: `it cannot be looked at: ${problem}` };
}

function nothingAt(path: string, place: FolderOnDisk): PathView {
  return { path, place, present: undefined, identity: undefined, node: undefined, children: [] };
}

/** Reads the status of an entry; `undefined` if there is none. */
export function statsOf(at: string): BigIntStats | undefined {
  try {
    return lstatSync(pathToBytes(at), { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** The hash of a file's bytes or a link's target; `undefined` if it cannot be read. */
function hashOnDisk(at: string, kind: FileState['kind'] | undefined): string | undefined {
  try {
    if (kind === 'symlink') return sha256(readlinkSync(pathToBytes(at), { encoding: 'buffer' }));
    const fd = openSync(pathToBytes(at), READ_NONBLOCKING_NOFOLLOW);
    try {
      return sha256(readFileSync(fd));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Whether nothing was done to what was looked at; if nothing was there, whether that is still so. */
export function isUntouched({ identity, present }: PathView, stats: BigIntStats | undefined): boolean {
  if (!identity || !stats) return !identity && !stats;
  // Inodes are used again, and of a folder nothing else is compared.
  if (stats.isDirectory() !== (present?.kind === 'directory')) return false;
  const keys = Object.keys(identity) as (keyof DiskIdentity)[];
  return keys.every((key) => identity[key] === stats[key]);
}

function identitiesOf(stats: BigIntStats): Pick<PathView, 'identity' | 'node'> {
  return { identity: diskIdentity(stats), node: `${stats.dev}:${stats.ino}` };
}

function diskIdentity(stats: BigIntStats): DiskIdentity {
  const { ino, size, mtimeNs, ctimeNs, nlink } = stats;
  if (stats.isDirectory()) return { ino };
  // Removing another name of a file is a change of it, too.
  return { ino, size, mtimeNs, ...(nlink === 1n && { ctimeNs }) };
}

function childNames(at: string, path: string): string[] {
  return readdirSync(pathToBytes(at), { encoding: 'buffer' }).map((name) => join(path, pathFromBytes(name)));
}
