import type { PathTable } from './api.ts';

/** Numbers that an entry of a `PathTable` takes. */
export const ENTRY_WIDTH = 2;

const NAME = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;

/** Key of a name from the text in entries, by its index in `names`. */
export function nameKey(name: number): number {
  return -1 - name * 2;
}

/** Key of a name known only from data in entries, by its index in `keys`. */
export function dataKey(key: number): number {
  return -2 - key * 2;
}

/** Text of a key that is not an index. */
export function pathKeyText({ names, keys }: Pick<PathTable, 'names' | 'keys'>, key: number): string {
  return (key % 2 === 0 ? keys[-key / 2 - 1] : names[(-key - 1) / 2]) ?? '';
}

/** Reads paths of a table: each part is put together once. Dotted, with indices and keys that are no names in brackets. */
export function pathReader(table: PathTable): (path: number) => string | undefined {
  const { entries } = table;
  const known = [''];
  const extended = (path: string, key: number) => {
    if (key >= 0) return `${path}[${key}]`;
    const text = pathKeyText(table, key);
    return key % 2 === 0 && !NAME.test(text) ? `${path}[${JSON.stringify(text)}]` : joinPath(path, text);
  };
  return (path) => {
    const open: number[] = [];
    for (let at = path; known[at] === undefined; at = entries[at * ENTRY_WIDTH] ?? 0) {
      if (!(at >= 0 && at * ENTRY_WIDTH < entries.length)) return undefined;
      open.push(at);
    }
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const parent = known[entries[at * ENTRY_WIDTH] ?? 0] ?? '';
      known[at] = extended(parent, entries[at * ENTRY_WIDTH + 1] ?? 0);
    }
    return known[path];
  };
}

/** A path and what follows it; the root's is empty. */
export function joinPath(path: string, rest: string): string {
  return path === '' ? rest : `${path}.${rest}`;
}
