import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { MAX_IMAGE_BYTES, type MessageImage } from '#contract';
import { IMAGE_HEAD_BYTES, imageTypeOf } from '#core/files/image-type';
import { READ_NONBLOCKING } from '#core/files/open-flags';
import type { Ledger } from '#ledger';
import type { MentionedFile } from '../history/mentions-text.ts';

export interface MentionedImage {
  /** Absolute. */
  readonly path: string;
  readonly image: MessageImage;
}

/** Keeps those mentioned files that are images as models take them, `most` at most. What is too large or cannot be read stays a mention. */
export async function mentionedImages(
  content: Ledger['content'],
  mentions: readonly MentionedFile[],
  most: number,
): Promise<readonly MentionedImage[]> {
  const found: MentionedImage[] = [];
  for (const { kind, path, size } of mentions) {
    if (found.length >= most) break;
    if (kind !== 'file' || size > MAX_IMAGE_BYTES) continue;
    const bytes = await imageBytes(path).catch(() => undefined);
    const type = bytes && imageTypeOf(bytes);
    if (!bytes || type === undefined) continue;
    const image = { hash: await content.keep(bytes), type, bytes: bytes.length, name: basename(path).slice(0, 255) };
    found.push({ path, image });
  }
  return found;
}

/** The bytes of a file that begins as an image does; `undefined` for any other. */
async function imageBytes(path: string): Promise<Buffer | undefined> {
  // Between the look and the opening the file may have become a pipe, which would be waited for.
  const file = await open(path, READ_NONBLOCKING);
  try {
    const state = await file.stat();
    if (!state.isFile() || state.size > MAX_IMAGE_BYTES) return undefined;
    const head = Buffer.alloc(IMAGE_HEAD_BYTES);
    await file.read(head, 0, head.length, 0);
    if (imageTypeOf(head) === undefined) return undefined;
    const bytes = Buffer.alloc(state.size);
    let read = 0;
    for (let count = 1; count > 0 && read < bytes.length; read += count) {
      count = (await file.read(bytes, read, bytes.length - read, read)).bytesRead;
    }
    return bytes.subarray(0, read);
  } finally {
    await file.close();
  }
}
