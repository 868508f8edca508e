/** Limits of what people send, without the schemas: the page holds to them before it has loaded those. */

/** Most characters of one message, or of one line in Shell mode. */
export const MAX_MESSAGE = 1_000_000;
/** Most characters of the reason or the note that a person gives with an answer. */
export const MAX_REASON = 10_000;
/** Most images of one message. */
export const MAX_IMAGES = 10;
/** Largest image of a message, in bytes. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
