import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml';

/** The line of a key in a YAML text, from 1, by its names, the outer one first; 1 where it is not found. */
type LineLookup = (key: readonly string[]) => number;

/** Finds the lines of a block's keys; if it is not YAML, every key is on its first line. */
export function keyLines(block: string): LineLookup {
  const lines = new LineCounter();
  const options = {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  } as const;
  const { contents } = parseDocument(block, { ...options, lineCounter: lines });
  return (key) => {
    let node: unknown = contents;
    let line = 1;
    for (const name of key) {
      const pair = isMap(node) ? pairOf(node, name) : undefined;
      if (!pair) break;
      if (isScalar(pair.key) && pair.key.range) line = lines.linePos(pair.key.range[0]).line;
      node = pair.value;
    }
    return line;
  };
}

function pairOf(map: YAMLMap, name: string) {
  // Of a key that is there twice the last one counts.
  return map.items.findLast(({ key }) => isScalar(key) && String(key.value) === name);
}
