import type { EffectSink } from '../effect-sink.ts';
import type { Word } from '../model.ts';
import { pathIn, sayLinked, sayTarget, sourcesAndTarget, sourcesOf } from './copy-targets.ts';
import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { addOperandEffect, firstOnly } from './operand-effects.ts';
import { givenOf, has, type ParsedArguments } from './parsed-arguments.ts';
import { unlessTold } from './silent.ts';

const RECURSIVE = ['-r', '-R', '--recursive'];

function sayOfDd(read: ParsedArguments<Word>, sink: EffectSink): void {
  for (const word of read.operands) {
    const [name = '', ...value] = (word.literal ?? word.text).split('=');
    const target = word.literal === undefined ? undefined : value.join('=');
    if (name === 'if') sink.effect('read', target, word);
    else if (name === 'of') sink.effect('write', target, word);
    else if (!/^(?:bs|cbs|conv|count|ibs|iflag|obs|oflag|seek|skip|status)$/.test(name))
      sink.doubt('unknown-dd-operand', word);
  }
}

function sayOfMove(read: ParsedArguments<Word>, sink: EffectSink): void {
  for (const word of sourcesOf(read)) {
    addOperandEffect(sink, 'read', word, true);
    addOperandEffect(sink, 'delete', word);
  }
  sayTarget(read, sink);
}

function sayOfLink(read: ParsedArguments<Word>, sink: EffectSink): void {
  const [only, ...others] = read.operands;
  const isAlone = only !== undefined && others.length === 0 && !has(read, '-t', '--target-directory');
  // Reading the link reads them.
  sayLinked(read, isAlone ? [only] : sourcesOf(read), sink);
  if (isAlone) sink.effect('write', pathIn('.', only), only);
  else sayTarget(read, sink);
}

function sayOfInstall(read: ParsedArguments<Word>, sink: EffectSink): void {
  if (has(read, '-d', '--directory')) for (const word of read.operands) addOperandEffect(sink, 'write', word, true);
  else sourcesAndTarget(read, sink);
}

/** Gives the files that a prefix begins; how many there are, and so their names, is known only when they are made. */
function sayPieces(word: Word | undefined, prefix: string | undefined, sink: EffectSink): void {
  if (word === undefined) sink.effect('write', '.');
  else sink.effect('write', prefix, word);
  if (prefix !== undefined) sink.effect('write', undefined, word);
}

/** The folder that `mktemp` is told of, or the file where it stands in none; undefined if variables say where it is. */
function temporaryIn(read: ParsedArguments<Word>): string | undefined {
  const folder = givenOf(read, '-p', '--tmpdir');
  const [template] = read.operands;
  const isElsewhere = folder !== undefined && template !== undefined && (template.literal ?? '/').includes('/');
  if (has(read, '-t') || isElsewhere) return undefined;
  return folder === undefined ? template?.literal : folder.value || undefined;
}

const LINK: ProgramDeclaration = { operands: 'write*', says: sayOfLink };
/** A mode or an owner, then files; what they delete with all below it, and rights, stay as written in a rule. */
const CHANGED: ProgramDeclaration = {
  operands: 'exact write*',
  namesDash: true,
  standIns: ['--reference'],
  trees: ['-R', '--recursive'],
};

/** Programs that write and delete. */
export const WRITERS: ProgramDeclarations = {
  cp: {
    options: {
      open: '-finpuv --force --no-clobber --update?=text --verbose',
      kept: '-aRr --archive --recursive',
      known:
        '-bdHlLPsTxZ -t=text -S=text --attributes-only --backup?=text --copy-contents --debug --interactive --link --dereference --no-dereference --one-file-system --parents --preserve?=text --no-preserve=text --reflink?=text --remove-destination --sparse=text --strip-trailing-slashes --suffix=text --symbolic-link --target-directory=text --no-target-directory',
    },
    operands: 'write*',
    opensTargets: ({ given, unknown }) => given.length + unknown.length === 0,
    says: sourcesAndTarget,
    trees: [...RECURSIVE, '-a', '--archive'],
    // What links lead to is copied under their names.
    below: (read) => (has(read, '-L', '--dereference') ? { isFollowing: true } : undefined),
    rule: {},
    silent: unlessTold('v'),
  },
  mv: {
    options: {
      open: '-finuv --force --no-clobber --update?=text --verbose',
      known:
        '-bTZ -t=text -S=text --backup?=text --interactive --strip-trailing-slashes --suffix=text --target-directory=text --no-target-directory',
    },
    operands: 'write*',
    says: sayOfMove,
    trees: ['*'],
    rule: {},
    silent: unlessTold('v'),
  },
  rm: {
    options: {
      open: '-dfiIv --dir --force --verbose',
      kept: '-rR --recursive',
      known: '--interactive?=text --one-file-system --no-preserve-root --preserve-root?=text',
    },
    operands: 'delete*',
    trees: RECURSIVE,
    rule: {},
    silent: unlessTold('v'),
  },
  rmdir: {
    options: { open: '-pv --parents --verbose', known: '--ignore-fail-on-non-empty' },
    operands: 'delete*',
    rule: {},
  },
  unlink: { operands: 'delete*' },
  shred: {
    options: {
      known:
        '-fuvxz -n=text -s=text --force --iterations=text --random-source=text --size=text --remove?=text --verbose --exact --zero',
    },
    operands: 'delete*',
  },
  mkdir: {
    options: { open: '-pv --parents --verbose', kept: '-m=text', known: '-Z --mode=text' },
    operands: 'write*',
    namesDash: true,
    rule: {},
    silent: unlessTold('v'),
  },
  mkfifo: { options: { known: '-Z -m=text --mode=text' }, operands: 'write*', namesDash: true },
  mktemp: {
    options: { known: '-dqut -p=text --directory --dry-run --quiet --suffix=text --tmpdir?=text' },
    says: (read, sink) => sink.effect('write', temporaryIn(read)),
  },
  touch: {
    options: {
      open: '-acm --no-create',
      known: '-fh -d=text -r=read -t=text --date=text --no-dereference --reference=read --time=text',
    },
    operands: 'write*',
    rule: {},
    silent: unlessTold(''),
  },
  tee: {
    options: { open: '-a --append', known: '-ip --ignore-interrupts --output-error?=text' },
    operands: 'write*',
    opensTargets: true,
    namesDash: true,
    rule: {},
  },
  dd: { says: sayOfDd, opensTargets: true },
  ln: {
    ...LINK,
    options: {
      open: '-fnsv --force --symbolic --verbose',
      known:
        '-bdFiLPrT -S=text -t=text --backup?=text --directory --interactive --logical --no-dereference --physical --relative --suffix=text --target-directory=text --no-target-directory',
    },
    rule: {},
    silent: unlessTold('v'),
  },
  link: LINK,
  chmod: {
    ...CHANGED,
    // A mode that takes rights away looks like options.
    standIns: ['--reference', ...[...'rwxXstugoa'].map((letter) => `-${letter}`)],
    options: {
      open: '-cfv --changes --silent --verbose',
      kept: '-R --recursive',
      known: '-rwxXstugoa --quiet --no-preserve-root --preserve-root --reference=read',
    },
    rule: {},
    silent: unlessTold('vc'),
  },
  chown: {
    ...CHANGED,
    options: {
      known:
        '-cfvhHLPR --changes --silent --quiet --verbose --dereference --no-dereference --from=text --no-preserve-root --preserve-root --reference=read --recursive',
    },
  },
  chgrp: {
    ...CHANGED,
    options: {
      known:
        '-cfvhHLPR --changes --silent --quiet --verbose --dereference --no-dereference --no-preserve-root --preserve-root --reference=read --recursive',
    },
  },
  // Its mode begins with a dash or a plus.
  chattr: {
    isLenient: true,
    says: (read, sink) => {
      for (const word of read.operands.slice(1)) addOperandEffect(sink, 'write', word, true);
    },
  },
  setfacl: { options: { known: '-bkRLPdn -m=text -x=text -M=text -X=text' }, operands: 'write*', trees: ['-R'] },
  truncate: {
    options: { open: '-c -s=number --size=number', known: '-o -r=read --no-create --io-blocks --reference=read' },
    operands: 'write*',
    namesDash: true,
    rule: {},
  },
  fallocate: {
    options: { known: '-cdinpvxz -l=text -o=text --length=text --offset=text --verbose' },
    operands: 'write*',
    namesDash: true,
  },
  split: {
    options: {
      known:
        '-deux -a=text -b=text -C=text -l=text -n=text -t=text --suffix-length=text --additional-suffix=text --bytes=text --line-bytes=text --numeric-suffixes?=text --hex-suffixes?=text --elide-empty-files --lines=text --number=text --separator=text --unbuffered --verbose',
      unsure: '--filter=text',
    },
    says: (read, sink) => {
      firstOnly('read')(read, sink);
      sayPieces(read.operands[1], read.operands[1]?.literal, sink);
    },
  },
  csplit: {
    options: {
      known:
        '-ksz -b=text -f=text -n=text --suffix-format=text --prefix=text --keep-files --digits=text --quiet --silent --elide-empty-files',
    },
    says: (read, sink) => {
      firstOnly('read')(read, sink);
      const prefix = givenOf(read, '-f', '--prefix');
      sayPieces(prefix?.word, prefix?.value, sink);
    },
  },
  install: {
    options: {
      known:
        '-bcCdDpTvZ -g=text -m=text -o=text -S=text -t=text --backup?=text --compare --directory --group=text --mode=text --owner=text --preserve-timestamps --suffix=text --target-directory=text --no-target-directory --verbose',
      unsure: '-s --strip',
    },
    says: sayOfInstall,
  },
  patch: {
    options: {
      known:
        '-bcEflNnRstTuvZ -B=text -d=write -D=text -F=text -g=text -i=read -o=write -p=text -r=text -V=text -x=text -Y=text -z=text --dry-run --forward --reverse --strip=text --input=read --output=write --directory=write --backup',
    },
    says: (read, sink) => {
      sink.doubt('files-in-patch');
      for (const [index, word] of read.operands.entries()) addOperandEffect(sink, index === 0 ? 'write' : 'read', word);
    },
  },
};
