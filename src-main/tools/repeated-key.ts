/** Keys with their colon, other strings, and brackets; what stands between them says nothing about keys. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

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
  for (const [token, string, colon] of text.matchAll(TOKEN)) {
    if (string === undefined) openOrClose(open, token);
    const object = colon === undefined ? undefined : open.at(-1);
    if (string === undefined || object === undefined) continue;
    object.key = JSON.parse(string) as string;
    if (object.keys.has(object.key)) return { key: object.key, path: keyPath(open) };
    object.keys.add(object.key);
  }
  return undefined;
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
