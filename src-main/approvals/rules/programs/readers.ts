import { known, type ProgramTable, reads } from './form.ts';

const GREP =
  '-EFGHhiIlLnoPqsvVwxyzZcab -A=number -B=number -C=number -m=number -NUM --extended-regexp --fixed-strings --ignore-case --no-ignore-case --word-regexp --line-regexp --no-messages --invert-match --max-count=number --line-number --with-filename --no-filename --only-matching --quiet --silent --text --files-with-matches --files-without-match --count --before-context=number --after-context=number --context=number --color?=always|never|auto --include=word --exclude=word --exclude-dir=word';

/** Programs that read files and print; recursion stays as written, since credentials may lie below. */
export const READERS: Readonly<Record<string, ProgramTable>> = {
  ls: reads(
    '-aAbBcCdFgGhHilLmnNopqQrRsStuUvxXZ1k --all --almost-all --human-readable --reverse --recursive --size --color?=always|never|auto --group-directories-first --full-time --directory --sort=word --time=word --time-style=word -I=word --ignore=word',
    'path*',
  ),
  cat: reads('-AbeEnstTuv --number --number-nonblank --show-all --squeeze-blank', 'path*'),
  head: reads('-qvz -NUM -n=number -c=number --lines=number --bytes=number --quiet --verbose', 'path*'),
  tail: reads('-fFqvz -NUM -n=number -c=number --lines=number --bytes=number --follow --quiet --verbose', 'path*'),
  wc: reads('-clLmw --bytes --chars --lines --words --max-line-length', 'path*'),
  nl: reads('-b=word -w=number -s=word', 'path*'),
  sort: reads(
    '-bdfghiMnRrVcCmsuz -k=word -t=word --reverse --numeric-sort --unique --human-numeric-sort --version-sort --key=word --field-separator=word',
    'path*',
  ),
  uniq: reads('-cdDiuz -f=number -s=number -w=number --count --repeated --unique --ignore-case', 'path'),
  cut: reads(
    '-snz -b=word -c=word -d=word -f=word --fields=word --delimiter=word --characters=word --complement',
    'path*',
  ),
  tr: reads('-cCdst --delete --squeeze-repeats --complement', 'word word'),
  diff: reads(
    '-abBcdeiNqrstuwy -U=number -C=number --unified?=number --brief --ignore-case --ignore-all-space --side-by-side --color?=always|never|auto',
    'path path',
  ),
  cmp: reads('-bls', 'path path'),
  stat: reads('-Lt -c=word --format=word --dereference --terse', 'path*'),
  file: reads('-biLkNprhI --brief --mime --mime-type --dereference', 'path*'),
  du: reads(
    '-abcdhHklLmsSx -d=number --all --human-readable --summarize --max-depth=number --total --apparent-size',
    'path*',
  ),
  df: reads('-aBhHiklPT --human-readable --inodes --local', 'path*'),
  tree: reads(
    '-adfiCDFghlnpqrsStuvxJX -L=number -I=word -P=word --dirsfirst --noreport --gitignore --prune --du --sort=word --filelimit=number',
    'path*',
  ),
  realpath: reads('-emsLPqz', 'path*'),
  readlink: reads('-efmnqsvz', 'path*'),
  basename: reads('-az -s=word', 'word*'),
  dirname: reads('-z', 'word*'),
  which: reads('-as', 'name*'),
  type: reads('-atpPf', 'name*'),
  date: reads('-uRI -d=word --utc --date=word --iso-8601?=word', 'exact'),
  sleep: known('', 'number*'),
  echo: known('-neE', 'word*'),
  pwd: known('-LP', ''),
  md5sum: reads('-bt', 'path*'),
  sha1sum: reads('-bt', 'path*'),
  sha256sum: reads('-bt', 'path*'),
  strings: reads('-a -n=number -NUM', 'path*'),
  grep: reads(GREP, 'word path*', { kept: '-rR --recursive --dereference-recursive' }),
  egrep: reads(GREP, 'word path*', { kept: '-rR --recursive' }),
  fgrep: reads(GREP, 'word path*', { kept: '-rR --recursive' }),
  // It goes through folders by itself: what it looks for stays as written.
  rg: reads(
    '-ciFHIlLnNopqsSvVwx0 -A=number -B=number -C=number -m=number -t=name -T=name -g=word -M=number --count --files --files-with-matches --fixed-strings --glob=word --heading --no-heading --ignore-case --line-number --no-line-number --max-count=number --max-depth=number --only-matching --smart-case --sort=word --stats --trim --type=name --type-not=name --type-list --with-filename --no-filename --word-regexp --json --column --context=number --after-context=number --before-context=number --color=always|never|auto',
    'exact path*',
    { kept: '--hidden --no-ignore -u -.' },
  ),
  find: reads(
    '--name=word --iname=word --path=word --ipath=word --wholename=word --regex=word --iregex=word --type=b|c|d|p|f|l|s --maxdepth=number --mindepth=number --not --empty --print --print0 --prune --a --and --o --or --size=word --mtime=word --mmin=word --newer=path --readable --writable --executable --ls --depth --mount --xdev --daystart --true --false --perm=word --links=number --regextype=name',
    'path*',
    { hasSingleDash: true },
  ),
  // Their first word is a program, which can write and run.
  sed: known('-nErsuz --quiet --silent --regexp-extended --separate --null-data', 'exact path*', { kept: '-i' }),
  awk: reads('-F=word', 'exact path*'),
  gawk: reads('-F=word', 'exact path*'),
  mawk: reads('-F=word', 'exact path*'),
  jq: reads(
    '-cnrRsSjaCMe --compact-output --null-input --raw-output --slurp --sort-keys --exit-status --tab --indent=number',
    'exact path*',
  ),
  yq: reads('-rPNM', 'exact path*'),
};
