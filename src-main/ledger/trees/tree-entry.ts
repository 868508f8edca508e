import type { BigIntStats } from 'node:fs';
import type { ContentHash, FileState } from '#contract';

/** Metadata of a file that the system gives without reading it. While it is the same, the file is unchanged. */
export interface Fingerprint {
  /** Kind and permissions, as in `lstat`. */
  readonly mode: number;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
}

/** One name in a folder. What changes is a new entry; only what was not kept yet is filled in later. */
export interface TreeEntry {
  /** Name in the encoding of `core/files/path-bytes`. */
  readonly name: string;
  /** Fingerprint; `undefined` if the entry was read from a record and not seen by this process. */
  print: Fingerprint | undefined;
  state: FileState;
  /** Its bytes or attributes are still to be kept. */
  isPending: boolean;
  /** Whether attributes were read; if not, an absent `state.attributes` says nothing. */
  knowsAttributes: boolean;
  /**
   * Time at which this fingerprint was first seen, by `performance.now()`, if the file had changed so recently that
   * another change might not show in the fingerprint: it is read again at the next look.
   */
  unsureSince: number | undefined;
  /**
   * Whether it is in a snapshot that was given out before it was kept: from then on only its content of that moment may
   * be filled in.
   */
  isTold?: boolean;
  /** Whether it vanished before it could be kept. */
  isGone?: boolean;
}

/** A folder of which every entry was seen. It is never changed, so that snapshots share it. */
export class TreeFolder {
  /** Entries sorted by name, in the order of UTF-16 code units. */
  readonly entries: readonly TreeEntry[];
  /** Examined folders in it, by name. */
  readonly folders: ReadonlyMap<string, TreeFolder>;
  /** The hash of its record in the content store, once that is written. */
  recordHash: ContentHash | undefined;
  #places: ReadonlyMap<string, number> | undefined;
  #isAllKept = false;

  constructor(entries: readonly TreeEntry[], folders: ReadonlyMap<string, TreeFolder>) {
    this.entries = entries;
    this.folders = folders;
  }

  find(name: string): TreeEntry | undefined {
    const place = this.places.get(name);
    return place === undefined ? undefined : this.entries[place];
  }

  /** Whether everything in it is kept, at any depth. Once it is, it stays so, and needs no further look. */
  get isAllKept(): boolean {
    this.#isAllKept ||=
      this.entries.every(isEntryKept) && [...this.folders.values()].every((folder) => folder.isAllKept);
    return this.#isAllKept;
  }

  /** Indices of the entries by name. */
  get places(): ReadonlyMap<string, number> {
    this.#places ??= new Map(this.entries.map(({ name }, place) => [name, place]));
    return this.#places;
  }
}

function isEntryKept({ isPending, state }: TreeEntry): boolean {
  return !isPending && (state.notKept === undefined || state.kind === 'directory');
}

/**
 * Top of a tree, by what the workspace's own path led to: a folder that was seen completely, one that was not, or
 * nothing.
 */
export type TreeTop = TreeFolder | 'unseen' | 'absent';

const KIND_BITS = 0o170000;
const REGULAR = 0o100000;

export function fingerprintOf(stats: BigIntStats): Fingerprint {
  const { mtimeNs, ctimeNs, ino } = stats;
  return { mode: Number(stats.mode), size: Number(stats.size), mtimeNs, ctimeNs, inode: ino };
}

export function hasFingerprint(stats: BigIntStats, print: Fingerprint | undefined): boolean {
  return (
    print !== undefined &&
    print.ctimeNs === stats.ctimeNs &&
    print.mtimeNs === stats.mtimeNs &&
    print.inode === stats.ino &&
    print.size === Number(stats.size) &&
    print.mode === Number(stats.mode)
  );
}

export function isSameFingerprint(one: Fingerprint, other: Fingerprint): boolean {
  return (
    one.ctimeNs === other.ctimeNs &&
    one.mtimeNs === other.mtimeNs &&
    one.inode === other.inode &&
    one.size === other.size &&
    one.mode === other.mode
  );
}

/** Whether an entry is a pipe, a socket or a device, which has no bytes to keep. */
export function isSpecial({ print, state }: TreeEntry): boolean {
  return state.kind === 'file' && print !== undefined && (print.mode & KIND_BITS) !== REGULAR;
}

const UNSEEN = 'what is in it was not watched';

/** The state as it is told: a folder that was not looked into says so. */
export function stateIn(folder: TreeFolder, { name, state }: TreeEntry): FileState {
  if (state.kind !== 'directory' || state.notKept !== undefined || folder.folders.has(name)) return state;
  return { ...state, notKept: UNSEEN };
}

export function joinNames(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}
