/** A command's words as the texts its program will get: literal ones, and patterns of file names looked up now. */
import type { Word } from '#shell-analysis';
import { namesThatFit } from '../name-pattern.ts';
import type { PathJudge } from './path-judge.ts';

/** Names that a pattern may stand for; more are not looked at. */
const MAX_NAMES = 1000;
/** Longest pattern considered, in UTF-16 units; nobody types longer ones. */
const MAX_UNITS = 200;
/** Pattern characters and such that need no quoting; no brackets, no escapes. */
const PLAIN_PATTERN = /^[\p{L}0-9_.,/@%+=:*?-]+$/u;
const STATUS = '\\$\\?';
/**
 * Arithmetic of digits alone: a name could be a variable whose subscript is evaluated. Its parentheses are in pairs, since bash
 * takes `$((1)+(2))` for a command.
 */
const SUM = '\\$\\(\\((?:[0-9 +*/%-]|\\([0-9 +*/%-]*\\)){1,200}\\)\\)';

/**
 * Variables that our own environment has or bash itself sets: the user's name, locations, and the search path for
 * programs.
 */
const PLACES = '\\$(?:HOME|PATH|PWD|OLDPWD|USER|LOGNAME|HOSTNAME|SHELL|LANG|TERM)(?![A-Za-z0-9_])';

/**
 * Expansions accepted in otherwise literal text, by program that prints its words; for others, such as a width computed
 * from a sum, the output would be unlimited.
 */
const PRINTED: Readonly<Record<string, { readonly word: RegExp; readonly number: RegExp }>> = {
  echo: withNumbers(`${STATUS}|${SUM}|${PLACES}`),
  printf: withNumbers(STATUS),
};

function withNumbers(number: string) {
  const word = new RegExp(`^(?:[\\w:=.,-]*(?:${number})|"(?:[^"$\`\\\\]|${number})*")$`);
  return { word, number: new RegExp(number, 'g') };
}

/** One way in which variables may be set, by their names. */
export type VariableChoice = ReadonlyMap<string, string>;

export type ExpandedWords = { readonly words: readonly string[] } | { readonly why: string };

/** Expands a word. Programs that print any words may also have numbers among them that are known only when they run. */
export function expandWord(
  word: Word,
  pathJudge: PathJudge,
  program: string,
  choice: VariableChoice = new Map(),
): ExpandedWords {
  if (word.literal !== undefined) return { words: [word.literal] };
  const printed = Object.hasOwn(PRINTED, program) ? PRINTED[program] : undefined;
  // The whole text is read: what stands in arithmetic looks like a pattern to our own reading of the word.
  if (word.text.length <= MAX_UNITS && printed?.word.test(word.text)) {
    return { words: [word.text.replaceAll('"', '').replaceAll(printed.number, '0')] };
  }
  const [only, ...others] = word.expansions;
  if (others.length === 0 && only === 'glob') return expandPattern(word.text, pathJudge);
  return expandVariables(word.text, pathJudge, choice);
}

/** Plain text, a variable, or a quoted text with variables in it. */
const PIECE =
  /([\w./@%+=:,*?-]+)|\$(?:\{([a-z]\w*)\}|([a-z]\w*))|"((?:[^"$`\\!]|\$[a-z]\w*|\$\{[a-z]\w*\})*)"|'([^']*)'/y;
const VARIABLE = /\$(?:\{(\w+)\}|(\w+))/g;
/** Value of a variable that stands without quotes and is neither divided nor taken for a pattern. */
const UNDIVIDED = /^[\w./@%+=:,-]+$/;
const NOT_LITERAL = { why: 'a word is not literal: what it will be is known only when it runs' };

function expandVariables(text: string, pathJudge: PathJudge, choice: VariableChoice): ExpandedWords {
  let word = '';
  let isPattern = false;
  let isQuotedPattern = false;
  for (let at = 0; at < text.length; at = PIECE.lastIndex) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(text);
    const piece = found && pieceOf(found, choice);
    if (!piece) return NOT_LITERAL;
    if ('why' in piece) return piece;
    const hasPattern = /[*?[\]\\]/.test(piece.text);
    isPattern ||= hasPattern && piece.isPlain;
    isQuotedPattern ||= hasPattern && !piece.isPlain;
    word += piece.text;
  }
  if (!isPattern) return { words: [word] };
  return isQuotedPattern ? NOT_LITERAL : expandPattern(word, pathJudge);
}

type ExpandedText = { readonly text: string; readonly isPlain: boolean } | { readonly why: string };

/** Reads a piece of a word; undefined if a variable in it has no known value. */
function pieceOf(
  [, plain, braced, bare, double, single]: RegExpExecArray,
  choice: VariableChoice,
): ExpandedText | undefined {
  if (plain !== undefined) return { text: plain, isPlain: true };
  if (single !== undefined) return { text: single, isPlain: false };
  if (double !== undefined) {
    const isKnown = [...double.matchAll(VARIABLE)].every(([, one, other]) => choice.has(one ?? other ?? ''));
    const text = double.replaceAll(VARIABLE, (_, one, other) => choice.get(one ?? other) ?? '');
    return isKnown ? { text, isPlain: false } : undefined;
  }
  const value = choice.get(braced ?? bare ?? '');
  if (value === undefined) return undefined;
  return UNDIVIDED.test(value)
    ? { text: value, isPlain: false }
    : { why: `${braced ?? bare} has no quotes and may become several words` };
}

function expandPattern(pattern: string, pathJudge: PathJudge): ExpandedWords {
  if (pattern.length > MAX_UNITS || !PLAIN_PATTERN.test(pattern))
    return { why: 'a pattern of file names is too involved to be looked up' };
  const [cwd, ...others] = pathJudge.cwds;
  if (cwd === undefined || others.length > 0)
    return { why: 'where a pattern of file names is looked up is not certain' };
  const folder = pattern.slice(0, pattern.search(/[*?]/)).replace(/[^/]*$/, '');
  const outside = folder === '' ? undefined : pathJudge.whyNotSee(folder);
  if (outside !== undefined) return { why: outside };
  const parts = pattern.slice(folder.length).split('/');
  let found = [folder];
  for (const [index, part] of parts.entries()) {
    const next = found.flatMap((at) => matchingPaths(at, part, { cwd, pathJudge }));
    if (next.length > MAX_NAMES) return { why: 'a pattern stands for too many file names' };
    found = index < parts.length - 1 ? next.map((one) => `${one}/`) : next;
  }
  return { words: found.length > 0 ? found.toSorted() : [pattern] };
}

function matchingPaths(
  at: string,
  part: string,
  { cwd, pathJudge }: { readonly cwd: string; readonly pathJudge: PathJudge },
): string[] {
  if (part === '' || part === '.') return [`${at}${part}`];
  if (part === '..') return [];
  const base = at.startsWith('/') ? at : `${cwd}/${at}`;
  return namesThatFit(part, pathJudge.files.names(base) ?? []).map((name) => `${at}${name}`);
}
