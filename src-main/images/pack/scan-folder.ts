import type { BigIntStats } from 'node:fs';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { shownBytes } from '#core/files/path-bytes';
import { DEFAULT_LIMITS, type ImageLimits } from '../check/limits.ts';
import type { NewContent, NewEntry, NewFolder, NewXattr } from '../write/new-entry.ts';
import { FileSource, type SourceListing } from './file-source.ts';
import { type FileStamp, fileStamp } from './file-stamp.ts';
import { FolderDoor } from './folder-door.ts';

/** Reason why something of a folder is not in its image. */
export type LeftOutReason = 'ignored' | 'secret' | 'special' | 'gone';

export interface LeftOutEntry {
  readonly path: string;
  readonly reason: LeftOutReason;
}

type SeenKind = 'dir' | 'link' | 'other';

export interface ScanOptions {
  /** The folder; resolved, without links. */
  readonly folder: string;
  /** Returns the reason why a path of it is left out; `undefined` if it is packed. */
  readonly judge: (path: string, kind: SeenKind) => LeftOutReason | undefined;
  /** Whether the content of a file is a reason to leave it out as a secret. */
  readonly holdsSecret?: (path: string, content: NewContent) => boolean;
  readonly limits?: Partial<ImageLimits>;
  readonly signal?: AbortSignal | undefined;
}

/** An entry of a folder, with what it was when it was seen. */
export interface ScannedEntry {
  readonly path: string;
  readonly entry: NewEntry & { readonly xattrs: NewXattr[] };
  readonly seen: FileStamp;
}

/** Content of a folder. The bytes of its files are read when they are written. */
export interface ScannedFolder {
  readonly root: NewFolder;
  /** Entries in the order in which they were found; the first of several names of one file. */
  readonly entries: readonly ScannedEntry[];
  /** Bytes of all files. */
  readonly bytes: number;
  /** Grows while files are read: those that are gone. */
  readonly leftOut: LeftOutEntry[];
  /** Files that would have run as another user, and are packed without that. */
  readonly tamed: readonly string[];
  /** Grows while files are read: those that changed each time. */
  readonly unsteady: ReadonlySet<string>;
}

const PERMISSIONS = 0o7777;
const SET_ID = 0o6000;
/** Entries between two chances for others to work. */
const BREATH = 300;

/**
 * Lists a folder with all that is in it. @throws AppError if it is larger than an image may be, or cannot be read; the
 * signal's reason
 */
export async function scanFolder(options: ScanOptions): Promise<ScannedFolder> {
  return await new FolderScan(options).run();
}

/** An entry of a folder that is open. */
interface FoundEntry {
  readonly door: FolderDoor;
  readonly name: string;
  /** Path in the scanned folder. */
  readonly path: string;
  readonly seen: BigIntStats;
}

/** Error codes of the file system for entries that were removed or replaced. */
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

function kindOf(seen: BigIntStats): SeenKind {
  if (seen.isDirectory()) return 'dir';
  return seen.isSymbolicLink() ? 'link' : 'other';
}

class FolderScan {
  readonly #options: ScanOptions;
  readonly #limits: ImageLimits;
  readonly #entries: ScannedEntry[] = [];
  readonly #leftOut: LeftOutEntry[] = [];
  readonly #tamed: string[] = [];
  readonly #unsteady = new Set<string>();
  readonly #listing: SourceListing;
  /** Files that have several names, by their place in the file system. */
  readonly #files = new Map<string, NewEntry>();
  /** Contents of those. */
  readonly #sources = new Map<NewEntry, FileSource>();
  #bytes = 0;
  #count = 0;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#listing = {
      folder: options.folder,
      onUnsteady: (path) => void this.#unsteady.add(path),
      onGone: (path) => void this.#leftOut.push({ path, reason: 'gone' }),
    };
  }

  async run(): Promise<ScannedFolder> {
    using door = new FolderDoor(this.#options.folder);
    const root = this.#newFolder('', door.look('.'));
    await this.#list(door, '', root);
    return {
      root,
      entries: this.#entries,
      bytes: this.#bytes,
      tamed: this.#tamed,
      leftOut: this.#leftOut,
      unsteady: this.#unsteady,
    };
  }

  async #list(door: FolderDoor, prefix: string, folder: NewFolder): Promise<void> {
    for (const name of door.names().sort()) {
      const path = prefix + name;
      if (++this.#count % BREATH === 0) await this.#breathe();
      const seen = this.#look({ door, name, path });
      if (!seen) continue;
      const isFolder = seen.isDirectory();
      const reason = this.#options.judge(path, kindOf(seen));
      if (reason) {
        this.#leftOut.push({ path, reason });
        continue;
      }
      this.#refuseTooMuch(path);
      // Waiting for each file, too, would take as long as looking at it.
      if (isFolder) await this.#addFolder({ door, name, path, seen }, folder);
      else this.#addLeaf({ door, name, path, seen }, folder);
    }
  }

  async #addFolder(found: FoundEntry, parent: NewFolder): Promise<void> {
    const folder = this.#newFolder(found.path, found.seen);
    parent.children.set(found.name, folder);
    using inner = this.#enter(found);
    if (inner) await this.#list(inner, `${found.path}/`, folder);
  }

  #newFolder(path: string, seen: BigIntStats): NewFolder {
    const entry = { ...common(seen), kind: 'dir' as const, children: new Map<string, NewEntry>() };
    this.#entries.push({ path, entry, seen: fileStamp(seen) });
    return entry;
  }

  #addLeaf(found: FoundEntry, parent: NewFolder): void {
    const { name, path, seen } = found;
    const key = seen.nlink > 1n ? `${seen.dev}:${seen.ino}` : undefined;
    const known = key === undefined ? undefined : this.#files.get(key);
    if (known) {
      parent.children.set(name, known);
      this.#sources.get(known)?.addName(path);
      return;
    }
    const look = fileStamp(seen);
    const entry = this.#newLeaf(found, look);
    if (!entry) return;
    this.#entries.push({ path, entry, seen: look });
    if (key !== undefined) this.#files.set(key, entry);
    parent.children.set(name, entry);
  }

  #newLeaf({ door, name, path, seen }: FoundEntry, look: FileStamp): ScannedEntry['entry'] | undefined {
    if (seen.isSymbolicLink()) return { ...common(seen), kind: 'link', target: door.targetOf(name) };
    if (!seen.isFile()) {
      this.#leftOut.push({ path, reason: 'special' });
      return undefined;
    }
    const source = new FileSource(path, look, this.#listing);
    const content: NewContent = { from: 'source', source };
    if (this.#options.holdsSecret?.(path, content)) {
      this.#leftOut.push({ path, reason: 'secret' });
      return undefined;
    }
    this.#bytes += Number(seen.size);
    if (this.#bytes > this.#limits.bytes) throw tooMuchToPack(`more than ${this.#limits.bytes} bytes of files`);
    if ((Number(seen.mode) & SET_ID) !== 0) this.#tamed.push(path);
    const entry = { ...common(seen, PERMISSIONS & ~SET_ID), kind: 'file' as const, content };
    if (seen.nlink > 1n) this.#sources.set(entry, source);
    return entry;
  }

  #look({ door, name, path }: Omit<FoundEntry, 'seen'>): BigIntStats | undefined {
    return this.#unlessGone(path, () => door.look(name));
  }

  #enter({ door, name, path }: FoundEntry): FolderDoor | undefined {
    return this.#unlessGone(path, () => door.folder(name));
  }

  /** Runs a step; `undefined` if the path is gone by now, or has become something else. */
  #unlessGone<T>(path: string, step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!GONE.has(systemCodeOf(error) ?? '')) throw unreadableEntry(path, error);
      this.#leftOut.push({ path, reason: 'gone' });
      return undefined;
    }
  }

  #refuseTooMuch(path: string): void {
    const { entries, depth } = this.#limits;
    if (this.#count > entries) throw tooMuchToPack(`more than ${entries} entries`);
    // The folder of the layer is one name more; most paths are too short to have so many.
    if (path.length > depth && path.split('/').length + 1 > depth)
      throw tooMuchToPack(`a path of more than ${depth - 1} names: ${shownBytes(path)}`);
  }

  async #breathe(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#options.signal?.throwIfAborted();
  }
}

/** Fields that all entries have. `bits`: those of its mode that are kept. */
function common({ mode, uid, gid, mtimeMs }: BigIntStats, bits = PERMISSIONS) {
  return {
    mode: Number(mode) & bits,
    uid: Number(uid),
    gid: Number(gid),
    mtime: Math.floor(Number(mtimeMs) / 1000),
    xattrs: [] as NewXattr[],
  };
}

function tooMuchToPack(what: string): AppError {
  return new AppError('LIMIT_EXCEEDED', `The folder has ${what}: no image may hold that. Leave something out of it`);
}

function unreadableEntry(path: string, error: unknown): AppError {
  const what = `${shownBytes(path)} cannot be read: ${messageOf(error)}`;
  return new AppError('INVALID_INPUT', `${what}. Name it in the ignore file to leave it out`);
}
