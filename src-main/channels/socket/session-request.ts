import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { ErrorCode } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { MAX_SOCKET_PATH_BYTES } from '#core/servers/unix-socket-server';

export interface SessionRequest {
  readonly socketPath: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** A session sends a heartbeat every 15 s: one that says nothing for so long is gone, in milliseconds. */
const SILENCE_MS = 60_000;
/** Longest answer that is read for its error. */
const MAX_ERROR_BYTES = 64 * 1024;

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_INPUT',
  403: 'DENIED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'INVALID_INPUT',
  429: 'LIMIT_EXCEEDED',
};

/** Asks a session over its socket; an answer of 200 or 204, unread. @throws AppError, also CANCELLED when `signal` aborts first */
export function askSession(asked: SessionRequest): Promise<IncomingMessage> {
  const { socketPath, method, path, headers, body, signal } = asked;
  const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const options: RequestOptions = {
    socketPath,
    method,
    path,
    signal,
    headers: {
      host: 'session',
      ...headers,
      ...(text && { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length }),
    },
  };
  return new Promise((resolve, reject) => {
    let hasAnswered = false;
    const sent = request(options, (answer) => {
      hasAnswered = true;
      const status = answer.statusCode ?? 0;
      if (status === 200 || status === 204) resolve(answer);
      else answerFailure(answer, socketPath).then(reject, reject);
    });
    sent.setTimeout(SILENCE_MS, () => sent.destroy(new Error(`it sent nothing for ${SILENCE_MS / 1000} s`)));
    // Once it has answered, what goes wrong is the answer's to tell.
    sent.on('error', (error) => {
      if (!hasAnswered) reject(connectionError(error, socketPath, signal));
    });
    sent.end(text);
  });
}

/** Explains why a session could not be asked, or why its answer broke off. */
export function connectionError(error: unknown, socketPath: string, signal?: AbortSignal): AppError {
  if (signal?.aborted) return new AppError('CANCELLED', 'This was stopped', undefined, error);
  const code = systemCodeOf(error) ?? '';
  const detail = { where: socketPath, advice: ADVICE };
  // Before all else: Linux opens the beginning of such a path, and says that there is no such file.
  if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH_BYTES) {
    const message = `${socketPath} is too long for a socket: at most ${MAX_SOCKET_PATH_BYTES} bytes`;
    return new AppError('INVALID_INPUT', message, { where: socketPath });
  }
  if (code === 'ENOENT')
    return new AppError('UNAVAILABLE', `No session is at ${socketPath}: there is no such file`, detail);
  if (code === 'ECONNREFUSED' || code === 'ENOTSOCK') {
    return new AppError('UNAVAILABLE', `No session listens at ${socketPath}`, detail);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new AppError('UNAVAILABLE', `The socket ${socketPath} belongs to another user, who alone may open it`, {
      where: socketPath,
    });
  }
  return new AppError('UNAVAILABLE', `The session at ${socketPath} broke off: ${messageOf(error)}`, detail, error);
}

const ADVICE = 'Start one with `sigma session`, or in the app under Workspaces ▸ Session socket.';

async function answerFailure(answer: IncomingMessage, socketPath: string): Promise<AppError> {
  const status = answer.statusCode ?? 0;
  const text = await readStart(answer);
  const said = errorReason(text) ?? `The session answered with status ${status} and no readable reason`;
  return new AppError(CODES[status] ?? 'UNAVAILABLE', said, { where: socketPath });
}

async function readStart(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of answer) {
      pieces.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length > MAX_ERROR_BYTES) break;
    }
  } catch {
    // What came is worth more than that it broke off.
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The reason in an error of OpenAI's form, or one that is a line of plain text. */
function errorReason(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const error = isPlainObject(value) ? value.error : undefined;
    return isPlainObject(error) && typeof error.message === 'string' ? error.message : undefined;
  } catch {
    return /^[^<\n]{1,500}$/.test(text.trim()) ? text.trim() : undefined;
  }
}
