import type { Word } from './model.ts';
import { givenOf, type ParsedArguments } from './programs/parsed-arguments.ts';

/** Text without quotes, escapes and variables: blanks alone part it. */
const PLAIN = /^[\w@%+,./:= -]*$/;

/** The words of `env` with those that stand in the text of `-S` in its place, where it is plain; undefined if there is none. */
export function withSplitText(words: readonly Word[], read: ParsedArguments<Word>): readonly Word[] | undefined {
  const given = givenOf(read, '-S', '--split-string');
  if (given?.value === undefined || !PLAIN.test(given.value)) return undefined;
  const { at, length, value, word } = given;
  const pieces = value.split(' ').filter((piece) => piece !== '');
  const added = pieces.map((piece): Word => ({ ...word, text: piece, literal: piece }));
  return [...words.slice(0, at), ...added, ...words.slice(at + length)];
}
