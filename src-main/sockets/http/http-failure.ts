import { AppError, messageOf } from '#core/app-error';
import { HttpRefusal } from '#core/servers/http-refusal';

const STATUS: Readonly<Record<AppError['code'], number>> = {
  INVALID_INPUT: 400,
  DENIED: 403,
  NOT_FOUND: 404,
  CANCELLED: 409,
  CONFLICT: 409,
  LIMIT_EXCEEDED: 429,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
};

/** Converts anything thrown into an answer; undefined for our own faults, which are not disclosed. */
export function httpFailure(error: unknown): HttpRefusal | undefined {
  if (error instanceof HttpRefusal) return error;
  if (!(error instanceof AppError)) return undefined;
  const { advice } = error.detail ?? {};
  const text = advice === undefined ? messageOf(error) : `${messageOf(error)}. ${advice}`;
  return new HttpRefusal(STATUS[error.code], text, error.code.toLowerCase());
}

/** A refusal as it goes over the wire. */
export function bodyOf({ message, status, type, code }: HttpRefusal) {
  return { error: { message, type: type ?? (status < 500 ? 'invalid_request_error' : 'api_error'), code } };
}
