const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};
const NUMBER = /(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3}))/y;

/**
 * Reads what follows `$'`, from `start` to behind the closing quote. Undefined when it does not end, or holds what depends on
 * the locale (bytes above 127), ends the text early (NUL) or is rare (`\c`, `\x{`).
 */
export function decodeAnsiC(text: string, start: number): { readonly value: string; readonly end: number } | undefined {
  let value = '';
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === "'") return { value, end: at + 1 };
    if (character !== '\\') {
      value += character;
      at += 1;
      continue;
    }
    const escaped = escapeAt(text, at + 1);
    if (escaped === undefined) return undefined;
    value += escaped.value;
    at = escaped.end;
  }
  return undefined;
}

function escapeAt(text: string, at: number): { readonly value: string; readonly end: number } | undefined {
  const next = text.charAt(at);
  const simple = SIMPLE[next];
  if (simple !== undefined) return { value: simple, end: at + 1 };
  NUMBER.lastIndex = at;
  const found = NUMBER.exec(text);
  if (found) {
    const code = found[4] === undefined ? Number.parseInt(found[0].slice(1), 16) : Number.parseInt(found[4], 8);
    return code > 0 && code < 128 ? { value: String.fromCharCode(code), end: at + found[0].length } : undefined;
  }
  if (next === '' || next === 'c' || text.startsWith('x{', at)) return undefined;
  return { value: `\\${next}`, end: at + 1 };
}
