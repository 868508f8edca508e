import type { OptionTable } from './option-table.ts';
import {
  type Argument,
  type ArgumentSyntax,
  type ArgumentWord,
  type GivenOption,
  readArguments,
  type UnknownOption,
} from './read-arguments.ts';

/** A program's words, read. */
export interface ParsedArguments<Of> {
  readonly given: readonly GivenOption<Of>[];
  readonly operands: readonly Of[];
  /** The index of each operand among the words, as of options. */
  readonly operandsAt: readonly number[];
  /** Words that are no option the program is known to have. */
  readonly unknown: readonly UnknownOption<Of>[];
}

export function readWords<Of extends ArgumentWord>(
  words: readonly Of[],
  table: OptionTable,
  syntax: ArgumentSyntax = {},
): ParsedArguments<Of> {
  return readOf(readArguments(words, table, syntax));
}

function readOf<Of>(found: readonly Argument<Of>[]): ParsedArguments<Of> {
  const given: GivenOption<Of>[] = [];
  const operands: Of[] = [];
  const operandsAt: number[] = [];
  const unknown: UnknownOption<Of>[] = [];
  for (const one of found) {
    if (one.type === 'operand') {
      operands.push(one.word);
      operandsAt.push(one.at);
    } else if (one.type === 'unknown') unknown.push(one);
    else given.push(one);
  }
  return { given, operands, operandsAt, unknown };
}

export const has = (read: Pick<ParsedArguments<unknown>, 'given'>, ...names: readonly string[]): boolean =>
  read.given.some(({ name }) => names.includes(name));

export const givenOf = <Of>(read: ParsedArguments<Of>, ...names: readonly string[]): GivenOption<Of> | undefined =>
  read.given.find(({ name }) => names.includes(name));
