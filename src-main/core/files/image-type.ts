import type { ImageType } from '#contract';

/** Bytes at the beginning of a file that say what it is. */
export const IMAGE_HEAD_BYTES = 12;

/**
 * Determines the type of an image by its first bytes, whatever its name; undefined for types that models do not accept.
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, IMAGE_HEAD_BYTES)).toString(
    'latin1',
  );
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : undefined;
}
