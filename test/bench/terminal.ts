/** Terminals: throughput, latency, output of programs that end at once, and what a reader that stops costs. */

import type { Report } from './run.ts';
import { benchBrowser } from './terminal/browser.ts';
import { benchFastExits } from './terminal/fast-exits.ts';
import { benchPausedReaders } from './terminal/paused-readers.ts';

export async function run(report: Report): Promise<void> {
  await benchBrowser(report);
  await benchPausedReaders(report);
  await benchFastExits(report);
}
