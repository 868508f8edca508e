import type { ExtensionRecord, PromptRecord } from '#contract';
import { sha256 } from '#core/text/sha256';
import { parameterSet } from '../records/parameters.ts';
import { readExtension } from '../records/read-extension.ts';
import { readDirectPrompt } from '../records/read-prompt.ts';
import { isTooLongHere, syntaxProblem } from './compile.ts';
import { type KeyedRecord, keyedRecords, type Problems } from './keyed-records.ts';
import {
  type LoadedExtension,
  promptTexts,
  type TablePrompt,
  type Tables,
  type Texts,
  type ToolTable,
} from './tables.ts';

const LATER = 'it is so long that it is only checked when it is rendered';

interface BuildContext {
  readonly tools: ToolTable;
  readonly problems: Problems;
  /** Tables of the previous build: what is unchanged is not read again. */
  readonly before: Tables | undefined;
  /** Names that could be called then, and cannot now. */
  readonly gone: readonly string[];
}

export function* buildExtensions(texts: Texts, building: BuildContext) {
  const built: BuiltTables = { extensions: new Map(), prompts: new Map() };
  for (const record of keyedRecords('extension', texts, building.problems)) {
    building.problems.reading('extension', record.key, () => addExtension(built, record, building));
    yield;
  }
  return { extensions: withMissing(built.extensions, building.problems), prompts: built.prompts };
}

interface BuiltTables {
  readonly extensions: Map<string, LoadedExtension>;
  readonly prompts: Map<string, TablePrompt>;
}

function addExtension(
  { extensions, prompts }: BuiltTables,
  { id, key, text, value }: KeyedRecord,
  building: BuildContext,
): void {
  const read = readExtension(value);
  if (read === undefined) return;
  if (!read.isUsable) {
    building.problems.add('extension', key, 'error', read.problem);
    return;
  }
  const { record } = read.record;
  const warnings = [...read.warnings];
  const ids: string[] = [];
  for (const item of read.record.prompts) {
    const promptId = `${record.name}.${item.record.name}`;
    const other = prompts.get(promptId);
    if (other) warnings.push(`its prompt ${promptId} is left out: ${other.key} brings one of this ID`);
    else {
      ids.push(promptId);
      const stored = JSON.stringify(item.stored);
      const found = { id: promptId, key, origin: 'extension', record: item.record, warnings: item.warnings } as const;
      prompts.set(promptId, loadPrompt({ ...found, stored }, building));
    }
  }
  for (const warning of warnings) building.problems.add('extension', key, 'warning', warning);
  extensions.set(id, { id, key, record, stored: text, warnings, prompts: ids, missing: [] });
}

export function* buildDirect(texts: Texts, building: BuildContext): Generator<void, Map<string, TablePrompt>> {
  const { problems } = building;
  const prompts = new Map<string, TablePrompt>();
  for (const { id, key, text, value } of keyedRecords('template', texts, problems)) {
    problems.reading('template', key, () => {
      const read = readDirectPrompt(value, key);
      if (!read.isUsable) {
        problems.add('template', key, 'error', read.problem);
        return;
      }
      for (const warning of read.warnings) problems.add('template', key, 'warning', warning);
      const { record, warnings } = read;
      prompts.set(id, loadPrompt({ id, key, origin: 'direct', stored: text, record, warnings }, building));
    });
    yield;
  }
  return prompts;
}

type FoundPrompt = Pick<TablePrompt, 'id' | 'key' | 'origin' | 'stored' | 'record' | 'warnings'>;

function loadPrompt(found: FoundPrompt, { tools, before, gone }: BuildContext): TablePrompt {
  const old = before?.prompts.get(found.id);
  const isSame = old?.stored === found.stored && old.key === found.key;
  if (isSame && (before?.tools.names === tools.names || !isTouched(old, gone))) return old;
  const texts = isSame ? old.texts : promptTexts(found.id, found.record);
  const error = syntaxProblem(texts, tools.byCallable.keys());
  if (isSame) return { ...old, error };
  const warnings = isTooLongHere(texts) ? [...found.warnings, LATER] : found.warnings;
  return { ...found, warnings, ...promptParts(found.record, texts, found.stored), error };
}

/** Most names that are searched for; with more, the text is parsed again. */
const MAX_SOUGHT = 20;

/** Whether a text that was parsed against other names may be another template now. */
function isTouched({ error, texts }: TablePrompt, gone: readonly string[]): boolean {
  if (error !== undefined || gone.length > MAX_SOUGHT) return true;
  return texts.some(({ text }) => gone.some((name) => text.includes(name)));
}

function promptParts(record: PromptRecord, texts: TablePrompt['texts'], stored: string) {
  const hash = sha256(stored);
  return { texts, hash, parameters: parameterSet(record.parameters) };
}

/** Dependences are not enforced; that one is missing is told. */
function withMissing(extensions: ReadonlyMap<string, LoadedExtension>, problems: Problems) {
  const names = new Set([...extensions.values()].map(({ record }) => record.name));
  const all = new Map<string, LoadedExtension>();
  for (const [id, extension] of extensions) {
    const missing = missingContributions(extension.record, names);
    for (const { name, failStrategy } of missing) {
      if (failStrategy !== 'abort') continue;
      problems.add('extension', extension.key, 'warning', `it depends on ${name}, which is not there`);
    }
    all.set(id, { ...extension, missing });
  }
  return all;
}

function missingContributions({ contributes }: ExtensionRecord, names: ReadonlySet<string>) {
  return contributes.dependences.filter(({ name }) => !names.has(name));
}
