import { setTimeout as delay } from 'node:timers/promises';

const ROUNDS = 40;

/** Measures the median of each way in milliseconds, in turns, so that other load on the machine affects all alike. */
export async function medians(ways: readonly (() => Promise<void>)[], pauseMs: number): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let at = 0; at < ROUNDS; at++) {
    for (const [index, way] of ways.entries()) {
      if (pauseMs > 0) await delay(pauseMs / ways.length);
      const from = performance.now();
      await way();
      times[index]?.push(performance.now() - from);
    }
  }
  return times.map((all) => {
    const middle = all.sort((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
    return Math.round(middle * 100) / 100;
  });
}
