import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileState } from '#contract';
import { AppError } from '#core/app-error';
import { pathFromBytes, pathToBytes } from '#core/path-bytes';
import { MovedError, systemReason } from '#core/pinned-folder';
import { describeFile, isAbsent } from '../content/describe-file.ts';
import type { ContentStore } from '../ports.ts';
import { differenceOf } from '../state-difference.ts';
import type { OpenFolders } from './open-folders.ts';

/** Where a folder's path leads: to a folder, to nothing, or into something that is no folder. */
export type Place =
  | { readonly kind: 'folder' | 'missing' }
  | { readonly kind: 'blocked'; readonly at: string; readonly why: string };

/** Tells whether something was done to a file since it was looked at. Of a folder, its entries do not matter. */
type Identity = Pick<BigIntStats, 'ino'> & Partial<Pick<BigIntStats, 'size' | 'mtimeNs' | 'ctimeNs'>>;

/** What is at a path now. */
export interface PathView {
  readonly path: string;
  /** Where the path's folder leads. */
  readonly place: Place;
  /** Its bytes are kept. */
  readonly present: FileState | undefined;
  /** The same as long as nothing was done to it. */
  readonly identity: Identity | undefined;
  /** Device and inode. */
  readonly node: string | undefined;
  /** Paths of a present folder's entries. */
  readonly children: readonly string[];
  /** Why it could not be looked at, as a clause. */
  readonly problem?: string;
}

/** Larger files are read piece by piece, elsewhere. */
const QUICK_BYTES = 256 * 1024;

/** Looks at paths without following links, each folder on the way held open. */
export class DiskView {
  readonly #folders: OpenFolders;
  readonly #content: ContentStore;
  readonly #places = new Map<string, Place>();

  constructor(folders: OpenFolders, content: ContentStore) {
    this.#folders = folders;
    this.#content = content;
  }

  /** What is at the path, its bytes kept, to be flushed by `content.settle`. Never throws. */
  async look(path: string, expected?: FileState): Promise<PathView> {
    try {
      return await this.#look(path, this.placeOf(dirname(path)), expected);
    } catch (error) {
      const problem = error instanceof AppError || error instanceof MovedError ? error.message : systemReason(error);
      return { ...nothingAt(path, { kind: 'missing' }), problem: `it cannot be looked at: ${problem}` };
    }
  }

  async #look(path: string, place: Place, expected: FileState | undefined): Promise<PathView> {
    const nothing = nothingAt(path, place);
    if (place.kind !== 'folder') return nothing;
    const at = this.#folders.at(path);
    const stats = statsOf(at);
    if (!stats) return nothing;
    const quick = await this.#asExpected(at, stats, expected);
    const described = quick ?? (await describeFile(at, this.#content, { settle: 'later' }));
    return {
      ...{ path, place, identity: identityOf(stats), node: nodeOf(stats) },
      present: described && { ...metadataOf(stats), ...described },
      children: stats.isDirectory() ? childrenOf(at, path) : [],
    };
  }

  /** A small file that is as expected is kept already: its hash tells, without keeping it once more. */
  async #asExpected(at: string, stats: BigIntStats, expected: FileState | undefined): Promise<FileState | undefined> {
    if (!stats.isFile() || expected?.kind !== 'file' || expected.hash === undefined) return undefined;
    if (stats.size > QUICK_BYTES || stats.size !== BigInt(expected.size)) return undefined;
    const { hash, size } = expected;
    if (hashOfFile(at) !== hash || !(await this.#content.has(hash))) return undefined;
    return { kind: 'file', hash, size, mode: Number(stats.mode) & 0o7777 };
  }

  /** Whether there is this now, as far as its kind, bytes and permissions tell. Never throws. */
  async isAs(path: string, state: FileState | undefined): Promise<boolean> {
    this.#places.clear();
    const { present, problem } = await this.look(path);
    return problem === undefined && differenceOf(state, present) === undefined;
  }

  /** Where a folder's path leads. Never throws. */
  placeOf(folder: string): Place {
    const known = this.#places.get(folder);
    if (known) return known;
    const place = this.#find(folder);
    this.#places.set(folder, place);
    return place;
  }

  #find(folder: string): Place {
    try {
      return this.#folders.has(folder) ? { kind: 'folder' } : this.#findAbsent(folder);
    } catch (error) {
      return { kind: 'blocked', at: folder, why: `${folder} cannot be opened: ${systemReason(error)}` };
    }
  }

  #findAbsent(folder: string): Place {
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

function nothingAt(path: string, place: Place): PathView {
  return { path, place, present: undefined, identity: undefined, node: undefined, children: [] };
}

/** `undefined` when there is nothing. */
export function statsOf(at: string): BigIntStats | undefined {
  try {
    return lstatSync(pathToBytes(at), { bigint: true });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** `undefined` where it cannot be read. */
function hashOfFile(at: string): string | undefined {
  try {
    const fd = openSync(
      pathToBytes(at),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      return createHash('sha256').update(readFileSync(fd)).digest('hex');
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Whether nothing was done to what was looked at; where nothing was there, whether that is still so. */
export function isUntouched({ identity }: PathView, stats: BigIntStats | undefined): boolean {
  if (!identity || !stats) return !identity && !stats;
  const keys = Object.keys(identity) as (keyof Identity)[];
  return keys.every((key) => identity[key] === stats[key]);
}

function identityOf(stats: BigIntStats): Identity {
  const { ino, size, mtimeNs, ctimeNs, nlink } = stats;
  if (stats.isDirectory()) return { ino };
  // Removing another name of a file is a change of it, too.
  return { ino, size, mtimeNs, ...(nlink === 1n && { ctimeNs }) };
}

function nodeOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

function metadataOf(stats: BigIntStats): Pick<FileState, 'mtimeNs' | 'uid' | 'gid' | 'inode'> {
  const hasOwners = process.platform !== 'win32';
  return {
    mtimeNs: String(stats.mtimeNs),
    ...(hasOwners && { uid: Number(stats.uid), gid: Number(stats.gid) }),
    ...(stats.nlink > 1n && !stats.isDirectory() && { inode: nodeOf(stats) }),
  };
}

function childrenOf(at: string, path: string): string[] {
  return readdirSync(pathToBytes(at), { encoding: 'buffer' }).map((name) => join(path, pathFromBytes(name)));
}
