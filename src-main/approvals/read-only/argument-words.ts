/** A command's words as the texts its program will get: literal ones, and patterns of file names looked up now. */
import type { Word } from '#shell-analysis';
import { fitsPattern } from '../name-pattern.ts';
import type { Reader } from './reader.ts';

/** Names that a pattern may stand for; more are not looked at. */
const MAX_NAMES = 1000;
/** Of a pattern; longer ones come from nobody's hand. */
const MOST_UNITS = 200;
/** Pattern characters and such that need no quoting; no brackets, no escapes. */
const PLAIN_PATTERN = /^[\p{L}0-9_.,/@%+=:*?-]+$/u;
const STATUS = '\\$\\?';
/**
 * Arithmetic of digits alone: a name could be a variable whose subscript is evaluated. Its parentheses are in pairs, since bash
 * takes `$((1)+(2))` for a command.
 */
const SUM = '\\$\\(\\((?:[0-9 +*/%-]|\\([0-9 +*/%-]*\\)){1,200}\\)\\)';

/** What each program that prints its words may find in text that is otherwise literal: a width from a sum would have no end. */
const PRINTED: Readonly<Record<string, { readonly word: RegExp; readonly number: RegExp }>> = {
  echo: withNumbers(`${STATUS}|${SUM}`),
  printf: withNumbers(STATUS),
};

function withNumbers(number: string) {
  const word = new RegExp(`^(?:[\\w:=.,-]*(?:${number})|"(?:[^"$\`\\\\]|${number})*")$`);
  return { word, number: new RegExp(number, 'g') };
}

export type Expanded = { readonly words: readonly string[] } | { readonly why: string };

/** Of a program that prints its words whatever they are, numbers may be among them that are known only when it runs. */
export function expandWord(word: Word, reader: Reader, program: string): Expanded {
  if (word.literal !== undefined) return { words: [word.literal] };
  const printed = Object.hasOwn(PRINTED, program) ? PRINTED[program] : undefined;
  // The whole text is read: what stands in arithmetic looks like a pattern to our own reading of the word.
  if (word.text.length <= MOST_UNITS && printed?.word.test(word.text)) {
    return { words: [word.text.replaceAll('"', '').replaceAll(printed.number, '0')] };
  }
  const [only, ...others] = word.expansions;
  if (others.length === 0 && only === 'glob') return expandPattern(word.text, reader);
  return { why: 'a word is not literal: what it will be is known only when it runs' };
}

function expandPattern(pattern: string, reader: Reader): Expanded {
  if (pattern.length > MOST_UNITS || !PLAIN_PATTERN.test(pattern))
    return { why: 'a pattern of file names is too involved to be looked up' };
  const [cwd, ...others] = reader.cwds;
  if (cwd === undefined || others.length > 0)
    return { why: 'where a pattern of file names is looked up is not certain' };
  const folder = pattern.slice(0, pattern.search(/[*?]/)).replace(/[^/]*$/, '');
  const outside = folder === '' ? undefined : reader.whyNotSee(folder);
  if (outside !== undefined) return { why: outside };
  const parts = pattern.slice(folder.length).split('/');
  let found = [folder];
  for (const [index, part] of parts.entries()) {
    const next = found.flatMap((at) => matches(at, part, { cwd, reader }));
    if (next.length > MAX_NAMES) return { why: 'a pattern stands for too many file names' };
    found = index < parts.length - 1 ? next.map((one) => `${one}/`) : next;
  }
  return { words: found.length > 0 ? found.toSorted() : [pattern] };
}

function matches(
  at: string,
  part: string,
  { cwd, reader }: { readonly cwd: string; readonly reader: Reader },
): string[] {
  if (part === '' || part === '.') return [`${at}${part}`];
  if (part === '..') return [];
  const base = at.startsWith('/') ? at : `${cwd}/${at}`;
  return (reader.files.names(base) ?? [])
    .filter((name) => fitsPattern(part, name) && (!name.startsWith('.') || part.startsWith('.')))
    .map((name) => `${at}${name}`);
}
