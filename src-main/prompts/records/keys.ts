/** Names of records: keys of the store, IDs of the API, and what templates call. */

export const PREFIXES = {
  extension: 'shenma:extensions:',
  template: 'shenma:templates:',
  environ: 'shenma:environs:',
  tool: 'shenma:tools:',
} as const;

export type KeyKind = keyof typeof PREFIXES;
export const KINDS: readonly KeyKind[] = ['extension', 'tool', 'environ', 'template'];

/** Path such as `vscode.rules` for `shenma:environs:vscode:rules`. */
export function keyToJsonPath(key: string, prefix: string): string {
  return withoutPrefix(key, prefix).replaceAll(':', '.');
}

/** Name such as `codebase_lookup_ref` for `shenma:tools:codebase:lookup_ref`. */
export function keyToFunc(key: string): string {
  return withoutPrefix(key, PREFIXES.tool).replaceAll(':', '_');
}

/** The name by which a template can call a tool of this ID: letters, digits and underscores, no digit first. */
export function callableName(id: string): string {
  const name = id.replaceAll(/[^A-Za-z0-9_]/g, '_');
  return /^\d/.test(name) ? `_${name}` : name;
}

/** Explains why a key cannot name a record; `undefined` if it can. */
export function keyProblem(key: string, kind: KeyKind): string | undefined {
  const rest = withoutPrefix(key, PREFIXES[kind]);
  if (rest === '') return 'the key has nothing behind its prefix';
  // The segments as the path has them: points inside a segment separate, too.
  const parts = kind === 'tool' ? rest.split(':') : rest.split(/[.:]/);
  return parts.includes('') ? 'a segment of the key is empty' : undefined;
}

/** Kind of record that a key names. */
export function keyKind(key: string): KeyKind | undefined {
  return KINDS.find((kind) => key.startsWith(PREFIXES[kind]));
}

function withoutPrefix(key: string, prefix: string): string {
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}
