import { join } from 'node:path';
import { ContentHash } from '#contract';
import { AppError } from '#core/app-error';

/** Path of kept bytes in the store's folder. @throws AppError INVALID_INPUT, so that no hash can name a file elsewhere */
export function contentPlace(folder: string, hash: ContentHash): string {
  if (!ContentHash.safeParse(hash).success) throw new AppError('INVALID_INPUT', `"${hash}" is no content hash`);
  return join(folder, hash.slice(0, 2), hash);
}

/** The folder of bytes that are written but not flushed yet. */
export function incomingFolder(folder: string): string {
  return join(folder, 'incoming');
}

/** The folder of bytes that retention is about to remove. */
export function leavingFolder(folder: string): string {
  return join(folder, 'leaving');
}

export function cannotKeepContent(folder: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new AppError(
    'UNAVAILABLE',
    `Bytes cannot be kept in ${folder}: ${reason}`,
    { where: folder, advice: 'Check the free space and the rights of the data folder' },
    error,
  );
}
