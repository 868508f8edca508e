import type { IncomingMessage } from 'node:http';
import { isPlainObject } from '#core/is-plain-object';
import type { CompletionBody } from '#llm/relay';
import { HttpRefusal } from './http-refusal.ts';

/** Largest body that is read, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The JSON object that a request brings. @throws HttpRefusal */
export async function readBody(request: IncomingMessage): Promise<CompletionBody> {
  const bytes = await readBytes(request);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    value = undefined;
  }
  if (isPlainObject(value)) return value;
  throw new HttpRefusal(400, 'Invalid JSON body', 'invalid_json');
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge();
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BYTES) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The rest of the body is not read. */
function tooLarge(): HttpRefusal {
  return new HttpRefusal(413, 'The body is larger than 16 MiB', 'body_too_large', { headers: { Connection: 'close' } });
}
