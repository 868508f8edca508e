/** A property that a function takes apart its argument into. */
export interface TextParameter {
  readonly name: string;
  /** The default as it is written; absent if it has none. */
  readonly standard?: string | undefined;
}

/** `async tool({ path, limit = 10 })` → path, limit; undefined if the first parameter is not taken apart. */
export function destructuredParameters(text: string): readonly TextParameter[] | undefined {
  const start = /^(?:async\s+)?(?:function\b\s*\*?\s*[\w$]*\s*)?(?:[\w$]+\s*)?\(\s*\{/.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const body = textUntilClosed(text, start);
  if (body === undefined) return undefined;
  return parts(body).flatMap((part) => {
    const [, name, , standard] = /^([\w$]+)\s*(:\s*[\w$]+\s*)?(?:=\s*([\s\S]+))?$/.exec(part.trim()) ?? [];
    return name === undefined ? [] : [{ name, standard: standard?.trim() }];
  });
}

/** Name of the function's first parameter if it is not destructured; undefined if there is none. */
export function firstParameter(text: string): string | undefined {
  return /^(?:async\s+)?(?:function\b\s*\*?\s*[\w$]*\s*)?\(?\s*([\w$]+)\s*(?:[,)=]|=>)/.exec(text)?.[1];
}

function textUntilClosed(text: string, start: number): string | undefined {
  const end = walk(text, start, (depth, character) => depth === 0 && character === '}');
  return end === undefined ? undefined : text.slice(start, end);
}

function parts(body: string): string[] {
  const found: string[] = [];
  let from = 0;
  walk(body, 0, (depth, character, at) => {
    if (depth === 0 && character === ',') {
      found.push(body.slice(from, at));
      from = at + 1;
    }
    return false;
  });
  return [...found, body.slice(from)].map(withoutComments).filter((part) => part.trim() !== '');
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');

const OPENING = '([{';
const CLOSING = ')]}';

/** Goes through text outside of quotes and comments until `isEnd`. */
function walk(
  text: string,
  start: number,
  isEnd: (depth: number, character: string, at: number) => boolean,
): number | undefined {
  const token = /(['"`])(?:\\[\s\S]|(?!\1)[^\\])*\1|\/\*[\s\S]*?\*\/|\/\/[^\n]*|[\s\S]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match;
    if (found.length > 1) continue;
    if (isEnd(depth, found, match.index)) return match.index;
    if (OPENING.includes(found)) depth += 1;
    if (CLOSING.includes(found)) depth -= 1;
  }
  return undefined;
}
