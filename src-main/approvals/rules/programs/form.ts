import type { WordType } from '#contract';
import { type OptionTable, optionTable } from '../../read-only/option-table.ts';

/** What an operand may be in an open rule; `exact` stays as it was written: code, a script, a filter, an address. */
export type OperandType = WordType | 'exact';

/** What is known of a program's words, or of those of one of its sub-commands. */
export interface Form {
  /** Options that write nothing elsewhere, run nothing and send nothing, by the type of their value or its choices (`a|b`). */
  readonly options: OptionTable;
  /** Options that are understood but stay as written: a rule with one names it. */
  readonly kept: OptionTable;
  /** By position. */
  readonly operands: readonly OperandType[];
  /** More operands of the last type may follow. */
  readonly hasMore: boolean;
  /** Paths are only read, so that files that run code may be among them. */
  readonly isReading: boolean;
  /** Long options have one dash, as Go's. */
  readonly hasSingleDash: boolean;
}

/** A program, with its sub-commands; without a form there is nothing that a rule may leave open. */
export interface ProgramTable {
  readonly form?: Form;
  readonly verbs?: Readonly<Record<string, ProgramTable>>;
}

type More = Partial<Pick<Form, 'isReading' | 'hasSingleDash'>> & {
  readonly kept?: string;
  readonly verbs?: ProgramTable['verbs'];
};

/** `options`: as `option-table` has them. `operands`: types apart by blanks, the last with a `*` where more may follow. */
export function known(options: string, operands: string, { kept = '', verbs, ...more }: More = {}): ProgramTable {
  const types = operands.split(' ').filter((type) => type !== '');
  return {
    form: {
      options: optionTable(options),
      kept: optionTable(kept),
      operands: types.map((type) => type.replace('*', '') as OperandType),
      hasMore: operands.endsWith('*'),
      isReading: false,
      hasSingleDash: false,
      ...more,
    },
    ...(verbs && { verbs }),
  };
}

/** The same for a program that only reads the paths it is given. */
export const reads = (options: string, operands: string, more: More = {}): ProgramTable =>
  known(options, operands, { ...more, isReading: true });

/** Only its sub-commands are known. */
export const byVerb = (verbs: NonNullable<ProgramTable['verbs']>): ProgramTable => ({ verbs });

/** Nothing of it may be left open: it runs code it is given, or sends. */
export const EXACT_ONLY: ProgramTable = {};
