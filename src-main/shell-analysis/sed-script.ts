/** Long scripts are not looked into. */
const LONGEST = 2000;

const BLANK = /[\s;]+/y;
const ADDRESS = /(?:\d+(?:~\d+)?|\$|\/(?:[^/\\\n]|\\[^\n])*\/I?)/y;
const SECOND = /,(?:[+~]?\d+|\$|\/(?:[^/\\\n]|\\[^\n])*\/I?)/y;
const NEGATION = /[ \t]*!?[ \t]*/y;
const PLAIN = /(?:[pdDPgGhHnNxzlq=]|Q)\d*(?=[\s;]|$)/y;
const REPLACEMENT = /s([/|#,@:!_%])/y;
const FLAGS = /[gpiI\d]*/y;

/**
 * Whether a script of sed surely writes no file and runs nothing: commands that print, delete, replace or quit, with plain
 * addresses. What else there is (`w`, `e`, `r`, blocks, labels) is not looked into.
 */
export function isHarmlessSed(script: string): boolean {
  if (script.length > LONGEST) return false;
  let at: number | undefined = skip(script, 0, BLANK);
  while (at !== undefined && at < script.length) at = skipCommand(script, skipAddress(script, at));
  return at !== undefined;
}

/** Behind what the pattern matches at this place; the place itself when it does not. */
function skip(script: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(script)?.[0].length ?? 0);
}

function skipAddress(script: string, at: number): number {
  const first = skip(script, at, ADDRESS);
  return skip(script, first === at ? at : skip(script, first, SECOND), NEGATION);
}

/** Behind the command and the blanks after it; undefined when it is none of those that are harmless. */
function skipCommand(script: string, at: number): number | undefined {
  const plain = skip(script, at, PLAIN);
  if (plain > at) return skip(script, plain, BLANK);
  const start = skip(script, at, REPLACEMENT);
  const end = start === at ? undefined : endOfReplacement(script, start, script.charAt(start - 1));
  if (end === undefined) return undefined;
  const behind = skip(script, end, FLAGS);
  return behind === script.length || /[\s;]/.test(script.charAt(behind)) ? skip(script, behind, BLANK) : undefined;
}

/** Behind the third mark of `s/…/…/`; brackets may not hold the mark, as sed's own may. */
function endOfReplacement(script: string, start: number, mark: string): number | undefined {
  let left = 2;
  for (let at = start; at < script.length; at += 1) {
    const character = script.charAt(at);
    if (character === '\n' || character === '[') return undefined;
    if (character === '\\') at += 1;
    else if (character === mark) left -= 1;
    if (left === 0) return at + 1;
  }
  return undefined;
}
