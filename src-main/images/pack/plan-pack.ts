import { stat } from 'node:fs/promises';
import type { LikelySecret, PackPlan } from '#contract';
import { shownBytes } from '#core/files/path-bytes';
import { isSecretPath } from './find-secrets.ts';
import { folderAt, scanToPack } from './pack-folder.ts';
import type { LeftOutEntry } from './scan-folder.ts';

/** Longest lists of what is left out. */
const SHOWN = 200;

/**
 * Plans what packing a folder would take, leave out and ask about, but not which packer. @throws AppError NOT_FOUND,
 * INVALID_INPUT; the signal's reason
 */
export async function planPack(path: string, signal: AbortSignal): Promise<Omit<PackPlan, 'hasXz'>> {
  const folder = await folderAt(path);
  const output = await freeName(folder);
  const scanned = await scanToPack(folder, { output, includesSecret: () => false, signal });
  const pathsOf = (wanted: LeftOutEntry['reason']) =>
    scanned.leftOut.filter(({ reason }) => reason === wanted).map(({ path: found }) => found);
  const ignored = pathsOf('ignored');
  return {
    entries: scanned.entries.length,
    bytes: scanned.bytes,
    output,
    ignoredCount: ignored.length,
    secrets: pathsOf('secret').map(likelySecret),
    ignored: ignored.slice(0, SHOWN).map(shownBytes),
    special: pathsOf('special').slice(0, SHOWN).map(shownBytes),
  };
}

/** Explains by what a file was taken for one that holds a secret. */
export function likelySecret(path: string): LikelySecret {
  return { path, foundBy: isSecretPath(path) ? 'name' : 'content' };
}

/** Name beside the folder at which there is nothing yet. */
async function freeName(folder: string): Promise<string> {
  for (let count = 1; ; count++) {
    const path = `${folder}${count === 1 ? '' : `-${count}`}.squashfs`;
    if (!(await stat(path).catch(() => undefined))) return path;
  }
}
