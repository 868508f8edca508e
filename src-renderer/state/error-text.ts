import type { ErrorCode, ErrorDetail } from '#contract';
import { errorCodes } from '#contract/error-codes';
import { ConnectionLostError } from '../api/connection-lost-error.ts';

/** Describes a failure for a person: what happened, then what can be done about it. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const advice = errorDetail(error)?.advice;
  return advice === undefined || message.includes(advice) ? message : `${withFullStop(message)} ${advice}`;
}

/**
 * Describes a failure after what was not done, such as “Nothing was written”. Where the connection was lost nobody knows
 * whether it was, so that is all that is said.
 */
export function failureText(undone: string, error: unknown): string {
  return error instanceof ConnectionLostError ? errorText(error) : `${undone}: ${errorText(error)}`;
}

/** Adds a full stop, so that another sentence may follow. */
const withFullStop = (text: string) => (/[.!?:…]$/.test(text) ? text : `${text}.`);

/** The code of an expected failure; undefined for a bug or a lost connection. */
export function errorCode(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return CODES.has(String(error.code)) ? (error.code as ErrorCode) : undefined;
}

const CODES: ReadonlySet<string> = new Set(errorCodes);

function errorDetail(error: unknown): ErrorDetail {
  if (errorCode(error) === undefined || !(error instanceof Error) || !('data' in error)) return undefined;
  // An expected failure's data was checked against the contract where it was received.
  return error.data as ErrorDetail;
}

/** Lists problems and their places, if the failure names them. */
export function errorProblems(error: unknown): NonNullable<NonNullable<ErrorDetail>['problems']> {
  return errorDetail(error)?.problems ?? [];
}
