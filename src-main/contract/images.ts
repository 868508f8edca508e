import { ContentHash } from './events/ledger-values.ts';
import { IMAGE_TYPES } from './message-limits.ts';
import { integer, text } from './schema/plain-schemas.ts';
import * as z from './schema/zod.ts';

export const ImageType = z.enum(IMAGE_TYPES);
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
