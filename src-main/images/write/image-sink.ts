/** Takes the bytes of an image, front to back. */
export interface ImageSink {
  /** Position of the next byte. */
  readonly position: number;
  /** Takes bytes that nobody changes any more. */
  write(bytes: Uint8Array): Promise<void>;
  /** Takes bytes of which it keeps nothing once the promise settles, so that one buffer does for many. */
  writeNow(bytes: Uint8Array): Promise<void>;
  /** Goes back to an earlier position: what stands behind it will be written again. */
  rewind(position: number): void;
  /** Gives the image its superblock; nothing is written after that. */
  seal(superblock: Buffer): Promise<void>;
}
