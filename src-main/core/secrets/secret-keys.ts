import { type Document, isAlias, isMap, isScalar, type Scalar } from 'yaml';
import { readYaml } from '../parsing/yaml-text.ts';

/** Placeholder for a key wherever a file's text leaves the host. */
export const KEY_PLACEHOLDER = '(key kept on this computer)';

/** Shorter values also occur in ordinary text, so only the keys themselves are blanked. */
const SEARCHED_LENGTH = 8;
/** Pattern of an entry that sets a key, for files that are not YAML; a block text is on the next line. */
const KEY_ENTRY = /(?:^|[\s{,])["']?key["']?[ \t]*:[ \t]*(?:[|>][-+\d]*[ \t]*(?:#.*)?\r?\n[ \t]*)?([^\r\n,}]+)/gm;

/** A key in a file's text. */
export interface FoundKey {
  /** The name of the map it is in; `undefined` in a file that cannot be read. */
  readonly owner: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** Every `key` of the maps in `section`, else whatever looks like one in a text that is no YAML. */
export function findKeys(text: string, section: readonly string[]): FoundKey[] {
  const { document } = readYaml(text);
  if (document.errors.length > 0) return guessKeys(text);
  const maps = resolveAlias(section.length === 0 ? document.contents : document.getIn(section, true), document);
  if (!isMap(maps)) return [];
  return maps.items.flatMap(({ key, value }) => {
    const fields = resolveAlias(value, document);
    const node = isMap(fields) ? resolveAlias(fields.get('key', true), document) : undefined;
    return (isScalar(node) ? foundKeyAt(node, String(isScalar(key) ? key.value : key)) : undefined) ?? [];
  });
}

/** The values of keys that were found, each once. */
export function keyValues(found: readonly FoundKey[]): string[] {
  const values = new Set(found.map(({ value }) => value));
  return [...values].filter((value) => value !== '' && value !== KEY_PLACEHOLDER);
}

/** The text with these keys blanked, wherever else they stand in it as well. */
export function redactFound(text: string, found: readonly FoundKey[]): string {
  const present = found.filter(({ value }) => value !== '');
  const blanked = replaceFound(text, present, () => KEY_PLACEHOLDER);
  return present
    .filter(({ value }) => value.length >= SEARCHED_LENGTH)
    .reduce((rest, { value }) => rest.replaceAll(value, KEY_PLACEHOLDER), blanked);
}

/** The text with another value, as a quoted scalar, in the place of each key. */
export function replaceFound(text: string, found: readonly FoundKey[], by: (found: FoundKey) => string): string {
  // Two may be one behind an alias.
  const places = new Map(found.map((one) => [one.start, one]));
  return [...places.values()]
    .sort((a, b) => b.start - a.start)
    .reduce((rest, one) => {
      // A block text reaches to the next line.
      const lineEnd = /\r?\n$/.exec(rest.slice(one.start, one.end))?.[0] ?? '';
      return rest.slice(0, one.start) + JSON.stringify(by(one)) + lineEnd + rest.slice(one.end);
    }, text);
}

function resolveAlias(node: unknown, document: Document): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function foundKeyAt(scalar: Scalar, owner: string): FoundKey | undefined {
  if (!scalar.range) return undefined;
  return { owner, start: scalar.range[0], end: scalar.range[1], value: String(scalar.value ?? '').trim() };
}

function guessKeys(text: string): FoundKey[] {
  return [...text.matchAll(KEY_ENTRY)].map((match) => {
    const start = match.index + match[0].length - (match[1]?.length ?? 0);
    const raw = (match[1] ?? '').replace(/\s#.*$/, '').trim();
    return { owner: undefined, start, end: start + raw.length, value: raw.replace(/^(["'])(.*)\1$/, '$2') };
  });
}
