import type { EffectSink } from '../effect-sink.ts';
import type { Word } from '../model.ts';
import type { ProgramDeclarations } from './declaration.ts';
import { infinite, neverEnds } from './endless.ts';
import type { ParsedArguments } from './parsed-arguments.ts';

const READING = { isReading: true } as const;

function sayOfDate(read: ParsedArguments<Word>, sink: EffectSink): void {
  for (const word of read.operands) if (!word.literal?.startsWith('+')) sink.doubt('sets-clock', word);
}

/** Letters among which an `e` asks for the variables of each process. */
const LETTERS = /^[A-Za-z]*e[A-Za-z]*$/;
/** A format that names them. */
const FORMAT = /\benviron/i;
/** Letters behind which stands a format, or a user's name. */
const BEFORE_VALUE = /^[A-Za-z]*[oOU]$|^-[A-Za-z]*[oOuU]$/;

/** `ps e` shows the variables of other processes, which may hold keys. */
function sayOfPs({ given, operands }: ParsedArguments<Word>, sink: EffectSink): void {
  const words = [...given.map(({ word }) => word), ...operands].toSorted((a, b) => a.span.start - b.span.start);
  const isValue = (word: Word): boolean => BEFORE_VALUE.test(words[words.indexOf(word) - 1]?.literal ?? '');
  const asking =
    operands.find((word) => FORMAT.test(word.literal ?? '') || (LETTERS.test(word.literal ?? '') && !isValue(word))) ??
    given.find(({ value }) => FORMAT.test(value ?? ''))?.word;
  if (asking !== undefined) sink.effect('read', '/proc', asking);
}

/** Programs that print the time, what machine this is, or who is there. */
export const SYSTEM: ProgramDeclarations = {
  date: {
    options: {
      'proven open': '-uR -d=text -I?=word --date=text --iso-8601?=word --utc',
      proven: '-r=see --rfc-3339=word --reference=see --rfc-email --universal --debug --rfc-2822',
      known: '-f=read --file=read',
      unsure: '-s=text --set=text',
    },
    operands: 'format?',
    says: sayOfDate,
    readsOnly: true,
    rule: { isReading: true, operands: 'exact' },
  },
  cal: {
    options: { proven: '-13jmsy', known: '-nSYw -A=text -B=text -C=text' },
    operands: 'number? number?',
    readsOnly: true,
  },
  uname: {
    options: {
      proven:
        '-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system',
    },
    readsOnly: true,
  },
  arch: { readsOnly: true },
  nproc: { options: { proven: '--all --ignore=number' }, readsOnly: true },
  whoami: { readsOnly: true },
  logname: { readsOnly: true },
  id: {
    options: { proven: '-aGgnruz --group --groups --name --real --user --zero', known: '-Z --context' },
    operands: 'name?',
    readsOnly: true,
  },
  groups: { operands: 'name?', readsOnly: true },
  // With an operand it sets the name.
  hostname: {
    options: { proven: '-sf --short --fqdn --long', known: '-idIyA --ip-address --all-ip-addresses' },
    operands: 'unsure?',
    readsOnly: true,
  },
  uptime: { options: { proven: '-ps --pretty --since' }, readsOnly: true },
  free: {
    options: {
      proven: '-bkmghltw --bytes --kibi --mebi --gibi --human --wide --total --si',
      known: '-v -c=text -s=text',
    },
    readsOnly: true,
  },
  tty: { options: { proven: '-s', known: '--silent --quiet' }, readsOnly: true },
  lscpu: { readsOnly: true },
  locale: { options: { proven: '-a --all-locales' }, readsOnly: true },
  getconf: { options: { proven: '-a' }, operands: 'name? name?', readsOnly: true },
  which: {
    options: { 'proven open': '-as', proven: '--all' },
    operands: 'program program*',
    readsOnly: true,
    rule: READING,
  },
  ps: {
    options: {
      open: '-AadefFHjlLTwyx -p=number -q=number --forest --headers --no-headers --pid=number --ppid=number --sort=word --cols=number --width=number',
      known: '-MNZuchmrvSnX -g=text -C=text -G=text -O=text -o=text -s=text -t=text -U=text --user=text --format=text',
    },
    operands: 'text*',
    saysToo: sayOfPs,
    // With `e` among them it would show the variables of others.
    rule: { operands: 'a|ax|aux|auxf|auxw|auxww|axu|axf|x|u|ux' },
    needs: { isOutside: true, showsBox: true },
  },
  sleep: { operands: 'number*', rule: {}, endless: infinite },
  expr: { isLenient: true, operands: 'text*', readsOnly: true },
  yes: { isLenient: true, endless: neverEnds },
};
