export interface Backoff {
  /** Retries after the first attempt. */
  readonly retries: number;
  /** The first delay at most, in milliseconds; each next is twice as long. */
  readonly firstMs: number;
  readonly maxMs: number;
}

export const DEFAULT_BACKOFF: Backoff = { retries: 5, firstMs: 500, maxMs: 8000 };

/** A server that asks for more patience than this is reported instead of waited for. */
export const MAX_WAIT_MS = 10 * 60_000;

/** Delay before a retry, in milliseconds: exponential, the upper half random so that many clients do not come back together. `retry` counts from 1. */
export function backoffMs(backoff: Backoff, retry: number, random: () => number): number {
  const full = Math.min(backoff.maxMs, backoff.firstMs * 2 ** (retry - 1));
  return Math.round(full / 2 + (full / 2) * random());
}

/**
 * Delay requested by `Retry-After`, in milliseconds: seconds or a date ([RFC 9110,
 * 10.2.3](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3)), or OpenAI's `retry-after-ms`. A date is of the server's clock, which
 * its `Date` tells; `now` is ours, which may be another.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (milliseconds >= 0) return Math.ceil(milliseconds);
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = dateIn(value);
  return date === undefined ? undefined : Math.max(0, date - (dateIn(headers.get('date') ?? '') ?? now));
}

/** A date of HTTP begins with the day's name; what else `Date.parse` makes of a text is none. */
function dateIn(value: string): number | undefined {
  const date = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}
