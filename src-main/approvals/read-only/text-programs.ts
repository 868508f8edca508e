/** Programs that read files or standard input and print what they make of it. */
import { awkCheck } from './awk.ts';
import { byGrammar, type Check, type Grammar } from './grammar.ts';
import { jqCheck } from './jq.ts';
import { sedCheck } from './sed.ts';

const HEAD: Grammar = {
  options: '-qvz -n=amount -c=amount -NUM --lines=amount --bytes=amount --quiet --silent --verbose --zero-terminated',
  operands: 'read*',
};

const SUM: Grammar = {
  options: '-btz --binary --text --tag --zero',
  operands: 'read*',
};

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  cat: {
    options:
      '-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
    operands: 'read*',
  },
  tac: { options: '-br -s=text --before --regex --separator=text', operands: 'read*' },
  rev: { options: '', operands: 'read*' },
  head: HEAD,
  // Following a file does not end.
  tail: HEAD,
  wc: { options: '-cmlLw --bytes --chars --lines --max-line-length --words --total=word', operands: 'read*' },
  sort: {
    options:
      '-bdfghiMnRrVcCmsuz -k=word -t=text --key=word --field-separator=text --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort --numeric-sort --random-sort --reverse --version-sort --check?=word --merge --stable --unique --zero-terminated --sort=word --debug',
    operands: 'read*',
  },
  // A second operand would be written.
  uniq: {
    options:
      '-cdDiuz -f=number -s=number -w=number --count --repeated --all-repeated?=word --group?=word --ignore-case --unique --skip-fields=number --skip-chars=number --check-chars=number --zero-terminated',
    operands: 'read?',
  },
  cut: {
    options:
      '-nsz -b=list -c=list -f=list -d=text --bytes=list --characters=list --fields=list --delimiter=text --output-delimiter=text --complement --only-delimited --zero-terminated',
    operands: 'read*',
  },
  tr: {
    options: '-cCdst --complement --delete --squeeze-repeats --truncate-set1',
    operands: 'text text?',
  },
  nl: {
    options:
      '-p -b=text -d=text -f=text -h=text -i=number -l=number -n=word -s=text -v=signed -w=number --body-numbering=text --number-format=word --number-separator=text --number-width=number',
    operands: 'read*',
  },
  od: {
    options:
      '-abcdfilosxv -A=word -j=amount -N=amount -S=number -t=word -w=number --address-radix=word --skip-bytes=amount --read-bytes=amount --format=word --output-duplicates --width?=number',
    operands: 'read*',
  },
  // A second operand would be written, also one that looks like an option.
  xxd: { options: '-bCeEiupa -c=number -g=number -l=number -s=signed', operands: 'read?', isInOrder: true },
  hexdump: { options: '-bcCdovx -n=number -s=number', operands: 'read*' },
  hd: { options: '-v -n=number -s=number', operands: 'read*' },
  base64: { options: '-di -w=number --decode --ignore-garbage --wrap=number', operands: 'read?' },
  base32: { options: '-di -w=number --decode --ignore-garbage --wrap=number', operands: 'read?' },
  cksum: { options: '--untagged -a=word --algorithm=word', operands: 'read*' },
  sum: { options: '-rs --sysv', operands: 'read*' },
  fold: { options: '-bs -w=number --bytes --spaces --width=number', operands: 'read*' },
  fmt: {
    options:
      '-cstu -w=number -g=number -p=text --crown-margin --split-only --tagged-paragraph --uniform-spacing --width=number --goal=number --prefix=text',
    operands: 'read*',
  },
  expand: { options: '-i -t=list --initial --tabs=list', operands: 'read*' },
  unexpand: { options: '-a -t=list --all --first-only --tabs=list', operands: 'read*' },
  paste: { options: '-sz -d=text --delimiters=text --serial --zero-terminated', operands: 'read*' },
  join: {
    options:
      '-iz -1=number -2=number -j=number -a=number -v=number -e=text -o=word -t=text --ignore-case --header --check-order --nocheck-order --zero-terminated',
    operands: 'read read',
  },
  column: {
    options:
      '-tLnxJ -c=number -s=text -o=text -N=word -R=word -H=word -n=word --table --separator=text --output-separator=text --table-columns=word --json --output-width=number',
    operands: 'read*',
  },
  strings: {
    options: '-aefwo -n=number -t=word -NUM --all --print-file-name --bytes=number --radix=word',
    operands: 'read*',
  },
  comm: {
    options: '-123z --check-order --nocheck-order --output-delimiter=text --total --zero-terminated',
    operands: 'read read',
  },
  cmp: {
    options: '-bls -i=amount -n=amount --print-bytes --verbose --quiet --silent --ignore-initial=amount --bytes=amount',
    operands: 'read read number? number?',
  },
  diff: {
    options:
      '-abBcdeEiNnpqrstTuwyZ -U=number -C=number -W=number -x=text -I=text -L=text -NUM --normal --brief --report-identical-files --context?=number --unified?=number --ed --rcs --side-by-side --width=number --left-column --suppress-common-lines --show-c-function --label=text --expand-tabs --initial-tab --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case --exclude=text --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines=text --text --strip-trailing-cr --minimal --speed-large-files --color?=word',
    operands: 'read read',
    // Two folders are compared file by file, through links.
    also: ({ operands }, reader) =>
      operands.map((path) => reader.whyNotReadBelow(path, { isFollowing: true })).find((why) => why !== undefined),
  },
  // Neither -o nor a range, of which all is held.
  shuf: { options: '-z -n=number --head-count=number --zero-terminated', operands: 'read?' },
  expr: { options: '', operands: 'text*' },
  seq: {
    options: '-w -s=text -f=word --separator=text --format=word --equal-width',
    operands: 'few few? few?',
    kinds: { few: fewDigits },
  },
  factor: { options: '', operands: 'few*', kinds: { few: fewDigits } },
  numfmt: {
    options:
      '-z -d=text --delimiter=text --field=list --from=word --to=word --padding=signed --round=word --suffix=word --grouping --header?=number --from-unit=amount --to-unit=amount',
    operands: 'word*',
  },
  md5sum: SUM,
  sha1sum: SUM,
  sha224sum: SUM,
  sha256sum: SUM,
  sha384sum: SUM,
  sha512sum: SUM,
  b2sum: SUM,
};

/** More would print for ever. */
function fewDigits(value: string): string | undefined {
  return /^-?\d{1,6}(\.\d{1,3})?$/.test(value) ? undefined : 'a number has more than six digits, or is none';
}

export const TEXT_PROGRAMS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(Object.entries(GRAMMARS).map(([name, grammar]) => [name, byGrammar(grammar)])),
  sed: sedCheck,
  awk: awkCheck,
  mawk: awkCheck,
  gawk: awkCheck,
  jq: jqCheck,
};
