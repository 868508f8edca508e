/** Result of one sample, combined with earlier ones; values that could not be measured are absent. */
export interface CombinedSample {
  readonly cpuPercent?: number | undefined;
  /** The mean is over all of `overMs`. */
  readonly hasWholeMean: boolean;
  readonly overMs: number;
  readonly memoryBytes?: number | undefined;
  readonly processes?: number | undefined;
  /** Forks that the kernel refused since the limit of processes was last set. */
  readonly refused: number;
  readonly diskBytes?: number | undefined;
}
