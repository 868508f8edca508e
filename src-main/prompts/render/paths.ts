const PART = /\.?([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** The parts of a path as traces have it: `vscode.frameworks[1]`, `["my-mod"].x`. */
export function partsOfPath(path: string): readonly string[] {
  const parts: string[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < path.length) {
    const match = PART.exec(path);
    if (!match) break;
    const [, name, index, quoted] = match;
    parts.push(name ?? index ?? unquotedName(quoted ?? ''));
  }
  return parts;
}

function unquotedName(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
