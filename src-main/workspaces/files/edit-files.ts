import { lstat, mkdir, open, realpath, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, isAppError, messageOf, systemCodeOf } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import { writeFileAtomic } from '#core/files/atomic-file';
import { READ_NONBLOCKING_NOFOLLOW } from '#core/files/open-flags';
import { MovedError, type PinnedFolder, pinFolder, systemReason } from '#core/files/pinned-folder';
import { sha256 } from '#core/text/sha256';

/** Largest text that a page edits, in bytes. */
export const MAX_EDITED_BYTES = 1_000_000;

/** Edits of each file, one at a time: each is compared with what the one before left. */
const edits = new KeyedMutex();

/** A text and the SHA-256 of its bytes. */
export interface EditedText {
  readonly text: string;
  readonly hash: string;
}

/**
 * Reads a text file of a workspace; `file` is relative to it. No link is followed.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT for what is no text or too large, DENIED for a path that leads out of the folder
 */
export async function readWorkspaceText(folder: string, file: string): Promise<EditedText> {
  await using place = await openFileFolder(folder, file);
  const bytes = await readBytes(place, file);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), hash: sha256(bytes) };
  } catch {
    throw new AppError('INVALID_INPUT', `${file} is not UTF-8 text, so it cannot be edited here`, { where: file });
  }
}

/**
 * Writes a file as the person edited it, and answers its new hash. `hash` is that of what was edited; without one the file is
 * new. Its permissions stay.
 *
 * @throws AppError CONFLICT when the file is not what was edited, DENIED, UNAVAILABLE
 */
export function writeText(folder: string, file: string, edited: Partial<EditedText> & { readonly text: string }) {
  return edits.run(join(folder, file), () => writeOver(folder, file, edited));
}

async function writeOver(
  folder: string,
  file: string,
  { text, hash }: Partial<EditedText> & { readonly text: string },
): Promise<{ readonly hash: string }> {
  await using place = await openFileFolder(folder, file, hash === undefined);
  const before = await readBytes(place, file).catch((error: unknown) => {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  });
  if ((before && sha256(before)) !== hash) throw changedMeanwhile(file, before !== undefined);
  const mode = before ? (await lstat(place.path)).mode & 0o777 : 0o644;
  const bytes = Buffer.from(text);
  await writeFileAtomic(place.path, bytes, { mode }).catch((error: unknown) => {
    const advice = 'Make the folder writable, or free some space';
    throw new AppError('UNAVAILABLE', `${file} could not be saved: ${systemReason(error)}`, { where: file, advice });
  });
  return { hash: sha256(bytes) };
}

/** @throws AppError NOT_FOUND, DENIED, UNAVAILABLE */
export function removeFile(folder: string, file: string): Promise<void> {
  return edits.run(join(folder, file), async () => {
    await using place = await openFileFolder(folder, file);
    await readBytes(place, file);
    await unlink(place.path).catch((error: unknown) => {
      throw new AppError('UNAVAILABLE', `${file} could not be removed: ${systemReason(error)}`, { where: file });
    });
  });
}

interface OpenedFolder extends AsyncDisposable {
  /** Stays in the folder that was found, whatever its own path leads to by now. */
  readonly path: string;
}

async function openFileFolder(folder: string, file: string, makesFolders = false): Promise<OpenedFolder> {
  const names = file.split('/');
  if (names.some((name) => name === '' || name === '.' || name === '..' || /[\0\\]/.test(name))) {
    throw new AppError('DENIED', `${JSON.stringify(file)} is no path of a file in the workspace`, { where: file });
  }
  const parent = dirname(join(folder, ...names));
  if (makesFolders) await makeFolder(folder, parent, file);
  let pinned: PinnedFolder;
  try {
    pinned = await pinFolder(parent);
  } catch (error) {
    if (error instanceof MovedError)
      throw new AppError('NOT_FOUND', `There is no ${file} in the workspace`, { where: file });
    throw new AppError('UNAVAILABLE', `${file} cannot be reached: ${messageOf(error)}`, { where: file });
  }
  return { path: pinned.at(basename(file)), [Symbol.asyncDispose]: () => pinned[Symbol.asyncDispose]() };
}

/** Makes the folders on the way, where none of them is a link. */
async function makeFolder(folder: string, parent: string, file: string): Promise<void> {
  let known = parent;
  while (known !== folder && (await lstat(known).catch(() => undefined)) === undefined) known = dirname(known);
  if ((await realpath(known)) !== known) {
    throw new AppError('DENIED', `A link is on the way to ${file}, so nothing is written there`, { where: file });
  }
  await mkdir(parent, { recursive: true }).catch((error: unknown) => {
    throw new AppError('UNAVAILABLE', `The folder of ${file} could not be made: ${systemReason(error)}`, {
      where: file,
    });
  });
}

async function readBytes({ path }: OpenedFolder, file: string): Promise<Buffer> {
  try {
    const handle = await open(path, READ_NONBLOCKING_NOFOLLOW);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw notText(file, 'is no regular file');
      if (found.size > MAX_EDITED_BYTES) throw notText(file, `is larger than ${MAX_EDITED_BYTES / 1_000_000} MB`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new AppError('NOT_FOUND', `There is no ${file} in the workspace`, { where: file });
    }
    if (code === 'ELOOP') throw notText(file, 'is a link');
    throw new AppError('UNAVAILABLE', `${file} cannot be read: ${systemReason(error)}`, { where: file });
  }
}

const notText = (file: string, what: string) =>
  new AppError('INVALID_INPUT', `${file} ${what}, so it cannot be edited here`, { where: file });

function changedMeanwhile(file: string, isThere: boolean): AppError {
  const what = isThere ? 'was changed by somebody else meanwhile' : 'is gone';
  return new AppError('CONFLICT', `${file} ${what}; nothing was written`, { where: file, advice: 'Look at it again' });
}
