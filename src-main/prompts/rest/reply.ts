import type { ServerResponse } from 'node:http';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Further details of an error, for programs. */
export interface FailureExtra {
  readonly missing?: readonly string[] | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly template?: string | undefined;
}

/** Messages of error replies, for the log. */
const messages = new WeakMap<ServerResponse, string>();

export const messageOfReply = (response: ServerResponse): string | undefined => messages.get(response);

export interface FailureReply {
  readonly status: number;
  readonly message: string;
  readonly extra?: FailureExtra | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export function writeFailure(outgoing: ServerResponse, { status, message, extra, headers }: FailureReply): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  messages.set(outgoing, message);
  for (const [name, value] of Object.entries(headers ?? {})) outgoing.setHeader(name, value);
  writeJson(
    outgoing,
    JSON.stringify({ code: String(status), message, success: false, ...extra, error: openAiError(status, message) }),
    status,
  );
}

/** Body from which the client libraries of OpenAI read a message. */
function openAiError(status: number, message: string) {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  return { message, type, param: null, code: String(status) };
}

/** Answers with JSON text as it is: stored JSON must pass byte for byte. */
export function writeJson(outgoing: ServerResponse, text: string, status = 200): void {
  outgoing.writeHead(status, {
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  outgoing.end(text);
}
