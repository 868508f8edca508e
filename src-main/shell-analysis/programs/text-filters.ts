import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { infinite, withOption } from './endless.ts';
import { addOperandEffect } from './operand-effects.ts';
import { has, type ParsedArguments } from './parsed-arguments.ts';
import type { ArgumentWord } from './read-arguments.ts';

const READING = { isReading: true } as const;
const LINES = {
  'proven filter open': '-qvz -c=amount -n=amount --bytes=amount --lines=amount --quiet --verbose -NUM',
  'proven filter': '--silent --zero-terminated',
  // Digits among letters, as in `-5q`.
  known: '-0123456789',
};

const values = ({ given }: ParsedArguments<ArgumentWord>): string[] => given.flatMap(({ value }) => value ?? []);

const PAGER: ProgramDeclaration = { rule: 'exact', opaque: 'interpreter' };

/** Programs that print some of the lines they are given, or in another order or form. */
export const TEXT_FILTERS: ProgramDeclarations = {
  head: {
    options: LINES,
    operands: 'read*',
    readsOnly: true,
    // `-n -5` leaves the last lines out, so it reads all.
    filter: { takesDash: true, closesEarly: (read) => !values(read).some((value) => value.startsWith('-')) },
    rule: READING,
  },
  tail: {
    // Following a file does not end.
    options: {
      'proven filter open': '-qvz -c=amount -n=amount --bytes=amount --lines=amount --quiet --verbose -NUM',
      'proven filter': '--silent --zero-terminated',
      open: '-fF --follow?=text',
      known: '-0123456789 -s=text --max-unchanged-stats=text --pid=text --retry --sleep-interval=text',
    },
    operands: 'read*',
    readsOnly: true,
    endless: withOption('fF', '--follow', '--retry'),
    // Asked for nothing, it reads nothing.
    filter: { takesDash: true, closesEarly: (read) => values(read).some((value) => /^-?0+[a-z]*$/i.test(value)) },
    rule: READING,
  },
  wc: {
    options: {
      'proven filter open': '-clLmw --bytes --chars --lines --max-line-length --words',
      proven: '--total=word',
      unsure: '--files0-from=text',
    },
    operands: 'read*',
    readsOnly: true,
    filter: { takesDash: true },
    rule: READING,
  },
  cut: {
    options: {
      'proven filter open':
        '-snz -b=list -c=list -d=text -f=list --characters=list --delimiter=text --fields=list --complement',
      'proven filter': '--bytes=list --only-delimited --output-delimiter=text --zero-terminated',
    },
    operands: 'read*',
    readsOnly: true,
    filter: { takesDash: true },
    rule: READING,
  },
  sort: {
    options: {
      'proven filter open':
        '-bdfghiMnrVmsuz -k=word -t=text --human-numeric-sort --numeric-sort --reverse --version-sort --key=word --field-separator=text --unique',
      'proven filter':
        '--ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --merge --stable --zero-terminated',
      filter: '--ignore-nonprinting --month-sort',
      'proven open': '-RcC',
      proven: '--random-sort --sort=word --check?=word --debug',
      known:
        '-o=write -S=text -T=write --random-source=read --batch-size=text --output=write --buffer-size=text --temporary-directory=write --parallel=text',
      unsure: '--compress-program=text --files0-from=text',
    },
    operands: 'read*',
    opensTargets: true,
    readsOnly: true,
    filter: { takesDash: true },
    rule: READING,
  },
  uniq: {
    options: {
      'proven filter open': '-cdDiuz -f=number -s=number -w=number --count --repeated --ignore-case --unique',
      'proven filter':
        '--all-repeated?=word --group?=word --zero-terminated --skip-fields=number --skip-chars=number --check-chars=number',
    },
    operands: 'read? write?',
    readsOnly: true,
    filter: {},
    rule: { isReading: true, operands: 'read' },
  },
  tr: {
    options: {
      'proven filter open': '-cCdst --complement --delete --squeeze-repeats',
      'proven filter': '--truncate-set1',
    },
    operands: 'text text?',
    readsOnly: true,
    filter: { operands: () => ({ least: 1, most: 2 }) },
    rule: READING,
  },
  column: {
    options: {
      'proven filter':
        '-txLJ -n=word -R=word -c=number -s=text -o=text -N=word -H=word --table --separator=text --output-separator=text --table-columns=word --json --output-width=number',
      filter:
        '-edm -T=text -E=text -W=text -O=text -l=text --fillrows --table-noheadings --table-header-repeat --keep-empty-lines --table-maxout --table-name=text --table-right=text --table-truncate=text --table-noextreme=text --table-hide=text --table-order=text --table-wrap=text --table-columns-limit=text',
    },
    operands: 'read*',
    readsOnly: true,
    filter: {},
  },
  shuf: {
    // A range is held as a whole.
    options: {
      proven: '-z -n=number --head-count=number --zero-terminated',
      known: '-er -i=text -o=write --echo --input-range=text --output=write --random-source=read --repeat',
    },
    operands: 'read?',
    says: (read, sink) => {
      if (!has(read, '-e', '--echo')) for (const word of read.operands) addOperandEffect(sink, 'read', word);
    },
    readsOnly: true,
  },
  seq: {
    options: { proven: '-w -f=word -s=text --equal-width --format=word --separator=text' },
    operands: 'few few? few?',
    readsOnly: true,
    endless: infinite,
  },
  factor: { operands: 'few*', readsOnly: true },
  numfmt: {
    options: {
      proven:
        '-z -d=text --from=word --to=word --padding=signed --suffix=word --field=list --delimiter=text --header?=number --round=word --grouping --from-unit=amount --to-unit=amount',
      known: '--format=text --invalid=text',
    },
    operands: 'word*',
    readsOnly: true,
  },
  // Without a terminal they copy.
  less: {
    ...PAGER,
    options: {
      filter:
        '-RrSNFXEeiIMmnsK --RAW-CONTROL-CHARS --raw-control-chars --chop-long-lines --LINE-NUMBERS --quit-if-one-screen --no-init',
    },
    filter: { takesDash: true, closesEarly: () => true },
  },
  more: { ...PAGER, options: { filter: '-dflpcsu -NUM' }, filter: { closesEarly: () => true } },
};
