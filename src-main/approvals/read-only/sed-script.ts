/** Commands without text or label after them that neither write, read, run nor go elsewhere. */
const PLAIN = 'pPdDqQnNgGhHx=lz';
/** Those of them that a number may follow. */
const NUMBERED = 'qQlL';
const SUBSTITUTE_FLAGS = /^[gpiIM0-9]*$/;

/** Why a sed script is not proven to print only, or nothing. The grammar is GNU sed's without `e w W r R F i(n place)`, labels and jumps. */
export function sedProblem(script: string): string | undefined {
  let at = 0;
  let depth = 0;
  for (;;) {
    at = skip(script, at, /[\s;]/);
    if (at >= script.length) break;
    const begin = addresses(script, at);
    if (begin === undefined) return 'an address of the sed script is not understood';
    const after = commandEnd(script, begin);
    if (typeof after === 'string') return after;
    depth += DEPTH[script[begin] ?? ''] ?? 0;
    at = after;
  }
  return depth === 0 ? undefined : 'the braces of the sed script do not match';
}

const DEPTH: Readonly<Record<string, number>> = { '{': 1, '}': -1 };

function commandEnd(script: string, at: number): number | string {
  const command = script[at] ?? '';
  if (command === '#') return lineEnd(script, at);
  if (command === '{') return at + 1;
  if (command === '}') return closed(script, at + 1);
  if (command !== '' && PLAIN.includes(command)) {
    const after = skip(script, at + 1, / /);
    return closed(script, NUMBERED.includes(command) ? skip(script, after, /\d/) : after);
  }
  if (command === 's' || command === 'y') return exchange(script, at);
  if (command !== '' && 'aic'.includes(command)) return textEnd(script, at + 1);
  return `the sed command '${command}' is not known to print only`;
}

/** A command ends with its line, `;`, a brace or a comment. */
function closed(script: string, at: number): number | string {
  const after = skip(script, at, /[ \t]/);
  const next = script[after];
  if (next === undefined || /[\n;}#]/.test(next)) return after;
  return 'a sed command goes on after its end';
}

function exchange(script: string, at: number): number | string {
  const delimiter = script[at + 1];
  if (delimiter === undefined || /[\n\\]/.test(delimiter)) return 's or y has no delimiter';
  const middle = delimited(script, at + 2, delimiter);
  const end = middle === undefined ? undefined : delimited(script, middle, delimiter);
  if (end === undefined) return 's or y has no end';
  const after = skip(script, end, /[^\s;}#]/);
  const flags = script.slice(end, after);
  const areFine = script[at] === 's' ? SUBSTITUTE_FLAGS.test(flags) : flags === '';
  return areFine ? closed(script, after) : `the flags '${flags}' of s may write or run`;
}

/** Just after the closing delimiter. Brackets do not protect it: sed itself looks for the delimiter first. */
function delimited(script: string, from: number, delimiter: string): number | undefined {
  for (let at = from; at < script.length; at += 1) {
    if (script[at] === '\\') at += 1;
    else if (script[at] === delimiter) return at + 1;
  }
  return undefined;
}

/** The text of a, i and c goes to the end of the line; a backslash lets it go on. */
function textEnd(script: string, from: number): number {
  for (let at = from; at < script.length; at += 1) {
    if (script[at] === '\\') at += 1;
    else if (script[at] === '\n') return at + 1;
  }
  return script.length;
}

/** Where the command begins, after none, one or two addresses and any `!`. */
function addresses(script: string, from: number): number | undefined {
  const first = address(script, from);
  if (first === undefined) return undefined;
  let at = first;
  if (at > from) {
    at = skip(script, at, /[ \t]/);
    if (script[at] === ',') {
      const second = skip(script, at + 1, /[ \t]/);
      const relative = /^[+~]\d+/.exec(script.slice(second))?.[0];
      const end = relative ? second + relative.length : address(script, second);
      if (end === undefined || end === second) return undefined;
      at = end;
    }
  }
  return skip(script, at, /[ \t!]/);
}

/** The end of one address; where there is none, where it would begin. */
function address(script: string, at: number): number | undefined {
  if (script[at] === '$') return at + 1;
  const number = /^\d+(~\d+)?/.exec(script.slice(at, at + 40))?.[0];
  if (number !== undefined) return at + number.length;
  const isOther = script[at] === '\\';
  if (!isOther && script[at] !== '/') return at;
  const delimiter = isOther ? script[at + 1] : '/';
  if (delimiter === undefined || /[\n\\]/.test(delimiter)) return undefined;
  const end = delimited(script, at + (isOther ? 2 : 1), delimiter);
  return end === undefined ? undefined : skip(script, end, /[IM]/);
}

const lineEnd = (script: string, at: number) =>
  script.indexOf('\n', at) < 0 ? script.length : script.indexOf('\n', at);

function skip(script: string, from: number, what: RegExp): number {
  let at = from;
  while (at < script.length && what.test(script[at] ?? '')) at += 1;
  return at;
}
