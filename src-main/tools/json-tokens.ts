export interface JsonToken {
  readonly token: string;
  /** Index behind it. */
  readonly end: number;
}

/**
 * The tokens that `pattern` finds in valid JSON, strings whole: it finds their opening quote. A pattern over a whole string would
 * take stack for each of its characters.
 */
export function* jsonTokens(json: string, pattern: RegExp): Generator<JsonToken, void> {
  const finder = new RegExp(pattern, 'g');
  for (let found = finder.exec(json); found; found = finder.exec(json)) {
    if (found[0] === '"') finder.lastIndex = stringEnd(json, found.index);
    yield { token: json.slice(found.index, finder.lastIndex), end: finder.lastIndex };
  }
}

const [QUOTE, BACKSLASH] = [34, 92];

/** Index behind the string that begins at `start`. */
function stringEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}
