import type { Document } from 'yaml';
import { isPlainObject } from '#contract/plain-object';
import type { FileReadResult } from '#core/files/text-file';
import { readYaml, type YamlProblem, type YamlText } from '#core/parsing/yaml-text';

/** Scope of a file: a local one comes with a folder, and may be someone else's work. */
export type FileScope = 'global' | 'local';

/** The keys of a profile as they are spelled in the file. */
export interface ProfileText {
  readonly preset?: string;
  readonly protocol?: string;
  readonly baseurl?: string;
  readonly key?: string;
  readonly model?: string;
  readonly prompt?: string;
  readonly concurrency?: number;
  readonly context?: number;
  readonly images?: boolean;
}

/** A profile as one file has it. */
export interface RawProfile {
  readonly name: string;
  readonly scope: FileScope;
  readonly path: string;
  readonly text: ProfileText;
  /** The line of a key, or of the profile itself. */
  readonly lineOf: (key?: string) => { line?: number };
  /** Values of a wrong type, which were left out of `text`. */
  readonly problems: readonly YamlProblem[];
}

/** One configuration file, understood as far as it can be. */
export interface ConfigFile {
  readonly path: string;
  readonly scope: FileScope;
  /** `broken`: no YAML, or no map; nothing is taken from it and nothing written over it. */
  readonly state: 'missing' | 'read' | 'broken';
  readonly text: string;
  readonly profiles: readonly RawProfile[];
  readonly default?: { readonly name: string; readonly line?: number };
  /** Errors of form: bad YAML, a value of a wrong type. */
  readonly problems: readonly YamlProblem[];
  /** Keys that are not known. */
  readonly warnings: readonly YamlProblem[];
}

const TEXT_KEYS = ['preset', 'protocol', 'baseurl', 'key', 'model', 'prompt'] as const;
const NUMBER_KEYS = ['concurrency', 'context'] as const;
const PROFILE_KEYS: readonly string[] = [...TEXT_KEYS, ...NUMBER_KEYS, 'images'];

/** Reads a configuration file's text, and says by path and line what is wrong in it. */
export function parseConfigFile(
  reading: FileReadResult,
  { path, scope }: Pick<ConfigFile, 'path' | 'scope'>,
): ConfigFile {
  const empty = { path, scope, text: '', profiles: [], problems: [], warnings: [] };
  if (reading.state === 'missing') return { ...empty, state: 'missing' };
  if (reading.state === 'unreadable') {
    return { ...empty, state: 'broken', problems: [{ path: '', message: reading.message }] };
  }
  const { text } = reading;
  const yaml = readYaml(text);
  const broken = (problems: readonly YamlProblem[]): ConfigFile => ({ ...empty, text, state: 'broken', problems });
  if (yaml.problems.length > 0) return broken(yaml.problems);
  if (!isPlainObject(yaml.value)) return broken([{ path: '', line: 1, message: 'The file is not a map of keys' }]);
  const listed = yaml.value.profiles ?? {};
  if (!isPlainObject(listed))
    return broken([yamlProblem(yaml, ['profiles'], 'This must be a map of profiles by name')]);
  return readConfigFile({ path, scope, text }, yaml, listed);
}

/** The file's text as a document to be edited. */
export function documentOf(text: string): Document {
  return readYaml(text).document;
}

type FileContent = Pick<ConfigFile, 'path' | 'scope' | 'text'>;
type Values = Readonly<Record<string, unknown>>;

function readConfigFile(file: FileContent, yaml: YamlText, listed: Values): ConfigFile {
  const profiles = Object.entries(listed).map(([name, value]) => rawProfile(file, yaml, { name, value }));
  const chosen = defaultIn(yaml);
  const unknown = Object.keys(yaml.value as Values).filter((key) => key !== 'profiles' && key !== 'default');
  const warnings = [
    ...unknown.map((key) => yamlProblem(yaml, [key], 'There is no such key; known are profiles and default')),
    ...Object.entries(listed).flatMap(([name, value]) => unknownKeys(yaml, name, value)),
  ];
  return {
    ...file,
    state: 'read',
    profiles,
    ...(typeof chosen === 'object' && !('message' in chosen) ? { default: chosen } : {}),
    problems: [
      ...(chosen !== undefined && 'message' in chosen ? [chosen] : []),
      ...profiles.flatMap((profile) => profile.problems),
    ],
    warnings,
  };
}

function defaultIn(yaml: YamlText): ConfigFile['default'] | YamlProblem {
  const value = (yaml.value as Values).default ?? '';
  if (value === '') return undefined;
  // A profile may be called 4.
  if (typeof value === 'string' || typeof value === 'number')
    return { name: String(value), ...yaml.lineOf(['default']) };
  return yamlProblem(yaml, ['default'], 'This must be the name of a profile');
}

/** A profile without any value, `openai:`, is one that leaves everything to the defaults. */
function rawProfile(file: FileContent, yaml: YamlText, { name, value }: { name: string; value: unknown }): RawProfile {
  const path = ['profiles', name];
  const values = isPlainObject(value) ? value : {};
  const problems =
    isPlainObject(value) || value === null ? [] : [yamlProblem(yaml, path, 'This must be a map of keys')];
  const text: Record<string, string | number | boolean> = {};
  for (const key of PROFILE_KEYS) {
    const given = Object.hasOwn(values, key) ? values[key] : undefined;
    if (given === undefined || given === null) continue;
    const wrong = typeProblem(key, given);
    if (wrong !== undefined) problems.push(yamlProblem(yaml, [...path, key], wrong));
    else text[key] = given as string | number | boolean;
  }
  const lineOf = (key?: string) => yaml.lineOf(key === undefined ? path : [...path, key]);
  return { name, scope: file.scope, path: file.path, text, lineOf, problems };
}

/** Never quotes the value: it may be a key. */
function typeProblem(key: string, value: unknown): string | undefined {
  if ((NUMBER_KEYS as readonly string[]).includes(key)) {
    return Number.isSafeInteger(value) ? undefined : 'This must be a whole number';
  }
  if (key === 'images') return typeof value === 'boolean' ? undefined : 'This must be true or false';
  if (typeof value === 'string') return undefined;
  return typeof value === 'object' ? 'This must be text' : 'This must be text; put it in quotes';
}

function unknownKeys(yaml: YamlText, name: string, value: unknown): YamlProblem[] {
  if (!isPlainObject(value)) return [];
  return Object.keys(value)
    .filter((key) => !PROFILE_KEYS.includes(key))
    .map((key) =>
      yamlProblem(yaml, ['profiles', name, key], `There is no such key; known are ${PROFILE_KEYS.join(', ')}`),
    );
}

function yamlProblem({ lineOf }: YamlText, path: readonly string[], message: string): YamlProblem {
  return { path: path.join('.'), ...lineOf(path), message };
}
