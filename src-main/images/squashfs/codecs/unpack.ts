/**
 * Unpacks one block. What is packed wrongly, and what would come to more than `most` bytes, throws: memory is bounded by what the
 * image may state, whatever its blocks hold.
 */
export type Unpack = (packed: Buffer, most: number) => Buffer;

/** Unpacks one block in a thread of Node's pool, with the bounds of `Unpack`. Rejects what it cannot keep them for. */
export type UnpackAside = (packed: Buffer, most: number) => Promise<Buffer>;
