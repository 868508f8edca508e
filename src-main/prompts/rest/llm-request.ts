import { isUtf8 } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, systemCodeOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { bareAddress, withBasic } from '#core/servers/bare-address';
import { cutEnd } from '../render/cut.ts';
import type { LlmTarget } from './rest-ports.ts';

export interface LlmRequest {
  readonly target: LlmTarget;
  /** JSON text. */
  readonly body: string;
  readonly isStreamed: boolean;
  /** The client has gone. */
  readonly signal: AbortSignal;
}

/** Result of asking a model, at the third attempt at the latest. */
export type LlmAnswer =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly type: string; readonly chunks: AsyncIterable<Uint8Array> }
  | { readonly kind: 'failed'; readonly cause: string; readonly wasReached: boolean };

/** Waits before the second attempt and the third, from the end of the one before. */
const WAITS_MS = [100, 300];
const ATTEMPT_MS = 30_000;
/** Longest silence of a stream that has begun, in milliseconds. */
const SILENCE_MS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_CAUSE = 300;

/** The server was reached, and its answer is of no use. */
class ModelRefusal extends Error {}

/** Words for network errors on the way to a server; other codes are reported as they are. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ECONNRESET: 'it closed the connection before it answered',
  UND_ERR_SOCKET: 'it closed the connection before it answered',
  ENOTFOUND: 'the name of its address is not known',
  EAI_AGAIN: 'the name of its address could not be looked up',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it stopped in the middle of its answer',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its address',
};

/** Asks up to three times; every kind of failure is alike. A stream that has begun is not asked for again. */
export async function askLlm(request: LlmRequest): Promise<LlmAnswer> {
  let cause = '';
  let wasReached = false;
  for (let attempt = 0; attempt <= WAITS_MS.length; attempt++) {
    try {
      if (attempt > 0) await sleep(WAITS_MS[attempt - 1], undefined, { signal: request.signal });
      return await attemptOf(request);
    } catch (error) {
      cause = causeOf(error);
      wasReached = error instanceof ModelRefusal;
    }
    if (request.signal.aborted) break;
  }
  return { kind: 'failed', wasReached, cause: cutEnd(withoutKey(cause, request.target.apiKey), MAX_CAUSE) };
}

async function attemptOf({ target, body, isStreamed, signal }: LlmRequest): Promise<LlmAnswer> {
  const attempt = new AbortController();
  const stopped = onAbort(signal, (reason) => attempt.abort(reason));
  const timer = setTimeout(() => attempt.abort(new Error(`no answer within ${ATTEMPT_MS / 1000} s`)), ATTEMPT_MS);
  const over = () => {
    clearTimeout(timer);
    stopped[Symbol.dispose]();
  };
  try {
    // fetch takes no address with a password, and repeats it in its refusal.
    const { address, basic } = bareAddress(`${target.baseUrl.replace(/\/+$/, '')}/chat/completions`);
    const response = await fetch(address, {
      method: 'POST',
      // Another server was not chosen, and is not sent what this one was to be asked.
      redirect: 'manual',
      headers: headersOf(target, basic, isStreamed),
      body,
      signal: attempt.signal,
    });
    if (response.status >= 300) throw new ModelRefusal(await refusalText(response, address));
    const type = response.headers.get('content-type') ?? '';
    if (isStreamed && type.startsWith('text/event-stream') && response.body) {
      clearTimeout(timer);
      return { kind: 'stream', type, chunks: withinIdleLimit(response.body, attempt, over) };
    }
    const bytes = await readAll(response);
    // What is recorded of it would be another text than what is passed on.
    if (!isUtf8(bytes)) throw new ModelRefusal('the answer is not UTF-8');
    JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
    over();
    return { kind: 'whole', bytes };
  } catch (error) {
    over();
    attempt.abort();
    throw error instanceof SyntaxError ? new ModelRefusal('the answer is not JSON') : error;
  }
}

async function readAll(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new ModelRefusal('the answer has more than 64 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Hands on what comes, and gives up when nothing does. */
async function* withinIdleLimit(
  body: AsyncIterable<Uint8Array>,
  attempt: AbortController,
  over: () => void,
): AsyncGenerator<Uint8Array, void> {
  const silence = setTimeout(() => attempt.abort(new Error('the stream stopped')), SILENCE_MS);
  try {
    for await (const chunk of body) {
      silence.refresh();
      yield chunk;
    }
  } finally {
    clearTimeout(silence);
    over();
    attempt.abort();
  }
}

/** Headers of a request; a key goes before the login of the address. */
function headersOf(
  { apiKey }: LlmTarget,
  basic: string | undefined,
  isStreamed: boolean,
): Readonly<Record<string, string>> {
  const headers = {
    'content-type': 'application/json',
    accept: isStreamed ? 'text/event-stream' : 'application/json',
  };
  return apiKey === '' ? withBasic(headers, basic) : { ...headers, authorization: `Bearer ${apiKey}` };
}

async function refusalText(response: Response, address: URL): Promise<string> {
  const target = response.status < 400 ? response.headers.get('location') : null;
  if (target === null || !URL.canParse(target, address)) {
    return `status ${response.status}${await refusalReason(response)}`;
  }
  await response.body?.cancel();
  const { origin, pathname } = new URL(target, address);
  return `status ${response.status}: it sends on to ${origin}${pathname}, which is not followed`;
}

/** Extracts the server's own reason, if it gives one in the usual form. */
async function refusalReason(response: Response): Promise<string> {
  const text = await readSome(response).catch(() => '');
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } | string };
    const message = typeof error === 'string' ? error : error?.message;
    return typeof message === 'string' ? `: ${message}` : '';
  } catch {
    return '';
  }
}

async function readSome(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > 16_384) break;
  }
  return Buffer.concat(chunks).toString();
}

function causeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = systemCodeOf(inner);
  if (code === undefined) return messageOf(inner);
  return Object.hasOwn(CAUSES, code) ? `${CAUSES[code]} (${code})` : code;
}

/** Servers like to repeat a key that they refuse. To be asked before a text is cut: a part of it is no key that is found. */
function withoutKey(text: string, key: string): string {
  if (key === '') return text;
  const written = [key, encodeURIComponent(key.toWellFormed()), JSON.stringify(key).slice(1, -1)];
  return written.reduce((cleaned, form) => cleaned.replaceAll(form, '[key]'), text);
}
