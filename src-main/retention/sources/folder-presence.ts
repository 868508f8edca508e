import { lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, systemCodeOf } from '#core/app-error';

/** Presence of a folder; `why` explains in a sentence why it is unknown. */
export type FolderPresence = { readonly is: 'present' | 'gone' } | { readonly is: 'unknown'; readonly why: string };

/** Pattern of the paths at which removable drives are attached. */
const ATTACHED = /^\/(?:media|mnt|run\/media|Volumes)\//;

/**
 * Looks whether a folder is gone for good: it may be on a drive that is not attached.
 *
 * @param device on which it was, if that is known
 */
export async function presenceOf(folder: string, device?: string): Promise<FolderPresence> {
  try {
    await lstat(folder);
    return { is: 'present' };
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') return unknown(`The folder cannot be looked at: ${messageOf(error)}`);
  }
  if (ATTACHED.test(folder)) return unknown('The folder may be on a drive that is not attached now');
  const parent = await stat(dirname(folder), { bigint: true }).catch(() => undefined);
  if (!parent) return unknown('The folder that it was in is not there either: the disk may be missing');
  if (device !== undefined && String(parent.dev) !== device) {
    return unknown('The folder was on another disk, which may be missing now');
  }
  return { is: 'gone' };
}

const unknown = (why: string): FolderPresence => ({ is: 'unknown', why });
