import type { Member, Redirection, Word } from '#shell-analysis';

/** Whether words behind a program's name leave it without output. */
type Silent = (words: readonly Word[]) => boolean;

const always: Silent = () => true;

/** File programs say what they do when asked to, with `-v` or a long option such as `--verbose` or `--version`. */
const unlessTold =
  (letters: string): Silent =>
  (words) =>
    words.every(({ text, literal }) => {
      if (literal === undefined) return !text.startsWith('$');
      if (literal.startsWith('--')) return literal === '--' || !/^--(?:v|h|c)/.test(literal);
      return !literal.startsWith('-') || ![...letters].some((letter) => literal.includes(letter));
    });

/** What prints without arguments, or with these. */
const unlessGiven =
  (pattern: RegExp): Silent =>
  (words) =>
    words.length > 0 && words.every(({ literal = '' }) => !pattern.test(literal));

/** Options of `set` that change nothing of what the filters print; `-x` and `-v` do. */
const SET_OPTION = /^(?:[-+][euohmBCH]+|errexit|nounset|pipefail|noclobber)$/;

/** Decision 11's closed list. */
export const SILENT: ReadonlyMap<string, Silent> = new Map<string, Silent>([
  // `cd -` says where it went.
  ['cd', (words) => words.every(({ literal }) => literal !== '-')],
  ['export', unlessGiven(/^-p/)],
  ['set', (words) => words.length > 0 && isSilentSet(words)],
  ['unset', always],
  ['shopt', (words) => words.length > 1 && ['-s', '-u'].includes(words[0]?.literal ?? '')],
  ['umask', unlessGiven(/^-/)],
  ['mkdir', unlessTold('v')],
  ['touch', unlessTold('')],
  ['rm', unlessTold('v')],
  ['cp', unlessTold('v')],
  ['mv', unlessTold('v')],
  ['ln', unlessTold('v')],
  ['chmod', unlessTold('vc')],
  ['source', (words) => words.length > 0],
  ['.', (words) => words.length > 0],
  ['true', always],
  [':', always],
  ['test', always],
  ['[', always],
  // They print the stack of folders unless that goes nowhere.
  ['pushd', () => false],
  ['popd', () => false],
]);

function isSilentSet(words: readonly Word[]): boolean {
  const last = words.at(-1)?.literal;
  return last !== '-o' && last !== '+o' && words.every(({ literal = '' }) => SET_OPTION.test(literal));
}

/** Whether a member before the last prints nothing, so that a filter on the output of them all sees what it would have seen. */
export function isSilent({ isNegated, isTimed, stages }: Member): boolean {
  const [stage, ...more] = stages;
  if (stage === undefined || more.length > 0 || !stage.isSimple || isNegated || isTimed) return false;
  const [program, ...words] = stage.words;
  const name = program?.text ?? '';
  const isQuiet = SILENT.get(name);
  if (isQuiet === undefined) return false;
  return isQuiet(words) || (name !== 'set' && stage.redirections.some(discardsOutput));
}

function discardsOutput({ operator, descriptor, target }: Redirection): boolean {
  return operator === '>' && (descriptor === undefined || descriptor === 1) && target?.literal === '/dev/null';
}

/** Whether a member may set variables that it does not export, which a filter in a shell of its own would not see. */
export function setsVariables({ stages }: Member): boolean {
  return ['source', '.', 'set', 'shopt'].includes(stages[0]?.words[0]?.text ?? '');
}
