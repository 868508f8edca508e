/** Limits for what an image may declare, checked before anything of it is used. */
export interface ImageLimits {
  /** Names in all, the root not counted. */
  readonly entries: number;
  /** Bytes of all files together. */
  readonly bytes: number;
  /** Names in a path. */
  readonly depth: number;
}

export const DEFAULT_LIMITS: ImageLimits = { entries: 1_000_000, bytes: 20 * 1024 ** 3, depth: 128 };
