import type { FileState } from '#contract';
import { AppError } from '#core/app-error';
import { systemReason } from '#core/files/pinned-folder';

/** Reason why a path is not restored. */
export interface UndoRefusal {
  readonly outcome: 'left' | 'unknown';
  readonly code: 'CONFLICT' | 'UNAVAILABLE';
  /** A clause about the path. */
  readonly why: string;
  readonly advice?: string | undefined;
  /** The folder or file that is in the way; the path itself unless told. */
  readonly where?: string | undefined;
  /** Whether it can be restored nevertheless if the person confirms it. */
  readonly canConfirm?: true | undefined;
  /** Whether it is already in the wanted state. */
  readonly isAlready?: true | undefined;
  /** Whether somebody has changed it after the change that was to be taken back. */
  readonly isChangedSince?: true | undefined;
}

const CONFIRM = 'Undo it all the same to put the old content back; the present content is kept on the ledger first';

export function conflict(why: string, more: Pick<UndoRefusal, 'advice' | 'where'> = {}): UndoRefusal {
  return { outcome: 'left', code: 'CONFLICT', why, ...more };
}

export function unavailableRefusal(why: string, more: Pick<UndoRefusal, 'advice' | 'where'> = {}): UndoRefusal {
  return { outcome: 'left', code: 'UNAVAILABLE', why, ...more };
}

/** Builds the refusal because the path was changed since. */
export function changedSince(difference: string): UndoRefusal {
  const why = `it is no longer as the change left it: ${difference}`;
  return { ...conflict(why, { advice: CONFIRM }), canConfirm: true, isChangedSince: true };
}

/** A refusal where nothing tells whether it is the change's own work that would be taken back. */
export function unknownRefusal(why: string): UndoRefusal {
  const advice = 'Look at it; undo it all the same if it is what you want. The present content is kept';
  return { outcome: 'unknown', code: 'CONFLICT', why, advice, canConfirm: true };
}

export const otherFiles = (): UndoRefusal =>
  conflict('it is a folder with other files in it, which are not removed with it', {
    advice: 'Undo the changes of the files in it first, or remove them yourself',
  });

export const notKept = (state: FileState): UndoRefusal =>
  unavailableRefusal(`what it was is not kept: ${state.notKept ?? 'its bytes are not on the ledger'}`);

export const changedMeanwhile = (): UndoRefusal => ({
  ...conflict('it was changed while it was being restored'),
  isChangedSince: true,
});

/** Refusal for a path at which the file system refused a step. */
export function notWritten(error: unknown): UndoRefusal {
  const reason = error instanceof AppError ? error.message : systemReason(error);
  return unavailableRefusal(`it could not be restored: ${reason}`, {
    advice: 'Check the rights and the space on that disk, then undo again',
  });
}

/** @returns the refusal as the failure of an undo of that path alone */
export function refusalError(path: string, { code, why, advice, where = path }: UndoRefusal): AppError {
  return new AppError(code, `${path} is left as it is: ${why}`, { where, ...(advice !== undefined && { advice }) });
}
