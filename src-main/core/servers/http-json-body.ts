import type { IncomingMessage } from 'node:http';
import { isPlainObject } from '#contract/plain-object';
import { HttpRefusal } from './http-refusal.ts';

/**
 * The body of a request, which must be a JSON object of at most so many bytes. What is left of one that is refused is thrown away as
 * it comes: a connection that is cut would keep the answer from being read.
 *
 * @throws HttpRefusal
 */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, maxBytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    value = undefined;
  }
  if (isPlainObject(value)) return value;
  throw new HttpRefusal(400, 'Invalid JSON body', 'invalid_json');
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof HttpRefusal) throw error;
    // The sender went away in the middle: nobody reads the answer.
    throw new HttpRefusal(400, 'The body was broken off', 'invalid_body');
  }
  return Buffer.concat(pieces);
}

function tooLarge(maxBytes: number): HttpRefusal {
  const most = maxBytes >= 1024 * 1024 ? `${maxBytes >> 20} MiB` : `${maxBytes} bytes`;
  return new HttpRefusal(413, `The body is larger than ${most}`, 'body_too_large');
}
