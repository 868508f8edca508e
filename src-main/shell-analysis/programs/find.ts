import type { ProgramDeclarations } from './declaration.ts';

/** Tests of `find`, as options with one dash; actions that run or delete are read with its words. */
export const FIND: ProgramDeclarations = {
  find: {
    options: {
      'proven open':
        '--name=text --iname=text --path=text --ipath=text --wholename=text --regex=text --iregex=text --type=types --maxdepth=number --mindepth=number --not --empty --print --print0 --prune --a --and --o --or --size=range --mtime=range --mmin=range --newer=see --readable --writable --executable --ls --depth --mount --xdev --daystart --true --false --perm=range --links=range --regextype=name',
      proven:
        '--iwholename=text --lname=text --ilname=text --user=text --group=text --fstype=text --printf=text --atime=range --amin=range --ctime=range --cmin=range --inum=range --uid=range --gid=range --used=range --anewer=see --cnewer=see --samefile=see --xtype=types --quit --d --nouser --nogroup --noleaf --ignore_readdir_race --noignore_readdir_race --warn --nowarn',
      known: '--follow --fprint=write --fprint0=write --fls=write --fprintf=write+text',
    },
    isUncommon: true,
    hasSingleDash: true,
    operands: 'see*',
    opensTargets: true,
    rule: { isReading: true },
    versionWords: '--help --version',
  },
};
