import type { FolderHash } from './folder-hash.ts';
import type { TrustedFolder } from './trust-store.ts';

/** Least part of a folder's files that a trusted one has to have as they are, to be called like it. */
const LEAST_ALIKE = 0.5;

/** The trusted folder that has most of a folder's files as they are; undefined if none has half of them. */
export function nearestTrust(now: FolderHash, trusted: readonly TrustedFolder[]): TrustedFolder | undefined {
  const alike = trusted.map((one) => ({ one, share: shareOf(now, one) }));
  const best = alike.reduce<(typeof alike)[number] | undefined>(
    (most, next) => (most === undefined || next.share > most.share ? next : most),
    undefined,
  );
  return best !== undefined && best.share >= LEAST_ALIKE ? best.one : undefined;
}

function shareOf({ files }: FolderHash, { record }: TrustedFolder): number {
  const most = Math.max(files.size, record.files.size);
  if (most === 0) return 0;
  return [...files].filter(([file, hash]) => record.files.get(file) === hash).length / most;
}
