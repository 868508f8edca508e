import type { RecordProblem, ValueSource } from '#contract';
import type { JsonObject } from '#contract/plain-object';
import { bytewise } from '../records/bytewise.ts';
import { keyProblem, keyToJsonPath, PREFIXES } from '../records/keys.ts';
import { buildContext, resolveVariablePath } from './context.ts';
import { keyedRecords, Problems } from './keyed-records.ts';

export interface PromptVariable {
  readonly id: string;
  readonly key: string;
  readonly source: ValueSource;
  readonly value: unknown;
  /** Value as JSON. */
  readonly text: string;
}

/** All variables as they were at one moment. */
export interface PromptVariables {
  /** Differs whenever one of them differs. */
  readonly version: number;
  /** Time at which reading began, by the clock of the engine. */
  readonly readAt: number;
  readonly byId: ReadonlyMap<string, PromptVariable>;
  /** Context without args. */
  readonly context: JsonObject;
  readonly problems: readonly RecordProblem[];
}

export interface ReadVariables {
  readonly texts: ReadonlyMap<string, string>;
  readonly source: ValueSource;
  /** Variables of the app itself; those of the store override them. */
  readonly own: ReadonlyMap<string, unknown>;
}

let versions = 0;

/** A number that no variables had before. */
export function nextVersion(): number {
  versions += 1;
  return versions;
}

export function noVariables(): PromptVariables {
  return { version: 0, readAt: Number.NEGATIVE_INFINITY, byId: new Map(), context: {}, problems: [] };
}

/** Builds the variables of records and of the app. `before` spares reading again what is as it was. */
export function buildVariables(
  { texts, source, own }: ReadVariables,
  readAt: number,
  before = noVariables(),
): PromptVariables {
  const beforeByKey = new Map([...before.byId.values()].map((variable) => [variable.key, variable]));
  const unchanged = (key: string, text: string) => {
    const old = beforeByKey.get(key);
    return old?.text === text && old.source === source ? old : undefined;
  };
  const problems = new Problems();
  const found = new Map<string, PromptVariable>();
  for (const [key, value] of own) {
    const id = keyToJsonPath(key, PREFIXES.environ);
    const text = value === undefined ? undefined : (JSON.stringify(value) as string | undefined);
    if (text === undefined || keyProblem(key, 'environ') !== undefined) continue;
    found.set(id, { id, key, source: 'app', value, text });
  }
  for (const { id, key, text, value } of keyedRecords('environ', texts, problems, unchanged)) {
    found.set(id, unchanged(key, text) ?? { id, key, source, value, text });
  }
  const byId = new Map([...found].sort(([a], [b]) => bytewise(a, b)));
  const { context, warnings } = buildContext(byId.values());
  for (const { key, message } of warnings) problems.add('environ', key, 'warning', message);
  return { version: nextVersion(), readAt, byId, context, problems: problems.all };
}

/**
 * Overlays the variables of a case or a past rendering, replacing what the store has under these IDs and below them, or
 * everything it has. One that is `undefined` is not there.
 */
export function overlayVariables(
  stored: PromptVariables,
  given: ReadonlyMap<string, unknown>,
  replacesAll = false,
): PromptVariables {
  const ids = [...given.keys()];
  const isCovered = (id: string) => replacesAll || ids.some((own) => id === own || id.startsWith(`${own}.`));
  const kept = [...stored.byId.values()].filter(({ id }) => !isCovered(id));
  const byId = new Map(kept.map((variable) => [variable.id, variable]));
  for (const [id, value] of given) {
    if (value === undefined) continue;
    const known = stored.byId.get(id);
    const key = known?.key ?? `${PREFIXES.environ}${id.replaceAll('.', ':')}`;
    byId.set(id, { id, key, source: known?.source ?? 'folder', value, text: JSON.stringify(value) ?? 'null' });
  }
  return { ...stored, version: nextVersion(), byId, context: buildContext(byId.values()).context };
}

/** The exact key, else what the dotted path leads to. */
export function findVariable(
  { byId, context }: PromptVariables,
  id: string,
): { value: unknown; variable?: PromptVariable } | undefined {
  const exact = byId.get(id);
  if (exact) return { value: exact.value, variable: exact };
  const path = id.split('.');
  const found = resolveVariablePath(context, path);
  if (!found) return undefined;
  const variable = variableAt(byId, path);
  return { value: found.value, ...(variable && { variable }) };
}

/** The variable with the longest ID that the path begins with. A part with a point is a key of a value: IDs have none such. */
export function variableAt(
  byId: ReadonlyMap<string, PromptVariable>,
  path: readonly string[],
): PromptVariable | undefined {
  const keyAt = path.findIndex((part) => part.includes('.'));
  for (let length = keyAt < 0 ? path.length : keyAt; length > 0; length -= 1) {
    const variable = byId.get(path.slice(0, length).join('.'));
    if (variable) return variable;
  }
  return undefined;
}
