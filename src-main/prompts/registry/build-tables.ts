import { bytewise } from '../records/bytewise.ts';
import { buildDirect, buildExtensions } from './build-prompts.ts';
import { buildTools } from './build-tools.ts';
import { Problems } from './keyed-records.ts';
import type { LoadedTexts, TablePrompt, Tables } from './tables.ts';

/** Tables of what was read; `before` spares reading again what is as it was. */
export function buildTables(texts: LoadedTexts, before?: Tables): Tables {
  const steps = buildingTables(texts, before);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same as `buildTables`, a record at a time. */
export function* buildingTables(texts: LoadedTexts, before?: Tables): Generator<void, Tables> {
  const problems = new Problems();
  const tools = yield* buildTools(texts.tool, problems);
  const gone = [...(before?.tools.byCallable.keys() ?? [])].filter((name) => !tools.byCallable.has(name));
  const building = { tools, problems, before, gone };
  const { extensions, prompts } = yield* buildExtensions(texts.extension, building);
  const all = new Map<string, TablePrompt>([...prompts, ...(yield* buildDirect(texts.template, building))]);
  const sorted = [...all].sort(([a], [b]) => bytewise(a, b));
  return { extensions: sortedById(extensions), prompts: new Map(sorted), tools, problems: problems.all };
}

function sortedById<T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...map].sort(([a], [b]) => bytewise(a, b)));
}
