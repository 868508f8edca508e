import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Timed {
  readonly ms: number;
  /** The longest that the event loop did nothing else in the meantime, in milliseconds. */
  readonly stretch: number;
}

/**
 * Resolution of the event loop's measurement, in milliseconds: a loop that never sleeps would take a core of its own.
 */
const RESOLUTION_MS = 1;

export async function timed(work: () => unknown): Promise<Timed> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  delay.disable();
  return { ms: round2(ms), stretch: round2(Math.max(0, delay.max / 1e6 - RESOLUTION_MS)) };
}

export function median(values: readonly number[]): number {
  return round2([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}

export const round2 = (value: number) => Math.round(value * 100) / 100;
