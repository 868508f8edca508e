/**
 * Grade of an option, by what may be done with it. `proven`: the program only reads with it. `filter`: it also reads
 * standard input and writes standard output alone. `open`: a rule may leave it open. `boxed`: so may a rule for what
 * stays in the box. `kept`: a rule leaves it as it was written. `unsure`: the whole is not known with it. `known`: it
 * changes nothing about what the words say.
 */
export type OptionGrade = 'proven' | 'filter' | 'open' | 'boxed' | 'kept' | 'unsure' | 'known';

/**
 * Options by what may be done with them, the grades of a group apart by blanks, such as `{ 'proven open': '-qv -n=number' }`.
 * `-abc` are letters without a value, `-n=number` takes one, `--all` and `--lines=number` are long, `--color?=word` may go
 * without its value, as may `-M?=number`; `--arg=name+text` takes two words; `-NUM` is a number such as `-5`. The kind of a value
 * says what it names.
 */
export type OptionGroups = Readonly<Record<string, string>>;

export interface KnownOption {
  /** `-o`, `--output`, or `-NUM`. */
  readonly name: string;
  /** Kind of its value; empty if it takes none. */
  readonly kind: string;
  /** Whether its value may be left out; it is in the same word then, or there is none. */
  readonly isOptional: boolean;
  /** Words that its value takes. */
  readonly words: number;
  readonly grades: ReadonlySet<OptionGrade>;
}

export type OptionTable = ReadonlyMap<string, KnownOption>;

export const NUMBER_OPTION = '-NUM';

const GRADES: ReadonlySet<string> = new Set<OptionGrade>([
  'proven',
  'filter',
  'open',
  'boxed',
  'kept',
  'unsure',
  'known',
]);
/** Nearly every program knows these. */
const COMMON: OptionGroups = { 'proven open': '--help --version' };
const TOKEN = /^(--?)([^=?]+)(\?)?(?:=(\S+))?$/;

/** @throws when a group or an option in it is not written as described */
export function optionTable(groups: OptionGroups, common: OptionGroups = COMMON): OptionTable {
  const table = new Map<string, KnownOption>();
  for (const [group, text] of [...Object.entries(common), ...Object.entries(groups)]) {
    const grades = new Set(group.split(' '));
    if (![...grades].every((grade) => GRADES.has(grade))) throw new Error(`unknown grade in '${group}'`);
    for (const token of text.split(/\s+/).filter((one) => one !== ''))
      for (const option of parseOptions(token, grades as ReadonlySet<OptionGrade>)) table.set(option.name, option);
  }
  return table;
}

function parseOptions(token: string, grades: ReadonlySet<OptionGrade>): KnownOption[] {
  const [, dashes = '', name = '', mark, kind = ''] = TOKEN.exec(token) ?? [];
  if (name === '') throw new Error(`'${token}' is no option`);
  const option = { kind, isOptional: mark !== undefined, words: kind === '' ? 0 : kind.split('+').length, grades };
  const isWhole = dashes === '--' || token === NUMBER_OPTION;
  return (isWhole ? [name] : [...name]).map((one) => ({ ...option, name: `${dashes}${one}` }));
}
