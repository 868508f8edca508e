import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, open, opendir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '#core/app-error';
import { mapBounded } from '#core/async/map-bounded';
import { READ_NONBLOCKING_NOFOLLOW } from '#core/files/open-flags';
import { sha256 } from '#core/text/sha256';
import type { FolderHash } from './folder-hash.ts';
import { isBoundFolder } from './what-is-bound.ts';

/** Number of files above which a folder is not examined, and cannot be trusted. */
const MAX_FILES = 50_000;
const MAX_BYTES = 2_000_000_000;
const MAX_DEPTH = 64;
/** Files that are hashed at one time. */
const AT_ONCE = 16;
/** A file that is read in one go, in bytes. */
const READ_AT_ONCE = 262_144;
/** A file that changed so short before it was looked at may change again within one tick of the disk's clock, in nanoseconds. */
const RACY_NS = 2_000_000_000n;

interface HashedFile {
  readonly fingerprint: string;
  readonly hash: string;
  readonly isExecutable: boolean;
}

interface FolderEntry {
  /** Relative to the folder, `/` between names. */
  readonly file: string;
  readonly isLink: boolean;
}

/** Hashes what trust binds of folders, and reads only what changed since the last look. */
export class FolderHasher {
  readonly #seen = new Map<string, Map<string, HashedFile>>();

  /** Never throws for anything that is in the folder: what cannot be told is its `problem`. */
  async hash(folder: string, signal?: AbortSignal): Promise<FolderHash> {
    let entries: FolderEntry[];
    try {
      entries = await collectEntries(folder, signal);
    } catch (error) {
      signal?.throwIfAborted();
      return untold(messageOf(error));
    }
    const before = this.#seen.get(folder) ?? new Map<string, HashedFile>();
    const now = new Map<string, HashedFile>();
    let bytes = 0;
    let problem: string | undefined;
    await mapBounded(entries, AT_ONCE, async ({ file, isLink }) => {
      signal?.throwIfAborted();
      if (problem !== undefined) return;
      try {
        const seen = isLink ? await linkHash(folder, file) : await fileHash(folder, file, before.get(file));
        bytes += seen.size;
        if (bytes > MAX_BYTES)
          problem = `It has more than ${MAX_BYTES / 1_000_000} MB of files, so it cannot be trusted as a whole`;
        now.set(file, seen);
      } catch (error) {
        problem = `${file} cannot be read: ${messageOf(error)}`;
      }
    });
    if (problem !== undefined) return untold(problem);
    this.#seen.set(folder, now);
    const files = new Map(entries.map(({ file }): [string, string] => [file, now.get(file)?.hash ?? '']));
    const executable = new Set(entries.flatMap(({ file }) => (now.get(file)?.isExecutable ? [file] : [])));
    return { hash: wholeHash(files), files, executable };
  }

  /** Lets go of what is known of a folder. */
  forget(folder: string): void {
    this.#seen.delete(folder);
  }
}

const untold = (problem: string): FolderHash => ({ hash: '', files: new Map(), executable: new Set(), problem });

/** Every bound file, in order. @throws Error that says why there are too many, or the system's */
async function collectEntries(folder: string, signal?: AbortSignal): Promise<FolderEntry[]> {
  const found: FolderEntry[] = [];
  const waiting: (readonly string[])[] = [[]];
  for (let names = waiting.pop(); names; names = waiting.pop()) {
    signal?.throwIfAborted();
    if (names.length > MAX_DEPTH) throw new Error(`${names.slice(0, 3).join('/')}… lies too deep to be looked at`);
    const { files, folders } = await boundIn(folder, names);
    for (const file of files) found.push(file);
    for (const inner of folders) waiting.push(inner);
    if (found.length > MAX_FILES) {
      throw new Error(`It has more than ${MAX_FILES.toLocaleString('en')} files, so it cannot be trusted as a whole`);
    }
  }
  return found.sort((one, other) => (one.file < other.file ? -1 : 1));
}

/** Bound files and folders of one folder; of more files than can be trusted, no more than is needed to say so. */
async function boundIn(folder: string, names: readonly string[]) {
  const files: FolderEntry[] = [];
  const folders: (readonly string[])[] = [];
  for await (const entry of await opendir(join(folder, ...names), { bufferSize: 256 })) {
    const path = [...names, entry.name];
    if (!isBoundFolder(path)) continue;
    const isLink = entry.isSymbolicLink();
    if (entry.isDirectory()) folders.push(path);
    if (isLink || entry.isFile()) files.push({ file: path.join('/'), isLink });
    if (files.length > MAX_FILES) break;
  }
  return { files, folders };
}

/** Whether a file may change once more with the times that it has; a program can set the one, and the system alone the other. */
export function isRacy({ mtimeNs, ctimeNs }: Pick<BigIntStats, 'mtimeNs' | 'ctimeNs'>, now: number): boolean {
  const newest = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return BigInt(now) * 1_000_000n - newest < RACY_NS;
}

async function fileHash(
  folder: string,
  file: string,
  before: HashedFile | undefined,
): Promise<HashedFile & { readonly size: number }> {
  const path = join(folder, file);
  const now = await lstat(path, { bigint: true });
  const fingerprint = `${now.mode} ${now.size} ${now.mtimeNs} ${now.ctimeNs} ${now.ino} ${now.dev}`;
  const size = Number(now.size);
  if (before?.fingerprint === fingerprint) return { ...before, size };
  const handle = await open(path, READ_NONBLOCKING_NOFOLLOW);
  try {
    const hash = createHash('sha256');
    // A stream costs as much as a small file.
    if (size <= READ_AT_ONCE) hash.update(await handle.readFile());
    else for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
    const isExecutable = (Number(now.mode) & 0o111) !== 0;
    return { fingerprint: isRacy(now, Date.now()) ? '' : fingerprint, hash: hash.digest('hex'), isExecutable, size };
  } finally {
    await handle.close();
  }
}

/** A link is bound by where it leads; what it leads to is bound where it lies. */
async function linkHash(folder: string, file: string): Promise<HashedFile & { readonly size: number }> {
  const target = await readlink(join(folder, file));
  const hash = sha256(`link ${target}`);
  return { fingerprint: '', hash, isExecutable: false, size: 0 };
}

/** Computes the hash over all files, from their names and hashes. */
export function wholeHash(files: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const [file, one] of files) hash.update(`${one} ${JSON.stringify(file)}\n`);
  return hash.digest('hex');
}
