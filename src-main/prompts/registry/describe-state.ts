import type { PromptStoreState, PromptSummary, PromptsState, RecordProblem } from '#contract';
import { sha256 } from '#core/text/sha256';
import { cutEnd } from '../render/cut.ts';
import type { CacheCounts } from './compiled-cache.ts';
import type { LoadedExtension, TablePrompt, Tables, TableTool } from './tables.ts';
import type { PromptVariable, PromptVariables } from './variables.ts';

const MAX_PREVIEW = 200;
const MAX_PROBLEMS = 1000;

export interface StateParts {
  readonly store: PromptStoreState;
  readonly tables: Tables;
  readonly variables: PromptVariables;
  readonly cache: CacheCounts;
  readonly refreshedAt: number | undefined;
  /** Keys for which the store could not give a value. */
  readonly unread: readonly RecordProblem[];
}

/** Builds the state for the lists. */
export function describeState({ store, tables, variables, cache, refreshedAt, unread }: StateParts): PromptsState {
  const problems: RecordProblem[] = [...unread, ...tables.problems, ...variables.problems];
  return {
    store: { ...store, ...(refreshedAt !== undefined && { refreshedAt }) },
    prompts: [...tables.prompts.values()].map(promptSummaryOf),
    variables: [...variables.byId.values()].map((variable) => describeVariable(variable, variables.readAt)),
    tools: [...tables.tools.byId.values()].map(describeTool),
    extensions: [...tables.extensions.values()].map(describeExtension),
    problems: problems.slice(0, MAX_PROBLEMS),
    cache: { ...cache },
  };
}

function promptSummaryOf({ id, record, origin, key, error, warnings, hash }: TablePrompt): PromptSummary {
  return {
    id,
    name: record.name,
    ...(record.description !== undefined && { description: record.description }),
    origin,
    key,
    ...(error && { error }),
    warnings: [...warnings],
    supports: [...record.supports],
    hash,
    versions: 0,
    cases: 0,
  };
}

/** Length and hash by variable object: most stay the same. */
const measured = new WeakMap<PromptVariable, { readonly bytes: number; readonly hash: string }>();

function describeVariable(variable: PromptVariable, readAt: number) {
  const { id, key, source, value, text } = variable;
  const preview = cutEnd(text, MAX_PREVIEW);
  const size = measured.get(variable) ?? {
    bytes: Buffer.byteLength(text),
    hash: sha256(text),
  };
  measured.set(variable, size);
  return { id, key, source, type: valueType(value), ...size, readAt: Math.max(0, Math.round(readAt)), preview };
}

function valueType(value: unknown): PromptsState['variables'][number]['type'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** Hash by record: most stay the same. */
const hashes = new WeakMap<TableTool | LoadedExtension, string>();

function storedHash(one: TableTool | LoadedExtension): string {
  const hash = hashes.get(one) ?? sha256(one.stored);
  hashes.set(one, hash);
  return hash;
}

function describeTool(tool: TableTool): PromptsState['tools'][number] {
  const { id, callable, key, record, problem } = tool;
  const { type, module, description } = record;
  const hash = storedHash(tool);
  return { id, callable, key, type, module, description, ...(problem !== undefined && { problem }), hash };
}

function describeExtension(extension: LoadedExtension): PromptsState['extensions'][number] {
  const { id, key, record, prompts, missing, warnings } = extension;
  const { displayName, description, publisher, version, icon } = record;
  return {
    id,
    key,
    displayName,
    description,
    publisher,
    version,
    icon,
    prompts: [...prompts],
    missing: missing.map(({ name, version: wanted, failStrategy }) => ({ name, version: wanted, failStrategy })),
    warnings: [...warnings],
    hash: storedHash(extension),
  };
}
