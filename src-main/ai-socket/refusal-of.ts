import { isPlainObject } from '#contract/plain-object';
import { messageOf } from '#core/app-error';
import { HttpRefusal } from '#core/servers/http-refusal';
import { RequestFailure } from '#llm/relay';

/** Converts anything thrown while asking the service; its own status and words are kept, if it gave any. */
export function refusalOf(error: unknown): HttpRefusal {
  if (error instanceof HttpRefusal) return error;
  if (!(error instanceof RequestFailure)) return new HttpRefusal(500, messageOf(error), null);
  const status = error.status ?? STATUS[error.code] ?? 500;
  const { type, code } = errorFields(error.body);
  const wait = error.retryAfterMs;
  const headers: Record<string, string> = wait === undefined ? {} : { 'Retry-After': String(Math.ceil(wait / 1000)) };
  const kept = status >= 400 && status < 600 ? status : 502;
  return new HttpRefusal(kept, error.message, code ?? error.code, { headers, type });
}

export function errorBody({ message, status, type, code }: HttpRefusal) {
  return { error: { message, type: type ?? errorType(status), param: null, code } };
}

/** Failures that no answer of HTTP stands behind. */
const STATUS: Partial<Record<RequestFailure['code'], number>> = {
  unauthorized: 401,
  'not-found': 404,
  'rate-limited': 429,
  'bad-request': 400,
  stalled: 504,
  unreachable: 502,
  'broken-off': 502,
  server: 502,
};

function errorType(status: number): string {
  if (status === 401 || status === 403) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

/** The type and code that the service gave its error. */
function errorFields(body: string | undefined): { readonly type?: string; readonly code?: string } {
  let value: unknown;
  try {
    value = JSON.parse(body ?? '');
  } catch {
    return {};
  }
  const error = isPlainObject(value) && isPlainObject(value.error) ? value.error : {};
  return {
    ...(typeof error.type === 'string' && { type: error.type }),
    ...(typeof error.code === 'string' && { code: error.code }),
  };
}
