import { open, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { READ_NONBLOCKING_NOFOLLOW } from '#core/files/open-flags';
import { systemReason } from '#core/files/pinned-folder';
import { isHeldToTrust } from '../trust/what-is-bound.ts';
import { MAX_FILE_BYTES } from './limits.ts';

/** A file of a workspace: its text and bytes, `undefined` if there is none, or why it cannot be used. */
export type FileText = ReadText | { readonly problem: string } | undefined;

interface ReadText {
  readonly text: string;
  readonly bytes: Buffer;
  /** Path in the workspace, links resolved. */
  readonly place: string;
}

/**
 * Reads a small UTF-8 file in `folder`; `file` is relative. A link is followed as long as it stays in the folder, and does not lead
 * from what trust watches to what may change without a word.
 */
export async function readFileText(folder: string, file: string, maxBytes = MAX_FILE_BYTES): Promise<FileText> {
  try {
    const real = await realpath(join(folder, file));
    if (!real.startsWith(folder + sep))
      return { problem: 'It is a link that leads out of the workspace, so it is not used' };
    const place = relative(folder, real).replaceAll(sep, '/');
    if (isHeldToTrust(file) && !isHeldToTrust(place)) {
      return { problem: `It is a link to ${place}, which may change without a word, so it is not used` };
    }
    const handle = await open(real, READ_NONBLOCKING_NOFOLLOW);
    try {
      const found = await handle.stat();
      if (!found.isFile()) return { problem: 'It is no regular file' };
      if (found.size > maxBytes) return { problem: `It is larger than ${Math.round(maxBytes / 1024)} KiB` };
      const bytes = await handle.readFile();
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes, place };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (error instanceof TypeError) return { problem: 'It is not UTF-8 text' };
    return { problem: `It cannot be read: ${systemReason(error)}` };
  }
}
