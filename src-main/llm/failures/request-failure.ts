import type { OpenAiError } from '#protocols';
import type { FailureOrigin, ModelFailure } from '../model-client.ts';
import { shownUrl } from '../servers/shown-url.ts';
import { explainConnectionError } from './connection-error.ts';
import { serverErrorText } from './error-text.ts';
import { MAX_WAIT_MS, retryAfterMs } from './retry-delay.ts';

interface FailureDetails {
  readonly retryable?: boolean;
  readonly isTransient?: boolean;
  readonly status?: number;
  /** Delay that the server asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  readonly origin?: FailureOrigin | undefined;
  readonly body?: string | undefined;
}

/** Error of a request, which tells whether trying again at once makes sense. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly code: ModelFailure['code'];
  /** Worth the person's trying again as it is. */
  readonly retryable: boolean;
  /** Worth trying again by itself, when nothing was received yet. */
  readonly isTransient: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly origin: FailureOrigin | undefined;
  /** The server's answer as it came. */
  readonly body: string | undefined;

  constructor(code: ModelFailure['code'], message: string, more: FailureDetails = {}) {
    super(message);
    this.code = code;
    this.isTransient = more.isTransient ?? false;
    this.retryable = more.retryable ?? this.isTransient;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
    this.origin = more.origin;
    this.body = more.body;
  }

  /** Copy of the failure for a request of which something was received, so that only a person may try again. */
  afterReceiving(): RequestFailure {
    return new RequestFailure(this.code, this.message, { retryable: this.retryable, origin: this.origin });
  }
}

/** Failure of an answer other than 2xx. `address` is named in every message. */
export function failureOfResponse(
  response: { readonly status: number; readonly headers: Headers; readonly body: string },
  address: string,
  now: number,
): RequestFailure {
  const { status, headers, body } = response;
  const said = serverErrorText(body, headers.get('content-type') ?? '');
  if (status >= 300 && status < 400) {
    const target = headers.get('location');
    const where = target === null ? 'another address' : shownUrl(target);
    return new RequestFailure('bad-request', `The server sends on to ${where} (${status} from ${address})`, { status });
  }
  const message = `${said === '' ? 'The server gave no reason' : said} (${status} from ${address})`;
  return failureOfStatus(status, message, { retryAfterMs: retryAfterMs(headers, now), body, said });
}

/** An error inside a stream that had begun with 200. */
export function failureInStream(value: unknown, address: string): RequestFailure {
  const body = JSON.stringify(value) ?? '';
  const said = serverErrorText(body, 'application/json');
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : value;
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN;
  const message = `${said === '' ? 'The server reported an error without a reason' : said} (in the reply of ${address})`;
  if (code >= 400 && code < 600) return failureOfStatus(code, message, { retryAfterMs: undefined, body, said });
  return new RequestFailure('server', message, { retryable: true, origin: { kind: 'answer', said } });
}

/** An error that a protocol's translation found in a reply. */
export function failureOfReply({ code: kind, message: said }: OpenAiError['error'], address: string): RequestFailure {
  const message = `${said} (in the reply of ${address})`;
  const answer = { origin: { kind: 'answer', said } as const, retryable: true };
  switch (kind) {
    case 'overloaded':
      return new RequestFailure('server', message, { ...answer, isTransient: true });
    case 'rate':
      return new RequestFailure('rate-limited', message, { ...answer, isTransient: true });
    case 'invalid':
      return new RequestFailure('bad-request', message, { ...answer, retryable: false });
    case 'api':
      return new RequestFailure('server', message, answer);
    case 'cut':
    case 'protocol':
      return new RequestFailure('broken-off', message, { retryable: true });
  }
}

/** Explains anything that was thrown while a request was sent or its reply read. */
export function failureOfError(error: unknown, address: string, hasBegun: boolean): RequestFailure {
  if (error instanceof RequestFailure) return error;
  const explained = explainConnectionError(error, address);
  if (hasBegun) {
    const message = `The connection broke in the middle of the reply of ${address} (${explained.detail})`;
    return new RequestFailure('broken-off', message, { retryable: true, isTransient: true });
  }
  const { message, isTransient, origin } = explained;
  return new RequestFailure('unreachable', message, { isTransient, retryable: true, origin });
}

interface ServerAnswer {
  readonly retryAfterMs: number | undefined;
  readonly body: string;
  /** The server's own words in the body. */
  readonly said: string;
}

function failureOfStatus(
  status: number,
  message: string,
  { retryAfterMs: wait, body, said }: ServerAnswer,
): RequestFailure {
  const answer = { status, body, origin: { kind: 'answer', said } as const };
  if (status === 401 || status === 403) return new RequestFailure('unauthorized', message, answer);
  if (status === 404 || status === 405) return new RequestFailure('not-found', message, answer);
  if (status === 429) {
    const isHopeless = isQuotaUsedUp(body) || (wait ?? 0) > MAX_WAIT_MS;
    const asked =
      wait !== undefined && wait > MAX_WAIT_MS ? `; it asks to wait ${Math.round(wait / 60_000)} minutes` : '';
    const more = { ...answer, isTransient: !isHopeless, retryable: true, retryAfterMs: wait };
    return new RequestFailure('rate-limited', message + asked, more);
  }
  if (isPassing(status)) {
    const isTransient = (wait ?? 0) <= MAX_WAIT_MS;
    return new RequestFailure('server', message, { ...answer, isTransient, retryable: true, retryAfterMs: wait });
  }
  return new RequestFailure('bad-request', message, answer);
}

/** Whether a status is of a server's trouble, or of a request that came too slowly or too early. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 425;

/**
 * Whether the server says that there is nothing left to pay with: it answers 429 as well, and waiting does not refill it. One that
 * limits the rate may name its page of billing too.
 */
const isQuotaUsedUp = (body: string): boolean =>
  /insufficient_quota|billing/i.test(body) && !/"rate_limit_exceeded"/.test(body);
