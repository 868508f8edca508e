import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { isPlainObject, type JsonObject } from '#contract/plain-object';
import { isDeeperThan } from '../tools/json-depth.ts';

/** Largest body of a request, in bytes. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Depth beyond that of any arguments; what walks them later is recursive. */
const MAX_DEPTH = 500;

export type BodyResult =
  | { readonly kind: 'object'; readonly value: JsonObject }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'not-utf-8' }
  | { readonly kind: 'too-large' }
  /** `gone`: the client left while it sent, so there is no one to answer. */
  | { readonly kind: 'gone' };

/** The JSON object that a request brings; none at all is an empty one. */
export async function readBody(incoming: IncomingMessage): Promise<BodyResult> {
  const bytes = await readBytes(incoming);
  if (typeof bytes === 'string') return { kind: bytes };
  if (bytes.length === 0) return { kind: 'object', value: {} };
  return parseBody(bytes);
}

function parseBody(bytes: Buffer): BodyResult {
  // To replace what is no text would make another argument of it.
  if (!isUtf8(bytes)) return { kind: 'not-utf-8' };
  try {
    const text = bytes.toString();
    if (isDeeperThan(text, MAX_DEPTH)) return { kind: 'invalid' };
    const value: unknown = JSON.parse(text);
    if (isPlainObject(value)) return { kind: 'object', value };
  } catch {
    // Told below.
  }
  return { kind: 'invalid' };
}

/** `args` of a request; `undefined` if they are no object. */
export function argsIn({ args }: JsonObject): JsonObject | undefined {
  if (args === undefined || args === null) return {};
  return isPlainObject(args) ? args : undefined;
}

function readBytes(incoming: IncomingMessage): Promise<Buffer | 'too-large' | 'gone'> {
  if (Number(incoming.headers['content-length']) > MAX_BODY_BYTES) return Promise.resolve('too-large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) resolve('too-large');
      else chunks.push(chunk);
    });
    incoming.on('end', () => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks));
    });
    incoming.on('error', () => resolve('gone'));
  });
}
