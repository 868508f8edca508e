/**
 * Unpacks one block. What is packed wrongly, and what would come to more than `most` bytes, throws: memory is bounded by what the
 * image may state, whatever its blocks hold.
 */
export type Unpack = (packed: Buffer, most: number) => Buffer;
