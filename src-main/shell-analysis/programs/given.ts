import type { KnownOption, OptionTable } from './option-table.ts';
import {
  type Argument,
  type ArgumentWord,
  type NoOption,
  type ReadingManner,
  readArguments,
} from './read-arguments.ts';

/** One option as it was given. */
export interface Given<Of> {
  /** `-o`, `--output` or `-NUM`. */
  readonly name: string;
  /** Undefined when there is none, or when it is known only when it runs. */
  readonly value: string | undefined;
  /** The word that has the value, else its own. */
  readonly word: Of;
  readonly option: KnownOption;
}

/** A program's words, read. */
export interface Read<Of> {
  readonly given: readonly Given<Of>[];
  readonly operands: readonly Of[];
  /** Words that are no option the program is known to have. */
  readonly unknown: readonly NoOption<Of>[];
}

export function readWords<Of extends ArgumentWord>(
  words: readonly Of[],
  table: OptionTable,
  manner: ReadingManner = {},
): Read<Of> {
  return readOf(readArguments(words, table, manner));
}

function readOf<Of>(found: readonly Argument<Of>[]): Read<Of> {
  const given: Given<Of>[] = [];
  const operands: Of[] = [];
  const unknown: NoOption<Of>[] = [];
  for (const one of found) {
    if (one.type === 'operand') operands.push(one.word);
    else if (one.type === 'unknown') unknown.push(one);
    else given.push({ name: one.option.name, value: one.value, word: one.word, option: one.option });
  }
  return { given, operands, unknown };
}

export const has = (read: Pick<Read<unknown>, 'given'>, ...names: readonly string[]): boolean =>
  read.given.some(({ name }) => names.includes(name));

export const givenOf = <Of>(read: Read<Of>, ...names: readonly string[]): Given<Of> | undefined =>
  read.given.find(({ name }) => names.includes(name));
