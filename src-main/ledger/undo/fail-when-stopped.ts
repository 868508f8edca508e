import { AppError } from '#core/app-error';

/** @throws AppError CANCELLED if the undo or redo is no longer wanted; asked as long as no file was changed */
export function failWhenStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('CANCELLED', 'It was stopped before any file was changed');
}
