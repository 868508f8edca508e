import { z } from 'zod';
import { ContentHash } from './ledger-values.ts';
import { integer, text } from './plain-schemas.ts';

/** Largest image of a message, in bytes, and most images of one message. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
export const MAX_IMAGES = 10;

export const ImageType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
export type ImageType = z.infer<typeof ImageType>;

/** An image of a message; its bytes are kept under the hash. */
export const MessageImage = z.object({
  hash: ContentHash,
  type: ImageType,
  bytes: integer.positive(),
  /** File name to show to people. */
  name: text.max(255).optional(),
});
export type MessageImage = z.infer<typeof MessageImage>;
