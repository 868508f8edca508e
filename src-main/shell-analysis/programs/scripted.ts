import type { EffectSink } from '../effect-sink.ts';
import type { Word } from '../model.ts';
import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { addOperandEffect } from './operand-effects.ts';
import { optionTable } from './option-table.ts';
import { givenOf, has, type ParsedArguments, readWords } from './parsed-arguments.ts';
import type { ArgumentWord } from './read-arguments.ts';
import { readAwk } from './scripts/awk-program.ts';
import { readJq } from './scripts/jq-filter.ts';
import { readSed, type SedScript } from './scripts/sed-script.ts';
import { yqUse } from './scripts/yq-expression.ts';
import { valueProblem } from './value-kinds.ts';

const READING = { isReading: true } as const;
const NO_FILES = () => ({ least: 0, most: 1 });

const isExpression = ({ name }: { readonly name: string }): boolean => name === '-e' || name === '--expression';

/** All scripts together are one text for sed, a line each; undefined when one is known only when it runs. */
function sedScript(read: ParsedArguments<ArgumentWord>): SedScript | undefined {
  if (has(read, '-f', '--file')) return undefined;
  const expressions = read.given.filter(isExpression).map(({ value }) => value);
  const texts = expressions.length > 0 ? expressions : [read.operands[0]?.literal];
  const known = texts.filter((text) => text !== undefined);
  return known.length === texts.length ? readSed(known.join('\n')) : undefined;
}

function sayOfSed(read: ParsedArguments<Word>, sink: EffectSink): void {
  const inPlace = has(read, '-i', '--in-place');
  const isGiven = has(read, '-f', '--file') || read.given.some(isExpression);
  const script = sedScript(read);
  if (script === undefined || script.problem !== undefined) sink.doubt('powerful-script');
  const named = read.given.find(isExpression)?.word ?? read.operands[0];
  for (const { kind, path } of script?.files ?? []) sink.effect(kind, path, named);
  for (const word of isGiven ? read.operands : read.operands.slice(1)) {
    // In place there is no input to change: the dash is a file.
    addOperandEffect(sink, 'read', word, inPlace);
    if (inPlace) addOperandEffect(sink, 'write', word, true);
    sayBackup(read, word, sink);
  }
}

/** Gives the file in which sed keeps the text as it was; where one with a folder of its own goes is not known. */
function sayBackup(read: ParsedArguments<Word>, { literal }: Word, sink: EffectSink): void {
  const given = givenOf(read, '-i', '--in-place');
  const ending = given?.value ?? '';
  if (given === undefined || ending === '') return;
  const isBeside = literal !== undefined && !/[/*]/.test(ending);
  sink.effect('write', isBeside ? `${literal}${ending}` : undefined, given.word);
}

const SED: ProgramDeclaration = {
  options: {
    'proven filter open': '-nErsuz --quiet --silent --regexp-extended --separate --null-data',
    'proven filter': '-e=exact --expression=exact --posix --sandbox --unbuffered',
    proven: '-l=number --debug --line-length=number',
    kept: '-i?=text',
    known: '-f=read --file=read --follow-symlinks --in-place?=text --zero-terminated',
  },
  operands: 'exact read*',
  standIns: ['-e', '--expression', '-f', '--file'],
  says: sayOfSed,
  readsOnly: {
    whyNot: (read) => {
      if (has(read, '--help', '--version')) return undefined;
      const script = sedScript(read);
      if (script?.jumps) return 'the sed script goes to labels, and may never end';
      return script === undefined ? 'the sed script is not known' : script.problem;
    },
  },
  filter: {
    isScripted: true,
    operands: (read) => (read.given.some(isExpression) ? { least: 0, most: 0 } : { least: 1, most: 1 }),
    closesEarly: (read) => {
      const script = sedScript(read);
      return script?.problem === undefined ? script?.quits : undefined;
    },
  },
  rule: {},
};

const AWK_OPTIONS = {
  'proven filter open': '-F=text',
  'proven filter': '-v=assignment',
  // An awk that does not know them may take the next word for its program.
  filter: '--assign=assignment --field-separator=text',
};
const AWK_TABLE = optionTable(AWK_OPTIONS, {});

/** Whether an awk only prints: a program that does, before operands that are files and no assignments. */
function isPrintingAwk(words: readonly Word[]): boolean {
  const { given, operands, unknown } = readWords(words, AWK_TABLE, { isInOrder: true });
  const [program, ...files] = operands;
  if (program?.literal === undefined || unknown.length > 0) return false;
  const isKnown = given.every(
    ({ option, value }) =>
      option.grades.has('proven') && value !== undefined && valueProblem(option.kind, value) === undefined,
  );
  const areFiles = files.every(({ literal }) => literal !== undefined && !literal.includes('='));
  return isKnown && areFiles && readAwk(program.literal).problem === undefined;
}

const AWK: ProgramDeclaration = {
  options: AWK_OPTIONS,
  onlyPrints: isPrintingAwk,
  operands: 'awk input*',
  opaque: 'interpreter',
  readsOnly: true,
  filter: {
    isScripted: true,
    operands: () => ({ least: 1, most: 1 }),
    closesEarly: (read) => {
      const program = readAwk(read.operands[0]?.literal ?? '');
      return program.reachesOut ? undefined : program.endsEarly;
    },
  },
  rule: { isReading: true, operands: 'exact read*' },
};
const { filter: _, ...OTHER_AWK } = AWK;

function sayOfJq(read: ParsedArguments<Word>, sink: EffectSink): void {
  const filter = has(read, '-f', '--from-file') ? undefined : read.operands[0];
  if (filter !== undefined && (filter.literal === undefined || readJq(filter.literal).isWide))
    sink.doubt('wide-filter', filter);
  for (const word of filter === undefined ? read.operands : read.operands.slice(1))
    addOperandEffect(sink, 'read', word);
}

const JQ: ProgramDeclaration = {
  options: {
    'proven filter open':
      '-cnrRsSjaCMe --null-input --slurp --compact-output --raw-output --sort-keys --tab --exit-status --indent=number',
    'proven filter':
      '--arg=variable+text --argjson=variable+text --raw-input --join-output --ascii-output --color-output --monochrome-output --unbuffered --seq --stream',
    proven: '--raw-output0',
    unsure: '-f=text -L=text --from-file=text',
  },
  operands: 'jq read*',
  says: sayOfJq,
  readsOnly: true,
  filter: {
    isScripted: true,
    operands: NO_FILES,
    closesEarly: (read) => {
      const filter = readJq(read.operands[0]?.literal ?? '.');
      return filter.readsModules ? undefined : has(read, '-n', '--null-input') || filter.endsEarly;
    },
  },
  rule: { isReading: true, operands: 'exact read*' },
  versionWords: '--version',
};

const YQ: ProgramDeclaration = {
  options: {
    'filter open': '-rPNM',
    filter:
      '-yeCcS -o=text -p=text -I=text --unwrapScalar --prettyPrint --no-doc --no-colors --colors --raw-output --yaml-output --output-format=text --input-format=text --indent=text',
  },
  operands: 'exact read*',
  opaque: 'tool',
  filter: { isScripted: true, operands: () => ({ least: 0, most: 9 }), closesEarly: yqUse },
  rule: READING,
};

/** Programs with a language of their own, in which one can read, write and run. */
export const SCRIPTED: ProgramDeclarations = {
  sed: SED,
  awk: AWK,
  gawk: { ...OTHER_AWK, versionWords: '--version' },
  mawk: OTHER_AWK,
  jq: JQ,
  yq: YQ,
};
