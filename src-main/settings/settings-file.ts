import { mkdir, open, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { writeFileAtomic } from '#core/atomic-file';
import { MAX_SETTINGS_BYTES } from './settings-text.ts';

/** What is on disk: nothing, a text, or something that cannot be read as one. */
export type FileReading =
  | { readonly state: 'missing' }
  | { readonly state: 'text'; readonly text: string }
  | { readonly state: 'unreadable'; readonly message: string };

export async function readSettingsFile(path: string): Promise<FileReading> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const isTooLarge = size > MAX_SETTINGS_BYTES;
      if (isTooLarge) return { state: 'unreadable', message: `The file has ${size} bytes; at most 1 MB is read` };
      const bytes = await file.readFile();
      // Checked on the bytes that were read: the file may have grown.
      if (bytes.byteLength > MAX_SETTINGS_BYTES)
        return { state: 'unreadable', message: 'The file is larger than 1 MB' };
      return { state: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' };
    const message = error instanceof TypeError ? 'The file is not UTF-8 text' : messageOf(error);
    return { state: 'unreadable', message };
  }
}

/** Writes where the name leads to, so that a linked file stays a link. @throws AppError UNAVAILABLE */
export async function writeSettingsFile(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFileAtomic(await realpath(path).catch(() => path), text);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** Gives the file a name that says it was broken, and returns it. @throws AppError UNAVAILABLE */
export async function setAside(path: string, now: Date): Promise<string> {
  const date = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const extension = extname(path);
  const stem = join(dirname(path), `${basename(path, extension)}.broken-${date}`);
  try {
    for (let number = 1; ; number++) {
      const kept = `${stem}${number === 1 ? '' : `-${number}`}${extension}`;
      if (await exists(kept)) continue;
      await rename(await realpath(path), kept);
      return kept;
    }
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function cannotWrite(path: string, error: unknown): AppError {
  const advice = 'Make the folder writable, or free some space; until then the app runs on what it has.';
  return new AppError(
    'UNAVAILABLE',
    `The settings cannot be saved: ${messageOf(error)}`,
    { where: path, advice },
    error,
  );
}
