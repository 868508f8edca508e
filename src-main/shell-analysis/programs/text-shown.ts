import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { has } from './parsed-arguments.ts';

const READING = { isReading: true } as const;

const SUM: ProgramDeclaration = {
  options: {
    'proven open': '-bt',
    proven: '-z --binary --text --tag --zero',
    known: '-w -l=text --ignore-missing --quiet --status --strict --warn --length=text',
    unsure: '-c --check',
  },
  operands: 'read*',
  readsOnly: true,
  rule: READING,
};
const BASE: ProgramDeclaration = {
  options: { proven: '-di -w=number --decode --ignore-garbage --wrap=number' },
  operands: 'read?',
  readsOnly: true,
};

/** Whether `strings` takes its words from the file that an operand names, and shows them where they are wrong. */
const isOfWords = ({ literal }: { readonly literal: string | undefined }): boolean => literal?.startsWith('@') === true;

/** Programs that print files, or other forms of what is in them. */
export const TEXT_SHOWN: ProgramDeclarations = {
  cat: {
    options: {
      'proven open': '-AbeEnstTuv --show-all --number-nonblank --number --squeeze-blank',
      proven: '--show-ends --show-tabs --show-nonprinting',
    },
    operands: 'read*',
    readsOnly: true,
    rule: READING,
  },
  tac: { options: { proven: '-br -s=text --before --regex --separator=text' }, operands: 'read*', readsOnly: true },
  rev: { operands: 'read*', readsOnly: true },
  nl: {
    options: {
      'proven open': '-b=text -s=text -w=number',
      proven:
        '-p -d=text -f=text -h=text -i=number -l=number -n=word -v=signed --body-numbering=text --number-format=word --number-separator=text --number-width=number',
      known:
        '--no-renumber --section-delimiter=text --footer-numbering=text --header-numbering=text --line-increment=text --join-blank-lines=text --starting-line-number=text',
    },
    operands: 'read*',
    readsOnly: true,
    rule: READING,
  },
  od: {
    options: {
      proven:
        '-abcdfilosxv -A=word -j=amount -N=amount -S=number -t=word -w=number --address-radix=word --skip-bytes=amount --read-bytes=amount --format=word --output-duplicates --width?=number',
    },
    operands: 'read*',
    readsOnly: true,
  },
  // A second operand is written, also one that looks like an option.
  xxd: {
    options: { proven: '-abeEiupC -c=number -g=number -l=number -s=signed', known: '-n=text -o=text' },
    operands: 'read? write?',
    readsOnly: true,
    isInOrder: true,
  },
  hexdump: {
    options: {
      proven: '-bcCdovx -n=number -s=number',
      known: '-e=text -f=read -L=text --canonical --length=text --skip=text --no-squeezing',
    },
    operands: 'read*',
    readsOnly: true,
  },
  hd: { options: { proven: '-v -n=number -s=number' }, operands: 'read*', readsOnly: true },
  strings: {
    options: {
      'proven open': '-a -n=number -NUM',
      proven: '-fow -e=word -t=word --all --bytes=number --radix=word --print-file-name',
      known: '-s=text --encoding=text',
    },
    operands: 'read*',
    saysToo: ({ operands }, sink) => {
      for (const word of operands.filter(isOfWords)) sink.effect('read', word.literal?.slice(1), word);
    },
    readsOnly: {
      whyNot: ({ operands }) =>
        operands.some(isOfWords) ? 'strings takes its words from the file behind @' : undefined,
    },
    rule: READING,
  },
  base64: BASE,
  base32: BASE,
  cksum: { options: { proven: '-a=word --untagged --algorithm=word' }, operands: 'read*', readsOnly: true },
  sum: { options: { proven: '-rs --sysv' }, operands: 'read*', readsOnly: true },
  ...Object.fromEntries(['md5sum', 'sha1sum', 'sha256sum'].map((name) => [name, SUM])),
  ...Object.fromEntries(['sha224sum', 'sha384sum', 'sha512sum', 'b2sum'].map((name) => [name, SUM])),
  fold: { options: { proven: '-bs -w=number --bytes --spaces --width=number' }, operands: 'read*', readsOnly: true },
  fmt: {
    options: {
      proven:
        '-cstu -w=number -p=text -g=number --crown-margin --prefix=text --split-only --tagged-paragraph --uniform-spacing --width=number --goal=number',
    },
    operands: 'read*',
    readsOnly: true,
  },
  expand: { options: { proven: '-i -t=list --initial --tabs=list' }, operands: 'read*', readsOnly: true },
  unexpand: { options: { proven: '-a -t=list --all --first-only --tabs=list' }, operands: 'read*', readsOnly: true },
  paste: {
    options: { proven: '-sz -d=text --delimiters=text --serial --zero-terminated' },
    operands: 'read*',
    readsOnly: true,
  },
  join: {
    options: {
      proven:
        '-iz -a=number -e=text -j=number -o=word -t=text -v=number -1=number -2=number --ignore-case --check-order --nocheck-order --header --zero-terminated',
    },
    operands: 'read read',
    readsOnly: true,
  },
  comm: {
    options: { proven: '-123z --check-order --nocheck-order --output-delimiter=text --total --zero-terminated' },
    operands: 'read read',
    readsOnly: true,
  },
  cmp: {
    options: {
      'proven open': '-bls',
      proven: '-i=amount -n=amount --print-bytes --ignore-initial=amount --verbose --bytes=amount --quiet --silent',
    },
    operands: 'read read number? number?',
    readsOnly: true,
    rule: { isReading: true, operands: 'read read' },
  },
  diff: {
    options: {
      'proven open':
        '-abBcdeiNqrstuwy -C=number -U=number --brief --unified?=number --side-by-side --ignore-case --ignore-all-space --color?=always|never|auto',
      proven:
        '-EnpTZ -I=text -W=number -x=text --normal --report-identical-files --context?=number --ed --rcs --width=number --left-column --suppress-common-lines --show-c-function --label=text --expand-tabs --initial-tab --recursive --no-dereference --new-file --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-blank-lines --ignore-matching-lines=text --text --strip-trailing-cr --minimal --speed-large-files --exclude=text -NUM -L=text --unidirectional-new-file --ignore-file-name-case',
      known:
        '-0123456789 -D=text -F=text -l=text -S=text -X=read --show-function-line=text --tabsize=text --exclude-from=read',
    },
    operands: 'read read',
    // Two folders are compared file by file, through links; with `-r` those in them, too.
    trees: ['*'],
    below: (read) => ({ isFollowing: true, isFlat: !has(read, '-r', '--recursive') }),
    readsOnly: true,
    rule: READING,
  },
};
