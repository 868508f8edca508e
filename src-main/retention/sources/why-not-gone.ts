import { lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, systemCodeOf } from '#core/app-error';

/** Where drives are attached that are not always there. */
const ATTACHED = /^\/(?:media|mnt|run\/media|Volumes|net|srv)\//;

/**
 * Why a folder may not be gone for good: it is there, or on a drive that is not.
 *
 * @param device on which it was, where that is known
 * @returns undefined where it is gone; `present` where it is there; else why nobody knows, as the end of a sentence about it
 */
export async function whyNotGone(folder: string, device?: string): Promise<'present' | string | undefined> {
  try {
    await lstat(folder);
    return 'present';
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') return `cannot be looked at: ${messageOf(error)}`;
  }
  if (ATTACHED.test(folder)) return 'may be on a drive that is not attached now';
  const parent = await stat(dirname(folder), { bigint: true }).catch(() => undefined);
  if (!parent) return 'is not there, and neither is the folder that it was in: the disk may be missing';
  if (device !== undefined && String(parent.dev) !== device) return 'was on another disk, which may be missing now';
  return undefined;
}
