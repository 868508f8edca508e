/** Programs that show names, kinds and sizes of files, or compute with paths. */
import { byGrammar, type Check, type Grammar } from './grammar.ts';
import { testCheck } from './test-expression.ts';

const CHECKS: Readonly<Record<string, Grammar>> = {
  ls: {
    options:
      '-aAbBcCdDfFgGhHiklmnNopqQrRsStuUvxXZ1 -I=text -w=number -T=number --all --almost-all --author --escape --block-size=amount --ignore-backups --color?=word --directory --dired --classify?=word --file-type --format=word --full-time --group-directories-first --no-group --human-readable --si --dereference-command-line --hide=text --hyperlink?=word --indicator-style=word --inode --ignore=text --kibibytes --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name --quoting-style=word --reverse --recursive --size --sort=word --time=word --time-style=text --tabsize=number --width=number --context --zero',
    operands: 'see*',
  },
  tree: {
    options:
      '-adfixqNQpugshDFAScnvrtUJXCI -L=number -P=text -I=text -H=text -T=text --dirsfirst --filesfirst --noreport --charset=word --du --si --prune --matchdirs --ignore-case --gitignore --timefmt=text --inodes --device --filelimit=number --sort=word --metafirst',
    operands: 'see*',
  },
  stat: {
    options: '-Lft -c=text --dereference --file-system --format=text --printf=text --terse --cached=word',
    operands: 'see see*',
  },
  file: {
    options:
      '-bhiknNrL0 -F=text -e=word -P=text --brief --mime --mime-type --mime-encoding --keep-going --no-dereference --dereference --no-pad --no-buffer --raw --print0 --separator=text --extension --exclude=word',
    // It looks at what the file begins with.
    operands: 'see see*',
  },
  du: {
    options:
      '-0abchHkmsSx -d=number -t=amount -B=amount --all --apparent-size --bytes --total --human-readable --inodes --max-depth=number --summarize --one-file-system --exclude=text --si --time?=word --time-style=text --threshold=amount --block-size=amount --separate-dirs --null --count-links -l',
    operands: 'see*',
  },
  df: {
    options:
      '-ahHiklmPT -t=word -x=word -B=amount --all --human-readable --si --inodes --local --portability --total --print-type --output?=word --type=word --exclude-type=word --block-size=amount --no-sync',
    operands: 'disk*',
    kinds: { disk: (value, reader) => (value === '/' || value === '/tmp' ? undefined : reader.whyNotSee(value)) },
  },
  basename: { options: '-az -s=text --multiple --suffix=text --zero', operands: 'text text*' },
  dirname: { options: '-z --zero', operands: 'text text*' },
  realpath: {
    options:
      '-eEmLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --no-symlinks --strip --zero --relative-to=see --relative-base=see',
    operands: 'see see*',
  },
  readlink: {
    options:
      '-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero',
    operands: 'see see*',
  },
  pwd: { options: '-LP' },
  // Folders alone; where it leads is kept by whoever asks.
  cd: {
    options: '-LPe',
    operands: 'folder',
    kinds: {
      folder: (value, reader) => (value.startsWith('-') ? 'cd - goes back to where it was' : reader.whyNotSee(value)),
    },
  },
};

export const FILE_PROGRAMS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(Object.entries(CHECKS).map(([name, grammar]) => [name, byGrammar(grammar)])),
  test: testCheck,
  '[': (given, reader) =>
    given.at(-1) === ']' ? testCheck(given.slice(0, -1), reader) : 'the test has no closing bracket',
};
