import { runBundled } from './in-bundle.ts';
import type { Report } from './run.ts';

const WORKERS = { 'analyse-worker': 'src-main/shell-analysis/analyse-worker.ts' };

/** Runs the benchmark with the worker beside it. */
export function run(report: Report): Promise<void> {
  return runBundled({ program: 'policy-times.ts', workers: WORKERS }, report);
}
