/** Entries of git's index: the names that are tracked, and which of them are repositories of their own. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { READ_NONBLOCKING } from '#core/files/open-flags';

export interface TrackedFiles {
  /** Relative to the working tree. */
  readonly names: readonly string[];
  /** Paths of submodules and other repositories in the tree. */
  readonly repositories: readonly string[];
}

const MAX_BYTES = 64_000_000;
const MAX_NAMES = 500_000;
/** Bytes of an entry before its hash: times, numbers, mode, owner, size. */
const FIXED_BYTES = 40;
const MODE_AT = 24;
const KIND = 0o170000;
const REPOSITORY = 0o160000;
const FOLDER = 0o040000;
/** A flag: two more bytes of flags follow. */
const EXTENDED = 0x4000;

/**
 * Reads the tracked names; undefined if the index cannot be read, empty if there is none. @param hashBytes 20, or 32
 * for a SHA-256 repository
 */
export async function trackedIn(gitFolder: string, hashBytes: number): Promise<TrackedFiles | undefined> {
  const bytes = await indexBytes(join(gitFolder, 'index'));
  if (bytes === undefined) return undefined;
  return bytes === 'missing' ? { names: [], repositories: [] } : indexEntries(bytes, hashBytes);
}

async function indexBytes(path: string): Promise<Buffer | 'missing' | undefined> {
  try {
    // A FIFO is not waited for.
    const file = await open(path, READ_NONBLOCKING);
    try {
      const found = await file.stat();
      return found.isFile() && found.size <= MAX_BYTES ? await file.readFile() : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    return systemCodeOf(error) === 'ENOENT' ? 'missing' : undefined;
  }
}

function indexEntries(bytes: Buffer, hashBytes: number): TrackedFiles | undefined {
  if (bytes.length < 12 + hashBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4 || count > MAX_NAMES) return undefined;
  const names: string[] = [];
  const repositories: string[] = [];
  const end = bytes.length - hashBytes;
  let at = 12;
  let before = Buffer.alloc(0);
  for (let index = 0; index < count; index += 1) {
    const entry = indexEntryAt(bytes, at, { version, hashBytes, before, end });
    // A folder in place of the names in it: a sparse index.
    if (entry === undefined || entry.kind === FOLDER) return undefined;
    names.push(entry.name.toString('utf8'));
    if (entry.kind === REPOSITORY) repositories.push(entry.name.toString('utf8'));
    at = entry.end;
    before = entry.name;
  }
  return hasKnownExtensions(bytes, at, end) ? { names, repositories } : undefined;
}

interface IndexEntry {
  readonly name: Buffer<ArrayBuffer>;
  readonly kind: number;
  readonly end: number;
}

interface IndexFormat {
  readonly version: number;
  readonly hashBytes: number;
  /** The name before it. */
  readonly before: Buffer<ArrayBuffer>;
  /** Paths of all entries. */
  readonly end: number;
}

function indexEntryAt(
  bytes: Buffer,
  at: number,
  { version, hashBytes, before, end }: IndexFormat,
): IndexEntry | undefined {
  const flagsAt = at + FIXED_BYTES + hashBytes;
  if (flagsAt + 4 > end) return undefined;
  const isExtended = (bytes.readUInt16BE(flagsAt) & EXTENDED) !== 0;
  const nameStart = flagsAt + (isExtended ? 4 : 2);
  const dropped = version === 4 ? droppedAt(bytes, nameStart) : { count: before.length, end: nameStart };
  const zero = bytes.indexOf(0, dropped.end);
  if (zero < 0 || zero >= end || dropped.count > before.length) return undefined;
  const kept = before.subarray(0, before.length - dropped.count);
  return {
    name: Buffer.concat([kept, bytes.subarray(dropped.end, zero)]),
    kind: bytes.readUInt32BE(at + MODE_AT) & KIND,
    // Older versions fill up to eight bytes, with one zero at least.
    end: version === 4 ? zero + 1 : at + ((zero - at + 8) & ~7),
  };
}

/** Decodes how many bytes of the previous name are replaced (index version 4), stored seven bits per byte. */
function droppedAt(bytes: Buffer, from: number): { readonly count: number; readonly end: number } {
  let at = from;
  let byte = bytes[at] ?? 0;
  let count = byte & 0x7f;
  while ((byte & 0x80) !== 0 && count < bytes.length) {
    at += 1;
    byte = bytes[at] ?? 0;
    count = (count + 1) * 128 + (byte & 0x7f);
  }
  return { count, end: at + 1 };
}

/** Extensions in small letters change what the entries mean; `link` says that most of them lie in another file. */
function hasKnownExtensions(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; ) {
    if (at + 8 > end) return false;
    const signature = bytes.toString('latin1', at, at + 4);
    if (!/^[A-Z]/.test(signature)) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
    if (at > end) return false;
  }
  return true;
}
