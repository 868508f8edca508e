import type { OptionTable } from './option-table.ts';
import {
  type Argument,
  type ArgumentWord,
  type GivenOption,
  type NoOption,
  type ReadingManner,
  readArguments,
} from './read-arguments.ts';

/** A program's words, read. */
export interface Read<Of> {
  readonly given: readonly GivenOption<Of>[];
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
  const given: GivenOption<Of>[] = [];
  const operands: Of[] = [];
  const unknown: NoOption<Of>[] = [];
  for (const one of found) {
    if (one.type === 'operand') operands.push(one.word);
    else if (one.type === 'unknown') unknown.push(one);
    else given.push(one);
  }
  return { given, operands, unknown };
}

export const has = (read: Pick<Read<unknown>, 'given'>, ...names: readonly string[]): boolean =>
  read.given.some(({ name }) => names.includes(name));

export const givenOf = <Of>(read: Read<Of>, ...names: readonly string[]): GivenOption<Of> | undefined =>
  read.given.find(({ name }) => names.includes(name));
