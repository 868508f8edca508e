import type { ErrorCode, ErrorDetail } from '#contract';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { ImageError } from '../image-error.ts';

/** An error as it crosses to another thread, where it is told from others by the same means. */
export type CarriedError =
  | { readonly kind: 'app'; readonly code: ErrorCode; readonly message: string; readonly detail?: ErrorDetail }
  | { readonly kind: 'image'; readonly defect: ImageError['defect']; readonly message: string }
  /** Anything else; `code` is the system's. */
  | { readonly kind: 'other'; readonly code?: string; readonly message: string; readonly stack?: string };

export function carriedError(error: unknown): CarriedError {
  const message = messageOf(error);
  if (error instanceof ImageError) return { kind: 'image', defect: error.defect, message };
  if (error instanceof AppError) {
    return { kind: 'app', code: error.code, message, ...(error.detail && { detail: error.detail }) };
  }
  const code = systemCodeOf(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return { kind: 'other', message, ...(code !== undefined && { code }), ...(stack !== undefined && { stack }) };
}

export function restoredError(carried: CarriedError): Error {
  switch (carried.kind) {
    case 'app':
      return new AppError(carried.code, carried.message, carried.detail);
    case 'image':
      return new ImageError(carried.defect, carried.message);
    default: {
      const { message, code, stack } = carried;
      return Object.assign(new Error(message), code !== undefined && { code }, stack !== undefined && { stack });
    }
  }
}
