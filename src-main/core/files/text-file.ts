import { type FileHandle, mkdir, open, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError, messageOf, systemCodeOf } from '../app-error.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { READ_NONBLOCKING } from './open-flags.ts';

/** Content on disk: nothing, a text, or something that cannot be read as one. */
export type FileReadResult =
  | { readonly state: 'missing' }
  | { readonly state: 'text'; readonly text: string }
  | { readonly state: 'unreadable'; readonly message: string };

/** Length in bytes for which there is room at first, whatever size a file says. */
const LEAST_BYTES = 1000;

/** Reads a small UTF-8 file; whatever is there, the answer is a value. */
export async function readTextFile(path: string, maxBytes: number): Promise<FileReadResult> {
  try {
    return await readRegularFile(path, maxBytes);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' };
    const message = error instanceof TypeError ? 'The file is not UTF-8 text' : messageOf(error);
    return { state: 'unreadable', message };
  }
}

async function readRegularFile(path: string, maxBytes: number): Promise<FileReadResult> {
  // A pipe in the file's place would keep a plain open waiting for a writer.
  const file = await open(path, READ_NONBLOCKING);
  try {
    const found = await file.stat();
    if (!found.isFile()) return { state: 'unreadable', message: 'This is not a regular file' };
    const bytes = await bytesOf(file, found.size, maxBytes);
    if (bytes.length > maxBytes) {
      return { state: 'unreadable', message: `The file is larger than ${maxBytes / 1_000_000} MB` };
    }
    return { state: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } finally {
    await file.close();
  }
}

/** Reads up to one byte more than it may have. The size alone does not tell: the file may grow meanwhile, or say nothing of it. */
async function bytesOf(file: FileHandle, size: number, maxBytes: number): Promise<Uint8Array> {
  let bytes = Buffer.allocUnsafe(Math.min(Math.max(size, LEAST_BYTES), maxBytes) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length);
    length += bytesRead;
    if (bytesRead === 0 || length > maxBytes) return bytes.subarray(0, length);
    if (length < bytes.length) continue;
    const longer = Buffer.allocUnsafe(Math.min(2 * length, maxBytes + 1));
    bytes.copy(longer, 0, 0, length);
    bytes = longer;
  }
}

/**
 * Writes where the name leads to, so that a linked file stays a link, and keeps the file's permissions; a new one is its
 * owner's alone.
 *
 * @throws AppError UNAVAILABLE
 */
export async function writeTextFile(path: string, text: string, mode?: number): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const target = await resolveLinkTarget(path);
    const present = await stat(target).catch(() => undefined);
    await writeFileAtomic(target, text, { mode: mode ?? (present?.mode ?? 0o600) & 0o777 });
  } catch (error) {
    const advice = 'Make the folder writable, or free some space.';
    throw new AppError('UNAVAILABLE', `${path} cannot be saved: ${messageOf(error)}`, { where: path, advice }, error);
  }
}

/** Most links on the way to a file, as many as Linux follows. */
const MAX_LINKS = 40;

/** Resolves a name to its target, even if it is a link, or a link to one, to a file that does not exist yet. */
export async function resolveLinkTarget(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const real = await realPath(target);
    if (real !== undefined) return real;
    const link = await readlink(target).catch(() => undefined);
    if (link === undefined) return target;
    // The folder's own path counts: `..` in the link leads out of the folder, not out of a link to it.
    target = resolve((await realPath(dirname(target))) ?? dirname(target), link);
  }
  return path;
}

async function realPath(path: string): Promise<string | undefined> {
  return await realpath(path).catch(() => undefined);
}
