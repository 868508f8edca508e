/** Takes the bytes of an image, front to back. */
export interface ImageSink {
  /** Position of the next byte. */
  readonly position: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Goes back to an earlier position: what stands behind it will be written again. */
  rewind(position: number): void;
  /** Gives the image its superblock; nothing is written after that. */
  seal(superblock: Buffer): Promise<void>;
}
