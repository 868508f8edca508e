import type { PromptDetails, PromptsState } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { withoutLayout } from '#core/text/json-layout';
import { sha256 } from '#core/text/sha256';
import { calledFunctions, TemplateError, type TemplateSet, type TemplateValue } from '#template';
import type { LoadedPrompt } from '../ports.ts';
import { parameterSet } from '../records/parameters.ts';
import { loadedTemplates } from '../registry/compile.ts';
import { promptTexts } from '../registry/tables.ts';
import { shownInteger } from '../render/cut.ts';
import { referencedPaths } from '../render/references.ts';
import type { PromptLibrary } from './prompt-library.ts';
import { argsOf } from './recorded-inputs.ts';

/** @throws AppError NOT_FOUND */
export async function detailsOf(library: PromptLibrary, id: string): Promise<PromptDetails> {
  const prompt = await library.find(id);
  const { record, origin } = prompt;
  const { schema } = parameterSet(record.parameters);
  return {
    summary: library.summary(id),
    record,
    schema: { ...schema },
    ...usedNames(library, prompt),
    isOwn: origin === 'direct',
  };
}

/** Variables that its texts refer to, and tools that they call; none of a text that does not parse. */
function usedNames(
  { state }: PromptLibrary,
  { id, record, error }: LoadedPrompt,
): Pick<PromptDetails, 'references' | 'functions'> {
  const nothing = { references: [], functions: [] };
  if (error) return nothing;
  const texts = promptTexts(id, record);
  try {
    const set = loadedTemplates(texts);
    const names = new Set(texts.flatMap(({ name }) => calledIn(set, name)));
    const called = [...names].flatMap((name) => calledTool(state.value, name));
    return { references: [...referencedPaths({ set, texts })], functions: [...new Set(called)] };
  } catch (problem) {
    if (problem instanceof TemplateError) return nothing;
    throw problem;
  }
}

/** The name of the tool that a text calls, which may be written in small letters. */
function calledTool({ tools }: PromptsState, name: string): string[] {
  const names = tools.filter(({ problem }) => problem === undefined).map(({ callable }) => callable);
  const found = names.find((own) => own === name) ?? names.find((own) => own.toLowerCase() === name);
  return found === undefined ? [] : [found];
}

function calledIn({ trees }: TemplateSet, text: string): string[] {
  const ofText = [...trees.values()].filter(({ source }) => source.name === text);
  return ofText.flatMap((tree) => calledFunctions(tree)).map(({ name }) => name);
}

export async function variableDetails(library: PromptLibrary, id: string) {
  const found = await library.parts.engine.variable(id);
  if (!found) throw new AppError('NOT_FOUND', `There is no variable ${id}`, { where: id });
  const { key, source, readAt } = found;
  const stored = key === undefined ? undefined : await storedOf(library, id, key);
  const json = stored?.json ?? shownValue(found);
  const ofKey = { ...(key !== undefined && { key }), ...(stored && { hash: stored.hash }) };
  return { id, source, readAt: Math.round(stored ? Date.now() : readAt), json, ...ofKey };
}

/** The value, laid out; as it is written in the store where JavaScript would write it in another way. */
function shownValue({ value, json }: { readonly value: unknown; readonly json?: string }): string {
  const isOther = json !== undefined && withoutLayout(json) !== JSON.stringify(value);
  return isOther ? json : (JSON.stringify(value, undefined, 2) ?? 'null');
}

/** Reads the stored value if the key is that of the variable itself and not of one that contains it. */
async function storedOf({ parts, state }: PromptLibrary, id: string, key: string) {
  if (!state.value.variables.some((one) => one.id === id && one.key === key)) return undefined;
  try {
    const text = (await parts.store.read([key])).get(key);
    if (text === undefined) return undefined;
    JSON.parse(text);
    // As it is written: not every number of JSON is one of JavaScript.
    return { json: text, hash: sha256(text) };
  } catch {
    // Shown as it was read last.
    return undefined;
  }
}

export function readRaw(
  library: PromptLibrary,
  kind: 'tool' | 'extension',
  id: string,
): { key: string; json: string; hash: string } {
  const raw = library.parts.engine.raw(kind, id);
  if (raw) return { key: raw.key, json: raw.text, hash: sha256(raw.text) };
  throw new AppError('NOT_FOUND', `There is no ${kind} ${id}`, { where: id });
}

/** Longest a call that is tried may take, in milliseconds: as long as from a service without a budget for rendering. */
const TRY_MS = 10_000;

/** @throws AppError NOT_FOUND, INVALID_INPUT */
export async function tryPromptTool(
  library: PromptLibrary,
  { id, args: json }: { readonly id: string; readonly args: string },
  signal: AbortSignal | undefined,
) {
  const args = parsedArgs(json);
  const tool = library.parts.engine.tool(id);
  if (!tool) throw new AppError('NOT_FOUND', `There is no tool ${id}`, { where: id });
  const startedAt = performance.now();
  const { outcome, value, error } = await library.parts.caller.call(tool, positional(tool.record.parameters, args), {
    signal: signal ?? new AbortController().signal,
    limitMs: TRY_MS,
  });
  const answer = typeof value === 'symbol' ? undefined : JSON.stringify(value, withoutInts, 2);
  const durationMs = performance.now() - startedAt;
  return { outcome, json: answer ?? 'null', durationMs, ...(error !== undefined && { error }) };
}

function parsedArgs(json: string): Record<string, unknown> {
  try {
    return argsOf(json);
  } catch (error) {
    throw new AppError('INVALID_INPUT', `The arguments are not JSON: ${messageOf(error)}`, { where: 'args' });
  }
}

/** Passes arguments by name where that is allowed; a single object as first parameter would be taken for the names. */
function positional(parameters: unknown, args: Record<string, unknown>): TemplateValue[] {
  const given = args as Record<string, TemplateValue>;
  const { properties } = parameters as { properties?: Record<string, { type?: unknown }> };
  const [first] = Object.values(properties ?? {});
  if (first?.type !== 'object') return Object.keys(given).length === 0 ? [] : [given];
  const names = Object.keys(properties ?? {});
  const last = names.findLastIndex((name) => Object.hasOwn(given, name));
  return names.slice(0, last + 1).map((name) => given[name]);
}

function withoutInts(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? shownInteger(value) : value;
}
