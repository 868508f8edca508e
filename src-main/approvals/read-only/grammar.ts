/** One small engine for all programs whose arguments a table can describe. */
import { type Arguments, type Option, optionTable, parseArguments } from './option-table.ts';
import type { Reader } from './reader.ts';

/** Looks at a program's arguments: why they do not prove that it only reads, or nothing. */
export type Check = (given: readonly string[], reader: Reader) => string | undefined;

type ValueCheck = (value: string, reader: Reader) => string | undefined;

export interface Grammar {
  readonly options: string;
  /** Kinds of operands, in order: `text read*`. `?` may be missing, `*` any number. None when left out. */
  readonly operands?: string;
  /** It takes no option after its first operand. */
  readonly isInOrder?: boolean;
  /** Kinds of its own, in addition to those all share. */
  readonly kinds?: Readonly<Record<string, ValueCheck>>;
  /** Takes the place of `operands` where they depend on the options. */
  readonly operandsOf?: (given: Arguments) => string;
  /** What options and operands must be together. */
  readonly also?: (given: Arguments, reader: Reader) => string | undefined;
}

const fits =
  (pattern: RegExp, what: string): ValueCheck =>
  (value) =>
    pattern.test(value) ? undefined : `'${shorten(value)}' is not ${what}`;

const KINDS: Readonly<Record<string, ValueCheck>> = {
  text: () => undefined,
  read: (value, reader) => reader.whyNotRead(value),
  see: (value, reader) => reader.whyNotSee(value),
  number: fits(/^\d{1,9}$/, 'a number'),
  signed: fits(/^[-+]?\d{1,9}$/, 'a number'),
  amount: fits(/^[-+]?\d{1,9}([bcwkKMGT]i?B?)?$/, 'an amount'),
  word: fits(/^[A-Za-z0-9_:,.+%-]{1,80}$/, 'a plain word'),
  list: fits(/^[0-9,-]{1,200}$/, 'a list of numbers'),
  name: fits(/^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,80}$/, 'a name'),
};

export function byGrammar(grammar: Grammar): Check {
  let table: ReturnType<typeof optionTable> | undefined;
  return (given, reader) => {
    table ??= optionTable(grammar.options);
    const read = parseArguments(given, table, grammar.isInOrder === true);
    if (typeof read === 'string') return read;
    const check = (kind: string, value: string) => (grammar.kinds?.[kind] ?? KINDS[kind] ?? noSuchKind)(value, reader);
    for (const option of read.options) {
      const why = valueProblem(option, check);
      if (why !== undefined) return why;
    }
    const kinds = grammar.operandsOf?.(read) ?? grammar.operands ?? '';
    return operandProblem(read.operands, kinds, check) ?? grammar.also?.(read, reader);
  };
}

/** Whether one of the options, named by letter or name, was given. */
export const has = ({ options }: Arguments, ...names: readonly string[]): boolean =>
  options.some(({ name }) => names.includes(name));

export const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const noSuchKind: ValueCheck = () => 'its value is of no known kind';

function valueProblem({ value, kind }: Option, check: (kind: string, value: string) => string | undefined) {
  return kind === '' || value === undefined ? undefined : check(kind, value);
}

function operandProblem(
  operands: readonly string[],
  kinds: string,
  check: (kind: string, value: string) => string | undefined,
): string | undefined {
  const expected = kinds.split(' ').filter((kind) => kind !== '');
  let index = 0;
  for (const operand of operands) {
    const kind = expected[index];
    if (kind === undefined) return `'${shorten(operand)}' is one operand too many to be sure that it only reads`;
    const why = check(kind.replace(/[?*]$/, ''), operand);
    if (why !== undefined) return why;
    if (!kind.endsWith('*')) index += 1;
  }
  const missing = expected[index];
  return missing === undefined || /[?*]$/.test(missing) ? undefined : 'an operand is missing';
}
