import { join } from 'node:path';
import { runBundled } from '../in-bundle.ts';
import type { Report } from '../run.ts';

const INPUTS = join(import.meta.dirname, '../../fixtures/go-template-bench');
const WORKERS = {
  'render-worker': 'src-main/prompts/render/render-worker.ts',
  'http-load': 'test/bench/prompts/http-load.ts',
};

/** Runs the benchmark with the workers, and the load generator, beside it. */
export function benchRest(report: Report): Promise<void> {
  return runBundled({ program: 'prompts/rest-times.ts', args: [INPUTS], workers: WORKERS }, report);
}
