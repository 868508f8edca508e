import type { ErrorCode } from '#contract';
import { AppError } from '#core/app-error';

/** Reason why an image cannot be opened in one way; another way may work. */
export type MountReason = 'backend' | 'place' | 'busy' | 'unsaved' | 'cancelled' | 'helper' | 'unknown';

const CODES: Readonly<Record<MountReason, ErrorCode>> = {
  backend: 'UNAVAILABLE',
  place: 'CONFLICT',
  busy: 'CONFLICT',
  unsaved: 'CONFLICT',
  cancelled: 'CANCELLED',
  helper: 'UNAVAILABLE',
  unknown: 'NOT_FOUND',
};

export class MountError extends AppError {
  readonly reason: MountReason;

  constructor(reason: MountReason, message: string, cause?: unknown) {
    super(CODES[reason], message, undefined, cause);
    this.reason = reason;
  }
}
