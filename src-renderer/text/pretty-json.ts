/** Strings, empty lists and objects, marks, and what else is a value. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/g;
const STEPS: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/**
 * Sets JSON out in lines; as it is where it is no JSON. Numbers stay as they are written, however long, and names that are there
 * twice stay, too: what is shown is saved again.
 */
export function prettyJson(json: string): string {
  if (!isJson(json)) return json;
  let depth = 0;
  const parts = (json.match(TOKENS) ?? []).map((token) => {
    const step = STEPS[token] ?? 0;
    depth += step;
    const line = `\n${'  '.repeat(depth)}`;
    if (step === 1 || token === ',') return token + line;
    if (step === -1) return line + token;
    return token === ':' ? ': ' : prettyValue(token);
  });
  return parts.join('');
}

/** Reads the escapes of a text, so that a person can read the words. */
function prettyValue(token: string): string {
  return token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token.replace(/\s/g, '');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
