import type { AdapterProblem } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { ONCE } from '#contract/zod';
import { readYaml, withoutNulls, type YamlText } from '#core/parsing/yaml-text';
import { type AdapterConfig, type ConfigPlaces, settleConfig } from './adapter-config.ts';
import { DESKTOP, LIMIT_KEYS } from './presets.ts';
import { AdapterFile, SECTIONS } from './schema.ts';

export interface ConfigReadResult {
  /** Configuration; absent if there are problems. */
  readonly config: AdapterConfig | undefined;
  readonly problems: readonly AdapterProblem[];
  /** Warnings that do not prevent its use. */
  readonly warnings: readonly string[];
  readonly preset: 'desktop' | 'document' | 'file';
}

/** Keys that may be null, which means that there is no limit. */
const MAY_BE_NULL = new Set(['cpu_percent_limit', 'memory_mb_limit', 'disk_mb_limit', 'max_processes']);

/** Reads the adapter's file: all that is wrong in it at once, by key and line, with what is allowed there. */
export async function readAdapterConfig(text: string, places: ConfigPlaces): Promise<ConfigReadResult> {
  const yaml = readYaml(text);
  if (yaml.problems.length > 0) {
    return { config: undefined, problems: yaml.problems, warnings: [], preset: 'file' };
  }
  const given = withoutNulls(yaml.value, MAY_BE_NULL);
  const unknown = unknownKeys(yaml.value, '').map(({ path, allowed }) => problemAt(path.split('.'), allowed, yaml));
  const preset = presetOf(given);
  const parsed = AdapterFile.safeParse(withPreset(given), ONCE);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const problems = issues.map(({ path, message }) => problemAt(path.map(String), message, yaml));
    // What is wrong with the other keys is told at once as well.
    const rest = AdapterFile.safeParse(withPreset(issues.reduce((left, { path }) => without(left, path), given)));
    const others = rest.success ? (await settleConfig(rest.data, places)).problems : [];
    const more = others.map(({ path, message }) => problemAt(path.split('.'), message, yaml));
    return { config: undefined, problems: [...problems, ...more, ...unknown], warnings: [], preset };
  }
  const { config, problems, warnings } = await settleConfig(parsed.data, places);
  const located = problems.map(({ path, message }) => problemAt(path.split('.'), message, yaml));
  const all = [...located, ...unknown];
  return { config: all.length > 0 ? undefined : config, problems: all, warnings, preset };
}

function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (!isPlainObject(value) || typeof key !== 'string') return value;
  const { [key]: entry, ...others } = value;
  return rest.length === 0 || !isPlainObject(entry) ? others : { ...others, [key]: without(entry, rest) };
}

function adapterOf(given: unknown): Readonly<Record<string, unknown>> {
  return isPlainObject(given) && isPlainObject(given.adapter) ? given.adapter : {};
}

function withPreset(given: unknown): unknown {
  if (!isPlainObject(given) || adapterOf(given).preset !== 'desktop') return given;
  return { ...given, adapter: { ...DESKTOP, ...adapterOf(given) } };
}

function presetOf(given: unknown): ConfigReadResult['preset'] {
  const adapter = adapterOf(given);
  const isDesktop = adapter.preset === 'desktop';
  const defaults: Readonly<Record<string, unknown>> = isDesktop ? DESKTOP : AdapterFile.parse({}).adapter;
  const isChanged = LIMIT_KEYS.some((key) => adapter[key] !== undefined && adapter[key] !== defaults[key]);
  if (isChanged) return 'file';
  return isDesktop ? 'desktop' : 'document';
}

function unknownKeys(value: unknown, at: string): { readonly path: string; readonly allowed: string }[] {
  if (!isPlainObject(value)) return [];
  const known = sectionKeys(at);
  return Object.keys(value).flatMap((key) => {
    const path = at === '' ? key : `${at}.${key}`;
    if (Object.hasOwn(SECTIONS, path)) return unknownKeys(value[key], path);
    return known.includes(key)
      ? []
      : [{ path, allowed: `is not a key of the Shell Adapter; allowed: ${known.join(', ')}` }];
  });
}

/** Lists all keys that a section may have. */
function sectionKeys(at: string): string[] {
  const own = Object.keys(SECTIONS[at as keyof typeof SECTIONS]?.shape ?? {});
  const below = Object.keys(SECTIONS).filter((name) => name.slice(0, Math.max(0, name.lastIndexOf('.'))) === at);
  return [...own, ...below.map((name) => name.slice(name.lastIndexOf('.') + 1))];
}

function problemAt(path: readonly string[], message: string, { lineOf }: YamlText): AdapterProblem {
  return { path: path.join('.'), ...lineOf(path), message };
}
