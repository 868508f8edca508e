interface Sample {
  /** Time of the sample by the monotonic clock, in milliseconds. */
  readonly at: number;
  readonly cpuMs: number;
}

/** Utilisation between samples, as the mean over some time before now, in percent of one core. */
export class CpuMean {
  readonly #overMs: number;
  #samples: Sample[] = [];

  constructor(overMs: number) {
    this.#overMs = overMs;
  }

  add(sample: Sample): void {
    const from = sample.at - this.#overMs;
    const first = this.#samples.findLastIndex(({ at }) => at <= from);
    // The last one before the time stays, as its beginning.
    this.#samples = [...this.#samples.slice(Math.max(0, first)), sample];
  }

  /** Mean usage in percent of one core; `undefined` until there are two samples. */
  get percent(): number | undefined {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.at <= first.at) return undefined;
    return Math.max(0, ((last.cpuMs - first.cpuMs) / (last.at - first.at)) * 100);
  }

  /** Whether the whole time has passed: a short burst is not a mean. */
  get isWhole(): boolean {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    return first !== undefined && last !== undefined && last.at - first.at >= this.#overMs;
  }
}
