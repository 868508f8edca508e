import type { PlainCode } from '../doubt-sentences.ts';
import type { EffectSink } from '../effect-sink.ts';
import type { Word } from '../model.ts';
import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import type { ParsedArguments } from './parsed-arguments.ts';
import { setsByFormat, whyNotPrintf, whyNotTest } from './scripts/builtin-words.ts';
import {
  alwaysSilent,
  neverSilent,
  plainlySet,
  type SilenceTest,
  settingOptions,
  unlessBack,
  unlessGiven,
  withWords,
} from './silent.ts';

/** A subscript is evaluated, whatever quotes stand around it: `a[$(program)]` runs the program. */
function subscript(word: Word | undefined, sink: EffectSink): void {
  if (word !== undefined && (word.literal ?? '[').includes('[')) sink.doubt('subscript', word);
}

/** One word whatever is in its variables: quoted, or numbers. */
const ONE_WORD =
  /^(?:"[^"]*"|\$[#?$!]|\$\{#\w+\}|(?:[\w%+,./:=-]|\\[^\n]|'[^']*'|"(?:[^"\\`$]|\\[^\n]|\$[\w*#?$!-]|\$\{\w+\})*")+)$/;
const ALL_ARGUMENTS = /\$\{?@|\[@|@\}/;

/** Whether a word may become several; expanded text may become `-v` and a subscript. */
export function mayBeSeveral({ literal, text }: Word): boolean {
  const isTilde = /^~[\w./-]*$/.test(text);
  return literal === undefined && !isTilde && (!ONE_WORD.test(text) || ALL_ARGUMENTS.test(text));
}

function sayOfTest(read: ParsedArguments<Word>, sink: EffectSink): void {
  for (const [index, word] of read.operands.entries()) {
    if (mayBeSeveral(word)) sink.doubt('subscript', word);
    if (word.literal === '-v' || word.literal === '-R' || word.literal === undefined)
      subscript(read.operands[index + 1], sink);
  }
}

function sayOfPrintf(read: ParsedArguments<Word>, sink: EffectSink): void {
  const [first, second] = read.operands;
  const isBehind = first?.literal === '--';
  const format = isBehind ? second?.literal : first?.literal;
  if (format === undefined || (!isBehind && format.startsWith('-v')) || setsByFormat(format))
    sink.doubt('sets-variables', first);
  if (first?.literal === '-v') subscript(second, sink);
}

function sayOfSource(read: ParsedArguments<Word>, sink: EffectSink): void {
  for (const word of read.operands.slice(0, 1)) sink.effect('run', word.literal, word);
  sink.doubt('runs-file');
}

const sayOfFolder = (read: ParsedArguments<Word>, sink: EffectSink): void =>
  sink.doubt('other-folder', read.operands[0]);

/** Any text is printed as it is. */
const PRINTS: ProgramDeclaration = { isLenient: true, readsOnly: { whyNotWords: () => undefined } };
const FOLDER: ProgramDeclaration = { isLenient: true, says: sayOfFolder, silent: neverSilent };
const SOURCE: ProgramDeclaration = { isLenient: true, says: sayOfSource, silent: withWords };

/** The shell is another afterwards: what follows may mean something else than it says. */
const changesShell = (code: PlainCode, silent?: SilenceTest): ProgramDeclaration => ({
  isLenient: true,
  says: (_, sink) => sink.doubt(code),
  ...(silent && { silent }),
});
const every = (names: string, code: PlainCode): ProgramDeclarations =>
  Object.fromEntries(names.split(' ').map((name) => [name, changesShell(code)]));

/** Runs the text of `-C` as it reads lines. */
const MAPPED: ProgramDeclaration = {
  options: { known: '-t -CcdnOsu=text' },
  isUncommon: true,
  runs: { skip: 99, text: '-C', isAnyOrder: true, doubt: 'sets-variables' },
};

/** Builtins of the shell itself. */
export const BUILTINS: ProgramDeclarations = {
  ':': { ...PRINTS, silent: alwaysSilent },
  true: { ...PRINTS, silent: alwaysSilent },
  false: PRINTS,
  echo: { ...PRINTS, options: { open: '-neE' }, operands: 'text*', rule: {} },
  printf: { isLenient: true, says: sayOfPrintf, readsOnly: { whyNotWords: whyNotPrintf } },
  pwd: { options: { 'proven open': '-LP' }, readsOnly: true, rule: {} },
  test: { isLenient: true, says: sayOfTest, silent: alwaysSilent, readsOnly: { whyNotWords: whyNotTest } },
  '[': {
    isLenient: true,
    silent: alwaysSilent,
    says: sayOfTest,
    readsOnly: {
      whyNotWords: (words, whyNotSee) =>
        words.at(-1) === ']' ? whyNotTest(words.slice(0, -1), whyNotSee) : 'the test has no closing bracket',
    },
  },
  // Folders alone; where it leads is kept by whoever asks.
  cd: {
    ...FOLDER,
    silent: unlessBack,
    options: { proven: '-LPe' },
    operands: 'folder',
    readsOnly: true,
    isOfShell: true,
  },
  pushd: FOLDER,
  popd: FOLDER,
  '.': SOURCE,
  source: SOURCE,
  type: {
    options: { 'proven open': '-afptP' },
    operands: 'program program*',
    readsOnly: true,
    rule: { isReading: true },
    isOfShell: true,
  },
  times: {},
  ...every('alias unalias enable hash compopt', 'shadows-program'),
  compgen: {
    options: { known: '-abcdefgjksuv -ACFGoPSWX=text' },
    isUncommon: true,
    runs: { skip: 99, text: '-C', isAnyOrder: true, doubt: 'shadows-program' },
  },
  // Its command runs whenever the word behind a name is completed.
  complete: {
    options: { known: '-abcdefgjksuvprDEI -ACFGoPSWX=text' },
    isUncommon: true,
    runs: { skip: 99, text: '-C', isAnyOrder: true, doubt: 'shadows-program' },
  },
  mapfile: MAPPED,
  readarray: MAPPED,
  ulimit: changesShell('shell-mode'),
  // A key runs the text of `-x`; a file of `-f` may say the same.
  bind: {
    options: { known: '-lpPsSvVX -mqur=text -f=read', unsure: '-x=text' },
    isUncommon: true,
    says: (_, sink) => sink.doubt('shell-mode'),
  },
  set: changesShell('shell-mode', plainlySet),
  shopt: changesShell('shell-mode', settingOptions),
  umask: changesShell('shell-mode', unlessGiven(/^-/)),
  ...every('declare typeset local readonly read getopts let', 'sets-variables'),
  export: changesShell('sets-variables', unlessGiven(/^-p/)),
  unset: changesShell('sets-variables', alwaysSilent),
  ...every('history fc', 'history'),
  ...every('jobs fg bg wait disown suspend', 'job-control'),
  ...every('return break continue logout shift caller', 'may-end-line'),
  exit: {
    isLenient: true,
    says: (_, sink) => sink.doubt('may-end-line'),
    isOfShell: true,
    readsOnly: {
      whyNotWords: (words) =>
        words.length === 0 || (words.length === 1 && /^\d{1,3}$/.test(words[0] ?? ''))
          ? undefined
          : 'exit takes a number',
    },
  },
  ...every('printenv', 'shows-variables'),
};
