import type { PlainCode } from './doubt-sentences.ts';
import type { Word } from './model.ts';
import { options, type Read } from './options.ts';
import { type Program, program, type Say } from './program.ts';

const LENIENT = options('');

/** The shell is another afterwards: what follows may mean something else than it says. */
function changes(code: PlainCode): Program {
  return program(LENIENT, { isLenient: true, also: (_, say) => say.doubt(code) });
}

/** A subscript is evaluated, whatever quotes stand around it: `a[$(program)]` runs the program. */
function subscript(word: Word | undefined, say: Say): void {
  if (word !== undefined && (word.literal ?? '[').includes('[')) say.doubt('subscript', word);
}

/** One word whatever is in its variables: quoted, or numbers. */
const ONE_WORD =
  /^(?:"[^"]*"|\$[#?$!]|\$\{#\w+\}|(?:[\w%+,./:=-]|\\[^\n]|'[^']*'|"(?:[^"\\`$]|\\[^\n]|\$[\w*#?$!-]|\$\{\w+\})*")+)$/;
const ALL_ARGUMENTS = /\$\{?@|\[@|@\}/;

/** What is expanded may become `-v` and a subscript. */
function mayBeSeveral({ literal, text }: Word): boolean {
  const isTilde = /^~[\w./-]*$/.test(text);
  return literal === undefined && !isTilde && (!ONE_WORD.test(text) || ALL_ARGUMENTS.test(text));
}

function test(read: Read, say: Say): void {
  for (const [index, word] of read.operands.entries()) {
    if (mayBeSeveral(word)) say.doubt('subscript', word);
    if (word.literal === '-v' || word.literal === '-R' || word.literal === undefined)
      subscript(read.operands[index + 1], say);
  }
}

function printf(read: Read, say: Say): void {
  const [first, second] = read.operands;
  if (first?.literal === undefined || first.literal.startsWith('-v')) say.doubt('sets-variables', first);
  if (first?.literal === '-v') subscript(second, say);
}

function source(read: Read, say: Say): void {
  for (const word of read.operands.slice(0, 1)) say.effect('run', word.literal, word);
  say.doubt('runs-file');
}

function cd(read: Read, say: Say): void {
  say.doubt('other-folder', read.operands[0]);
}

/** What the shell itself does. */
export const BUILTINS: Readonly<Record<string, Program>> = {
  ':': program(LENIENT, { isLenient: true }),
  true: program(LENIENT, { isLenient: true }),
  false: program(LENIENT, { isLenient: true }),
  echo: program(LENIENT, { isLenient: true }),
  printf: program(LENIENT, { isLenient: true, also: printf }),
  pwd: program(options('LP')),
  test: program(LENIENT, { isLenient: true, also: test }),
  '[': program(LENIENT, { isLenient: true, also: test }),
  cd: program(LENIENT, { isLenient: true, also: cd }),
  pushd: program(LENIENT, { isLenient: true, also: cd }),
  popd: program(LENIENT, { isLenient: true, also: cd }),
  '.': program(LENIENT, { isLenient: true, also: source }),
  source: program(LENIENT, { isLenient: true, also: source }),
  type: program(options('afptP')),
  // With `-v`, which says where a program is; else it runs one and is unfolded.
  command: program(options('pvV')),
  times: program(LENIENT),
  ...every('alias unalias enable hash complete compopt compgen', 'shadows-program'),
  ...every('set shopt trap ulimit umask bind', 'shell-mode'),
  ...every('declare typeset local export readonly unset read mapfile readarray getopts let', 'sets-variables'),
  ...every('history fc', 'history'),
  ...every('jobs fg bg wait disown suspend', 'job-control'),
  ...every('exit return break continue logout shift caller', 'may-end-line'),
  ...every('env printenv', 'shows-variables'),
};

function every(names: string, code: PlainCode): Record<string, Program> {
  return Object.fromEntries(names.split(' ').map((name) => [name, changes(code)]));
}
