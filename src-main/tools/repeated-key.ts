import { jsonTokens } from './json-tokens.ts';

/** Strings and brackets; what else stands between them says nothing about keys. */
const TOKEN = /["{}[\]]/;
/** Makes the string before it a key. */
const COLON = /\s*:/y;

/** An object or list that is not closed yet. */
interface OpenBracket {
  readonly keys: Set<string>;
  /** The key whose value is being read. */
  key: string | undefined;
}

/**
 * The first key that an object names twice, at any depth, with the path of that object. JSON.parse takes the last of them, and
 * other readers the first: what was judged and what was meant may be two things. `text` is valid JSON.
 */
export function repeatedKey(text: string): { readonly key: string; readonly path: string } | undefined {
  const open: OpenBracket[] = [];
  for (const { token, end } of jsonTokens(text, TOKEN)) {
    if (!token.startsWith('"')) openOrClose(open, token);
    const object = token.startsWith('"') && isColonAt(text, end) ? open.at(-1) : undefined;
    if (object === undefined) continue;
    object.key = JSON.parse(token) as string;
    if (object.keys.has(object.key)) return { key: object.key, path: keyPath(open) };
    object.keys.add(object.key);
  }
  return undefined;
}

function isColonAt(text: string, at: number): boolean {
  COLON.lastIndex = at;
  return COLON.test(text);
}

function openOrClose(open: OpenBracket[], bracket: string): void {
  if (bracket === '{' || bracket === '[') open.push({ keys: new Set(), key: undefined });
  else open.pop();
}

/** Names of the keys that lead to the innermost object, lists left out. */
function keyPath(open: readonly OpenBracket[]): string {
  return open
    .slice(0, -1)
    .flatMap(({ key }) => key ?? [])
    .join('.');
}
