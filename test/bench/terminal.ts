/** Terminals: throughput, latency, output of programs that end at once, and what a reader that stops costs. */

import type { Report } from './run.ts';
import { withBenchPage } from './terminal/browser.ts';
import { benchFastExits } from './terminal/fast-exits.ts';
import { measureKeys } from './terminal/keys.ts';
import { benchPausedReaders } from './terminal/paused-readers.ts';
import { measureThroughput } from './terminal/throughput.ts';

const PARTS: Readonly<Record<string, (report: Report) => Promise<void>>> = {
  throughput: (report) => withBenchPage((page) => measureThroughput(page, report)),
  keys: (report) => withBenchPage((page) => measureKeys(page, report)),
  'paused-readers': benchPausedReaders,
  'fast-exits': benchFastExits,
};

export async function run(report: Report, parts: readonly string[]): Promise<void> {
  const unknown = parts.find((part) => !(part in PARTS));
  if (unknown) throw new Error(`The terminal bench has no part '${unknown}'. It has: ${Object.keys(PARTS).join(', ')}`);
  for (const [name, bench] of Object.entries(PARTS)) {
    if (parts.length === 0 || parts.includes(name)) await bench(report);
  }
}
