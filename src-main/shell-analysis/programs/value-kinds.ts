import { readAwk } from './scripts/awk-program.ts';
import { readJq } from './scripts/jq-filter.ts';

/** Form of values and operands that name no file; `text` and `exact` are any. */
interface ValueKind {
  readonly fits: RegExp;
  readonly what: string;
}

const ANY: ValueKind = { fits: /^/, what: 'text' };

const VALUE_KINDS: Readonly<Record<string, ValueKind>> = {
  text: ANY,
  exact: ANY,
  number: { fits: /^\d{1,9}$/, what: 'a number' },
  signed: { fits: /^[-+]?\d{1,9}$/, what: 'a number' },
  amount: { fits: /^[-+]?\d{1,9}([bcwkKMGT]i?B?)?$/, what: 'an amount' },
  duration: { fits: /^\d{1,6}(\.\d+)?[smhd]?$/, what: 'a duration' },
  word: { fits: /^[A-Za-z0-9_:,.+%-]{1,80}$/, what: 'a plain word' },
  list: { fits: /^[0-9,-]{1,200}$/, what: 'a list of numbers' },
  name: { fits: /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,80}$/, what: 'a name' },
  branch: { fits: /^[A-Za-z0-9_][A-Za-z0-9_./@-]{0,80}$/, what: 'a name of a branch' },
  /** Looking it up says where it is; a path says whether there is such a file. */
  program: { fits: /^[A-Za-z0-9_][A-Za-z0-9_.+-]*$|^\[$/, what: 'a name of a program' },
  /** Small number; one with more digits would print for ever. */
  few: { fits: /^-?\d{1,6}(\.\d{1,3})?$/, what: 'a number of six digits at most' },
  /** `date` without a plus sets the clock. */
  format: { fits: /^\+/, what: 'a format, which begins with +' },
  action: { fits: /^(read|recurse|skip)$/, what: 'an action of grep' },
  /** Numbers, sizes, times and rights that `find` compares with. */
  range: { fits: /^[-+/]?[0-9a-zA-Z=,+-]{1,20}$/, what: 'a number, a size or rights' },
  types: { fits: /^[bcdpflsD](,[bcdpflsD])*$/, what: 'a list of types of files' },
  /** The one choice that is left. */
  false: { fits: /^false$/, what: 'false' },
  merges: {
    fits: /^(off|none|first-parent|1|separate|m|combined|c|dense-combined|cc)$/,
    what: 'a way to compare merges that runs no program',
  },
  buffering: { fits: /^[L0]$/, what: 'a kind of buffering' },
  variable: { fits: /^[A-Za-z]\w*$/, what: 'a name of a variable' },
  /** A name in small letters is no variable of awk's own; a backslash is an escape. */
  assignment: { fits: /^[a-z]\w*=[^\\]*$/, what: 'a plain name and value' },
};

/** Programs of other languages that only compute. */
const SCRIPTS: Readonly<Record<string, (text: string) => string | undefined>> = {
  awk: (text) => readAwk(text).problem,
  jq: (text) => readJq(text).problem,
};

/** Explains why a text is not of a kind, or returns nothing. A kind with `|` is a choice. */
export function valueProblem(kind: string, value: string): string | undefined {
  if (kind.includes('|')) return kind.split('|').includes(value) ? undefined : `'${shorten(value)}' is not known there`;
  if (Object.hasOwn(SCRIPTS, kind)) return SCRIPTS[kind]?.(value);
  const known = Object.hasOwn(VALUE_KINDS, kind) ? VALUE_KINDS[kind] : undefined;
  if (known === undefined) return 'its value is of no known kind';
  return known.fits.test(value) ? undefined : `'${shorten(value)}' is not ${known.what}`;
}

export const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
