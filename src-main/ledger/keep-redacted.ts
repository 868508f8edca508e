import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Redactor } from '#core/secrets/redact';
import type { HashedBytes } from './content/copy-and-hash.ts';
import type { ContentStore } from './ports.ts';

export interface RedactedContent extends HashedBytes {
  /** Secrets that were blanked in it. */
  readonly redacted: number;
}

/**
 * Keeps a regular file's bytes with secrets blanked, by way of a file beside it; the file itself stays as it is.
 *
 * @throws as reading the file does; AppError UNAVAILABLE if they cannot be kept
 */
export async function keepRedacted(
  path: string,
  content: Pick<ContentStore, 'keepFile'>,
  redactor: Redactor,
): Promise<RedactedContent> {
  const copy = `${path}.redacted`;
  const stream = redactor.byteStream();
  const blanked = async function* (bytes: AsyncIterable<Buffer>) {
    for await (const piece of bytes) yield stream.push(piece);
    yield stream.end();
  };
  try {
    await pipeline(createReadStream(path), blanked, createWriteStream(copy, { mode: 0o600 }));
    return { ...(await content.keepFile(copy)), redacted: stream.blanked };
  } finally {
    await rm(copy, { force: true });
  }
}
