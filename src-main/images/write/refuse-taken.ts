import { lstat, stat } from 'node:fs/promises';
import { AppError } from '#core/app-error';

/** Refuses a place for a new image where there is a folder or, unless it may be replaced, a file. @throws AppError */
export async function refuseTaken(output: string, mayReplace: boolean): Promise<void> {
  const target = await stat(output).catch(() => undefined);
  if (target?.isDirectory()) throw new AppError('CONFLICT', `${output} is a folder. Name a file for the image`);
  // A link that leads nowhere is there, too.
  const there = await lstat(output).catch(() => undefined);
  if (there && !mayReplace) {
    throw new AppError('CONFLICT', `${output} exists already. Name another file, or add --force`);
  }
}
