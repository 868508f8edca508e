import { type Document, isScalar } from 'yaml';
import { parseYaml } from './settings-text.ts';

/** Stands for `model.key` wherever the file's text leaves the host; saved back, it means the stored key. */
export const KEY_PLACEHOLDER = '(key kept on this computer)';

/** Shorter values also occur in ordinary text, so only the setting itself is blanked. */
const SEARCHED_LENGTH = 8;
const KEY_PATH = ['model', 'key'];
/** What sets a key, for files that are no YAML. */
const KEY_ENTRY = /((?:^|[\s{,])["']?key["']?[ \t]*:[ \t]*)([^\n,}]+)/gm;

interface FoundKey {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** The keys in a settings file's text: the one of `model.key`, else whatever looks like it in a file that cannot be read. */
export function keysIn(text: string): string[] {
  return [...new Set(findKeys(text).map(({ value }) => value))].filter(
    (value) => value !== '' && value !== KEY_PLACEHOLDER,
  );
}

/** `known` is a key to be blanked wherever it stands: in a comment, in a file that is broken. */
export function blankKey(text: string, known?: string): string {
  const found = findKeys(text).filter(({ value }) => value !== '');
  let blanked = text;
  for (const { start, end } of [...found].sort((a, b) => b.start - a.start)) {
    blanked = `${blanked.slice(0, start)}"${KEY_PLACEHOLDER}"${blanked.slice(end)}`;
  }
  for (const value of new Set([...found.map((one) => one.value), known ?? ''])) {
    if (value.length >= SEARCHED_LENGTH) blanked = blanked.replaceAll(value, KEY_PLACEHOLDER);
  }
  return blanked;
}

/** Puts the stored key back for its placeholder. Without one, the setting is empty. */
export function restoreKey(text: string, key: string | undefined): string {
  const restored = findKeys(text)
    .filter(({ value }) => value === KEY_PLACEHOLDER)
    .sort((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + JSON.stringify(key ?? '') + rest.slice(end), text);
  return restored.replaceAll(KEY_PLACEHOLDER, () => key ?? '');
}

function findKeys(text: string): FoundKey[] {
  const document = parseYaml(text);
  const node = document.errors.length > 0 ? undefined : resolved(document.getIn(KEY_PATH, true), document);
  if (node !== undefined) return [node];
  if (document.errors.length === 0) return [];
  return [...text.matchAll(KEY_ENTRY)].map((match) => {
    const start = match.index + (match[1]?.length ?? 0);
    const raw = (match[2] ?? '').replace(/\s#.*$/, '').trim();
    return { start, end: start + raw.length, value: raw.replace(/^(["'])(.*)\1$/, '$2') };
  });
}

/** The key's scalar; behind an alias, the one it stands for. */
function resolved(node: unknown, document: Document): FoundKey | undefined {
  const isAlias = typeof node === 'object' && node !== null && 'resolve' in node && typeof node.resolve === 'function';
  const scalar: unknown = isAlias ? (node.resolve as (of: unknown) => unknown)(document) : node;
  if (!isScalar(scalar) || !scalar.range) return undefined;
  return { start: scalar.range[0], end: scalar.range[1], value: String(scalar.value ?? '') };
}
