import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { has } from './parsed-arguments.ts';

const READING = { isReading: true } as const;

/** Shows name, kind and size of what links in a folder lead to, if one of the options is given. */
const belowLinks =
  (...options: readonly string[]): Required<ProgramDeclaration>['below'] =>
  (read) =>
    has(read, ...options) ? { isFollowing: true, showsNames: true } : undefined;

const HIDDEN = ['-a', '-A', '-f', '--all', '--almost-all'];

/** Programs that show names, kinds and sizes of files, or compute with paths. */
export const FILES_SHOWN: ProgramDeclarations = {
  ls: {
    options: {
      'proven open':
        '-aAbBcCdFgGhHiklmnNopqQrRsStuUvxXZ1 -I=text --all --almost-all --color?=always|never|auto --directory --full-time --group-directories-first --human-readable --ignore=text --reverse --recursive --size --sort=word --time=word --time-style=text',
      proven:
        '-Df -T=number -w=number --author --escape --block-size=amount --ignore-backups --dired --classify?=word --file-type --format=word --no-group --si --dereference-command-line --hide=text --hyperlink?=word --indicator-style=word --inode --kibibytes --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name --quoting-style=word --tabsize=number --width=number --context --zero',
      open: '-L',
      known: '--dereference-command-line-symlink-to-dir --dereference',
    },
    operands: 'see*',
    otherwise: '.',
    trees: ['-R', '--recursive'],
    below: (read) => {
      const links = belowLinks('-L', '--dereference')(read);
      return links && { ...links, isFlat: !has(read, '-R', '--recursive') };
    },
    lists: (read) => ({ isFollowing: true, isFlat: true, ...(!has(read, ...HIDDEN) && { hiddenOnlyBy: [] }) }),
    readsOnly: true,
    rule: READING,
  },
  tree: {
    options: {
      'proven open':
        '-adfghinpqrstuvCDFJSXx -I=text -L=number -P=text --dirsfirst --filelimit=number --gitignore --noreport --du --prune --sort=word',
      proven:
        '-ANQUc -H=text -T=text --inodes --si --filesfirst --charset=word --matchdirs --ignore-case --timefmt=text --device --metafirst',
      open: '-l',
      known: '-o=write',
    },
    operands: 'see*',
    otherwise: '.',
    trees: ['*'],
    below: belowLinks('-l'),
    readsOnly: true,
    rule: READING,
  },
  stat: {
    options: {
      'proven open': '-Lt -c=text --dereference --format=text --terse',
      proven: '-f --file-system --cached=word --printf=text',
    },
    operands: 'see see*',
    readsOnly: true,
    rule: READING,
  },
  // It looks at what the file begins with.
  file: {
    options: {
      'proven open': '-bhikLNr --brief --mime --mime-type --dereference',
      proven:
        '-n0 -e=word -F=text -P=text --mime-encoding --no-dereference --no-pad --print0 --exclude=word --separator=text --keep-going --raw --no-buffer --extension',
      open: '-pI',
      known: '-Esv -m=read',
    },
    operands: 'see see*',
    readsOnly: true,
    rule: READING,
  },
  du: {
    options: {
      'proven open':
        '-abchHklmsSx -d=number --all --apparent-size --total --max-depth=number --human-readable --summarize',
      proven:
        '-0 -B=amount -t=amount --null --block-size=amount --bytes --inodes --separate-dirs --si --threshold=amount --time?=word --time-style=text --exclude=text --one-file-system --count-links',
      open: '-L',
      known: '-DP -X=read --dereference-args --dereference --no-dereference --exclude-from=read',
    },
    operands: 'see*',
    otherwise: '.',
    trees: ['*'],
    below: belowLinks('-L', '--dereference'),
    readsOnly: true,
    rule: READING,
  },
  df: {
    options: {
      'proven open': '-ahHiklPT -B=amount --human-readable --inodes --local',
      proven:
        '-m -t=word -x=word --all --block-size=amount --si --output?=word --portability --total --type=word --print-type --exclude-type=word --no-sync',
      known: '-v',
    },
    operands: 'disk*',
    readsOnly: true,
    rule: READING,
  },
  readlink: {
    options: {
      'proven open': '-femnqsvz',
      proven:
        '--canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero',
    },
    operands: 'see see*',
    readsOnly: true,
    rule: READING,
  },
  realpath: {
    options: {
      'proven open': '-eLmPqsz',
      proven:
        '-E --canonicalize-existing --canonicalize-missing --logical --physical --quiet --relative-to=see --relative-base=see --strip --no-symlinks --zero',
    },
    operands: 'see see*',
    readsOnly: true,
    rule: READING,
  },
  basename: {
    options: { 'proven open': '-az -s=text', proven: '--multiple --suffix=text --zero' },
    operands: 'text text*',
    readsOnly: true,
    rule: READING,
  },
  dirname: {
    options: { 'proven open': '-z', proven: '--zero' },
    operands: 'text text*',
    readsOnly: true,
    rule: READING,
  },
};
