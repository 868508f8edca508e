import { join } from 'node:path';
import { runBundled } from './in-bundle.ts';
import type { Report } from './run.ts';

const INPUTS = join(import.meta.dirname, '../fixtures/go-template-bench');

/** Templates, our engine beside Go's; its parts are `go`, `spans` and `sinks`. */
export function run(report: Report, parts: readonly string[]): Promise<void> {
  return runBundled({ program: 'go-template/times.ts', args: [INPUTS, ...parts] }, report);
}
