/** What one sample found, with what is known from those before; what could not be measured is absent. */
export interface Sampled {
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
