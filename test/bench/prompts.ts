/** The prompt engine: by itself, and its REST API. */
import { runBundled } from './in-bundle.ts';
import { benchRest } from './prompts/rest.ts';
import type { Report } from './run.ts';

const benchEngine = (report: Report) =>
  runBundled(
    { program: 'prompts/engine.ts', workers: { 'render-worker': 'src-main/prompts/render/render-worker.ts' } },
    report,
  );

const PARTS: Readonly<Record<string, (report: Report) => Promise<void>>> = { engine: benchEngine, rest: benchRest };

export async function run(report: Report, parts: readonly string[]): Promise<void> {
  const unknown = parts.filter((part) => !Object.hasOwn(PARTS, part));
  if (unknown.length > 0) throw new Error(`Bench prompts has the parts ${Object.keys(PARTS).join(', ')}`);
  for (const [name, part] of Object.entries(PARTS)) {
    if (parts.length === 0 || parts.includes(name)) await part(report);
  }
}
