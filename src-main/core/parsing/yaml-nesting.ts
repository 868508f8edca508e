import { Lexer } from 'yaml';

/** Brackets in brackets, and columns to the right of which no indicator stands: far more than any file of ours has. */
const MAX_NESTING = 200;
/** Aliases times tokens: for an alias the parser may look through the whole text. A file of a person's has a thousandth of it. */
const MAX_LOOKING = 10_000_000;
/** Comes before a scalar, whatever characters that has. */
const SCALAR = '\u001f';

/** Whether the text is nested so deeply that it is dangerous to parse. Linear, and ends where that is decided. */
export function isYamlTooDeep(text: string): boolean {
  return yamlExcess(text) === 'depth';
}

/** Finds what makes a text too dangerous or too costly to parse: its nesting, or more than `mostTokens` YAML tokens. */
export function yamlExcess(text: string, mostTokens = Number.POSITIVE_INFINITY): 'depth' | 'tokens' | undefined {
  let tokens = 0;
  let brackets = 0;
  let column = 0;
  let isLineStart = true;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (++tokens > mostTokens) return 'tokens';
    const isNested = !isScalar && isIndicator(token, isLineStart);
    if (!isScalar) brackets += change(token);
    column = token.endsWith('\n') ? 0 : column + token.length;
    if (brackets > MAX_NESTING || (isNested && brackets === 0 && column > MAX_NESTING)) return 'depth';
    isLineStart = column === 0;
    isScalar = token === SCALAR;
  }
  return undefined;
}

/** Whether finding what the aliases of a text stand for would take long. Linear, and ends where that is decided. */
export function hasTooManyAliases(text: string): boolean {
  if (!text.includes('*')) return false;
  let tokens = 0;
  let aliases = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    tokens++;
    if (!isScalar && token.startsWith('*')) aliases++;
    if (aliases * tokens > MAX_LOOKING) return true;
    isScalar = token === SCALAR;
  }
  return false;
}

function change(token: string): number {
  if (token === '[' || token === '{') return 1;
  return token === ']' || token === '}' ? -1 : 0;
}

/** Whether a token opens a block at its column: a dash, a question mark, the space before a key. */
function isIndicator(token: string, isLineStart: boolean): boolean {
  return token === '-' || token === '?' || (isLineStart && token.startsWith(' '));
}
