import type { ProgramDeclaration, ProgramDeclarations, RecursiveRead } from './declaration.ts';
import { givenOf, has, type ParsedArguments } from './parsed-arguments.ts';
import type { ArgumentWord } from './read-arguments.ts';

const STAND_INS = ['-e', '--regexp', '-f', '--file'];
const GREP_RECURSIVE = ['-r', '-R', '--recursive', '--dereference-recursive'];
/** Options that say what is done with a folder; the name of the action may be cut short. */
const GREP_FOLDERS = ['-d', '--directories'];
const RECURSE = /^rec/;

/** The pattern comes first unless an option has it. */
const patternFirst = (read: ParsedArguments<ArgumentWord>) =>
  has(read, '-e', '--regexp') ? { least: 0, most: 0 } : { least: 1, most: 1 };

const isRecursive = (read: ParsedArguments<ArgumentWord>): boolean =>
  has(read, ...GREP_RECURSIVE) ||
  read.given.some(({ name, value }) => GREP_FOLDERS.includes(name) && (value === undefined || RECURSE.test(value)));

/**
 * Patterns of files that a leading `--include` leaves to be searched; undefined with brackets, where lower case may
 * mean something else.
 */
function includedIn({ given }: ParsedArguments<ArgumentWord>): readonly string[] | undefined {
  // After an --exclude, what fits no pattern is searched.
  if (given.find(({ name }) => name === '--include' || name === '--exclude')?.name !== '--include') return undefined;
  const patterns = given.filter(({ name }) => name === '--include').map(({ value = '' }) => value.toLowerCase());
  return patterns.every((pattern) => !/[[\\/]/.test(pattern)) ? patterns : undefined;
}

function belowGrep(read: ParsedArguments<ArgumentWord>): RecursiveRead | undefined {
  if (!isRecursive(read)) return undefined;
  return { isFollowing: has(read, '-R', '--dereference-recursive'), names: includedIn(read) };
}

const GREP: ProgramDeclaration = {
  options: {
    'proven filter open':
      '-abcEFGHhilLnoPsvwxyzZ -A=number -B=number -C=number -m=number --extended-regexp --fixed-strings --ignore-case --no-ignore-case --word-regexp --line-regexp --no-messages --invert-match --max-count=number --line-number --with-filename --no-filename --only-matching --text --files-without-match --files-with-matches --count --before-context=number --after-context=number --context=number --color?=always|never|auto -NUM',
    'proven filter':
      '-TU -e=text --basic-regexp --perl-regexp --regexp=text --null-data --byte-offset --line-buffered --label=text --initial-tab --null --colour?=word',
    filter: '--no-group-separator --group-separator=text',
    'proven open': '-Iq --quiet --silent --include=text --exclude=text --exclude-dir=text',
    'proven kept': '-Rr --recursive --dereference-recursive',
    proven:
      '-D=action -d=action -f=read --file=read --binary-files=word --directories=action --devices=action --binary',
    open: '-V',
    known: '-0123456789 --exclude-from=read',
  },
  operands: 'text read*',
  standIns: STAND_INS,
  trees: [...GREP_RECURSIVE, ...GREP_FOLDERS],
  saysToo: (read, sink) => {
    const files = read.operands.length - (has(read, ...STAND_INS) ? 0 : 1);
    if (isRecursive(read) && files < 1) sink.effect('read', '.');
    const folders = read.given.find(({ name, value }) => GREP_FOLDERS.includes(name) && RECURSE.test(value ?? ''));
    if (folders) sink.doubt('reads-folders', folders.word);
  },
  below: belowGrep,
  lists: belowGrep,
  readsOnly: true,
  filter: {
    operands: patternFirst,
    takesDash: true,
    closesEarly: (read) => has(read, '-m', '-l', '-L', '--max-count', '--files-with-matches', '--files-without-match'),
  },
  // Recursion stays as written, since credentials may lie below.
  rule: { isReading: true },
};

const RG_TYPES = ['-t', '--type'];
/** Types of rg that fit hidden files with credentials, the profiles; of a value that is not known it may be one. */
const HIDDEN_TYPES: ReadonlySet<string | undefined> = new Set([undefined, 'yaml', 'all']);

/** Files that rg reads below a folder; with `--files` it prints their names alone. */
const belowRg = (read: ParsedArguments<ArgumentWord>): RecursiveRead | undefined =>
  has(read, '--files') ? undefined : filesOfRg(read);

/** Files that rg finds below a folder; it leaves hidden ones out, unless an option or a pattern of it says otherwise. */
function filesOfRg(read: ParsedArguments<ArgumentWord>): RecursiveRead | undefined {
  if (has(read, '--help', '--version', '--type-list')) return undefined;
  const patterns = read.given
    .filter(({ name, value = '' }) => /^(-g|--i?glob)$/.test(name) && !value.startsWith('!'))
    .map(({ value = '' }) => value);
  // A file of a type that is asked for is shown although it is hidden.
  const showsType = read.given.some(({ name, value }) => RG_TYPES.includes(name) && HIDDEN_TYPES.has(value));
  const showsAll = showsType || has(read, '-.', '--hidden', '-u', '--unrestricted');
  const isFollowing = has(read, '-L', '--follow');
  return showsAll ? { isFollowing } : { isFollowing, hiddenOnlyBy: patterns };
}

const NO_PATTERN = [...STAND_INS, '--files', '--type-list'];

const RG: ProgramDeclaration = {
  options: {
    'proven filter open':
      '-ciFHInNopsSvwx -A=number -B=number -C=number -m=number -M=number --count --color=always|never|auto --context=number --after-context=number --before-context=number --fixed-strings --heading --no-heading --ignore-case --line-number --no-line-number --max-count=number --no-filename --only-matching --smart-case --trim --with-filename --word-regexp --column',
    'proven filter':
      '-aPU -r=text -e=text --count-matches --invert-match --multiline --pcre2 --regexp=text --replace=text --text --line-regexp --case-sensitive --max-columns=number --passthru',
    filter: '--line-buffered',
    'proven open':
      '-lq0 -T=name -g=text -t=name --files --files-with-matches --glob=text --max-depth=number --sort=word --stats --type=name --type-not=name --type-list --json',
    'proven kept': '-u. --hidden --no-ignore',
    proven:
      '-E=name -d=number -f=read -j=number --colors=text --files-without-match --iglob=text --multiline-dotall --no-messages --pretty --quiet --sortr=word --vimgrep --no-config --null --file=read --threads=number --encoding=name --max-columns-preview --max-filesize=amount --null-data --unrestricted --no-hidden --no-ignore-vcs --no-ignore-parent --no-column --byte-offset --crlf --no-require-git --one-file-system --path-separator=text --context-separator=text --field-match-separator=text --glob-case-insensitive --include-zero --binary --engine=word --no-pcre2 --no-follow --no-unicode',
    open: '-LV',
    known: '-h -G=text -k=text --follow',
    unsure: '-z',
  },
  // It goes through folders by itself: what it looks for stays as written in a rule.
  operands: 'exact read*',
  standIns: NO_PATTERN,
  otherwise: '.',
  trees: ['*'],
  saysToo: (read, sink) => {
    const isAlone = read.operands.length === 1 && !has(read, ...NO_PATTERN);
    if (isAlone && !sink.isFed) sink.effect('read', '.');
  },
  below: belowRg,
  lists: filesOfRg,
  readsOnly: true,
  filter: {
    operands: patternFirst,
    takesDash: true,
    closesEarly: (read) => givenOf(read, '-m', '--max-count') !== undefined,
  },
  rule: { isReading: true },
};

/** Programs that search in files, line by line. */
export const SEARCHES: ProgramDeclarations = { grep: GREP, egrep: GREP, fgrep: GREP, rg: RG };
