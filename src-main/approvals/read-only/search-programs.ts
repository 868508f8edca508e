/** Programs that search in files, line by line. */
import { mayShowHidden } from './credentials-below.ts';
import { byGrammar, type Check, type Grammar, has } from './grammar.ts';
import type { Arguments } from './option-table.ts';
import type { Below, Reader } from './reader.ts';

const GREP: Grammar = {
  options:
    '-EFGPivwyxclLoqshHnbTZzaUIrR -e=text -f=read -m=number -A=number -B=number -C=number -NUM -d=action -D=action --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp=text --file=read --ignore-case --no-ignore-case --word-regexp --line-regexp --null-data --no-messages --invert-match --max-count=number --byte-offset --line-number --line-buffered --with-filename --no-filename --label=text --only-matching --quiet --silent --binary-files=word --text --binary --devices=action --directories=action --recursive --dereference-recursive --include=text --exclude=text --exclude-dir=text --files-without-match --files-with-matches --count --initial-tab --null --before-context=number --after-context=number --context?=number --color?=word --colour?=word',
  kinds: {
    action: (value) => (/^(read|recurse|skip)$/.test(value) ? undefined : `'${value}' is no action of grep`),
  },
  operandsOf: (given) => (hasPattern(given) ? 'read*' : 'text read*'),
  also: (given, reader) => {
    const isRecursive = has(given, 'r', 'R', 'recursive', 'dereference-recursive') || recursesByAction(given);
    const isFollowing = has(given, 'R', 'dereference-recursive');
    return isRecursive ? whyNotBelow(given, reader, { isFollowing, names: includedIn(given) }) : undefined;
  },
};

/** What `--include` leaves to be searched, where it comes first; of brackets, small letters may mean something else. */
function includedIn({ options }: Arguments): readonly string[] | undefined {
  // After an --exclude, what fits no pattern is searched.
  if (options.find(({ name }) => name === 'include' || name === 'exclude')?.name !== 'include') return undefined;
  const patterns = options.filter(({ name }) => name === 'include').map(({ value = '' }) => value.toLowerCase());
  return patterns.every((pattern) => !/[[\\/]/.test(pattern)) ? patterns : undefined;
}

const RG: Grammar = {
  options:
    '-iSsvwxclnNHIoqUFPa0pu. -e=text -f=read -g=text -t=name -T=name -m=number -A=number -B=number -C=number -j=number -r=text -E=name -d=number -M=number --regexp=text --file=read --glob=text --iglob=text --type=name --type-not=name --type-list --max-count=number --after-context=number --before-context=number --context=number --threads=number --replace=text --encoding=name --max-depth=number --max-columns=number --max-columns-preview --max-filesize=amount --ignore-case --smart-case --case-sensitive --invert-match --word-regexp --line-regexp --count --count-matches --files --files-with-matches --files-without-match --line-number --no-line-number --with-filename --no-filename --only-matching --quiet --multiline --multiline-dotall --fixed-strings --pcre2 --text --null --null-data --pretty --unrestricted --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-config --color=word --colors=text --heading --no-heading --column --no-column --byte-offset --trim --passthru --json --stats --sort=word --sortr=word --vimgrep --crlf --no-messages --no-require-git --one-file-system --path-separator=text --context-separator=text --field-match-separator=text --glob-case-insensitive --include-zero --binary --engine=word --no-pcre2 --no-follow --no-unicode',
  operandsOf: (given) => (hasPattern(given) || has(given, 'files', 'type-list') ? 'read*' : 'text read*'),
  also: (given, reader) => whyNotBelow(given, reader, { isFollowing: false, skipsHidden: skipsHidden(given) }),
};

/** rg leaves hidden files out, unless an option or a pattern of it says otherwise. */
const skipsHidden = (given: Arguments): boolean =>
  !has(given, '.', 'hidden', 'u', 'unrestricted') &&
  given.options.every(
    ({ name, value = '' }) => !/^(g|i?glob)$/.test(name) || value.startsWith('!') || !mayShowHidden(value),
  );

const hasPattern = (given: Arguments) => has(given, 'e', 'regexp', 'f', 'file', 'help', 'version');

const recursesByAction = ({ options }: Arguments) =>
  options.some(({ name, value }) => (name === 'd' || name === 'directories') && value === 'recurse');

/** The operands, without the pattern, are read with all that is below them; none means where it runs. */
function whyNotBelow(given: Arguments, reader: Reader, how: Omit<Below, 'folder'>): string | undefined {
  if (has(given, 'help', 'version', 'type-list')) return undefined;
  const paths = hasPattern(given) || has(given, 'files') ? given.operands : given.operands.slice(1);
  // Names alone.
  if (has(given, 'files')) return undefined;
  return (paths.length === 0 ? ['.'] : paths)
    .map((path) => reader.whyNotReadBelow(path, how))
    .find((why) => why !== undefined);
}

export const SEARCH_PROGRAMS: Readonly<Record<string, Check>> = {
  grep: byGrammar(GREP),
  egrep: byGrammar(GREP),
  fgrep: byGrammar(GREP),
  rg: byGrammar(RG),
};
