import type { IncomingMessage } from 'node:http';
import { isPlainObject } from '#core/is-plain-object';
import { HttpFailure } from './http-failure.ts';

/** Largest body that is read. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The body of a request, which must be a JSON object. @throws HttpFailure */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = decoded(await readBody(request));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (!isPlainObject(value)) throw new HttpFailure(400, 'Invalid JSON body', 'invalid_json');
  return value;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpFailure(400, 'Invalid JSON body', 'invalid_json');
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    // Whoever sent it went away in the middle: nobody reads the answer.
    throw new HttpFailure(400, 'The body was broken off', 'invalid_body');
  }
  return Buffer.concat(chunks);
}

function tooLarge(): HttpFailure {
  const text = `The body is larger than ${MAX_BODY_BYTES >> 20} MiB`;
  // The rest is thrown away as it comes: a connection that is cut would keep the answer from being read.
  return new HttpFailure(413, text, 'body_too_large');
}
