/** Limits beyond which parsing takes longer than reading would: the text is shown as it is. */
const MAX_CHARACTERS = 200_000;
const MAX_DEPTH = 24;
const MAX_DELIMITERS = 1200;
/** Cells of tables, over the whole text. */
const MAX_BARS = 6000;

/**
 * Whether the text can be parsed as Markdown in a few milliseconds. Nested containers and unmatched delimiters cost more than
 * linear time, so they are counted before: containers a line, delimiters a paragraph.
 */
export function isParseable(text: string): boolean {
  if (text.length > MAX_CHARACTERS || countOf(text, '|') > MAX_BARS) return false;
  let delimiters = 0;
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    if (depthOf(text, start, end) > MAX_DEPTH) return false;
    const inLine = delimitersIn(text, start, end);
    delimiters = inLine === undefined ? 0 : delimiters + inLine;
    if (delimiters > MAX_DELIMITERS) return false;
    start = end + 1;
  }
  return true;
}

/**
 * Pattern of what may open or continue a container at the start of a line: quotes, list marks, and indentation that may
 * nest lists.
 */
const CONTAINERS = /(?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/y;

function depthOf(text: string, start: number, end: number): number {
  CONTAINERS.lastIndex = 0;
  const found = CONTAINERS.exec(text.slice(start, Math.min(end, start + 2000)))?.[0] ?? '';
  const marks = found.match(/[>*+-]|\d+/g)?.length ?? 0;
  const columns = found.replaceAll('\t', '    ').replace(/\S/g, '').length;
  return marks + Math.floor(columns / 8);
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** Counts the delimiters of a line; `undefined` for a blank one, which ends a paragraph. */
function delimitersIn(text: string, start: number, end: number): number | undefined {
  let count = 0;
  let isBlank = true;
  for (let at = start; at < end; at += 1) {
    const character = text.charAt(at);
    if (isBlank && character !== ' ' && character !== '\t' && character !== '\r') isBlank = false;
    if ('*_~[]`<&@'.includes(character) || (character === '$' && text[at + 1] === '$')) count += 1;
  }
  return isBlank ? undefined : count;
}
