/** A command's words as the texts its program will get: literal ones, and patterns of file names looked up now. */
import type { Word } from '#commands';
import { fitsPattern } from '../name-pattern.ts';
import type { Reader } from './reader.ts';

/** Names that a pattern may stand for; more are not looked at. */
const MAX_NAMES = 1000;
/** Of a pattern; longer ones come from nobody's hand. */
const MOST_UNITS = 200;
/** Pattern characters and such that need no quoting; no brackets, no escapes. */
const PLAIN_PATTERN = /^[\p{L}0-9_.,/@%+=:*?-]+$/u;
/** An exit status within text that is otherwise literal. */
const WITH_STATUS = /^(?:\$\?|"(?:[^"$`\\]|\$\?)*")$/;

export type Expanded = { readonly words: readonly string[] } | { readonly why: string };

/** @param isPrinting the program prints its words, whatever they are: the status of the last command may be among them. */
export function expandWord(word: Word, reader: Reader, isPrinting: boolean): Expanded {
  if (word.literal !== undefined) return { words: [word.literal] };
  const [only, ...others] = word.expansions;
  if (others.length === 0 && only === 'glob') return expandPattern(word.text, reader);
  if (others.length === 0 && only === 'parameter' && isPrinting && WITH_STATUS.test(word.text)) {
    return { words: [word.text.replaceAll('"', '').replaceAll('$?', '0')] };
  }
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
