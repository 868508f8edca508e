import { type Analysis, type SimpleCommand, setsByFormat, type Word } from '#shell-analysis';
import { mayNameMore } from './loose-words.ts';
import { isSensitiveVariable, sensitiveVariableIn } from './sensitive-variables.ts';

/** Programs that are harmless whatever they are given: none of their options writes or runs anything. */
const TOLERANT: ReadonlySet<string> = new Set(
  `: true false echo printf pwd cd pushd popd test [ [[ ls cat tac head tail wc grep egrep fgrep stat du df basename dirname realpath
  readlink seq sleep cut tr nl rev paste od strings base64 base32 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum
  comm cmp diff join expr id groups whoami uname nproc exit return break continue shift type which`.split(/\s+/),
);

/** Programs that run text given to them as shell code. */
const TEXT_RUNNERS = new Set(
  'sh bash dash zsh ash ksh mksh rbash eval trap watch su runuser flock script parallel ssh'.split(' '),
);
/** Programs that add words to those of the command that they run. */
const ADDS_WORDS = new Set(['xargs', 'parallel']);
/** Their words name variables; options of some of them have values evaluated. */
const SETTERS = new Set('export readonly local declare typeset unset read mapfile readarray getopts let'.split(' '));
/** Setters that expand a value in parentheses once more where the variable is an array, as `DIRSTACK` is. */
const ARRAYS = new Set(['declare', 'typeset']);
/** A value that is in parentheses, or may be. */
const LIST = /=["'\\]*[$`(]/;
const mayEvaluate = (name: string, word: string): boolean => name === 'let' || (ARRAYS.has(name) && LIST.test(word));
const SETTER_OPTIONS = /^-[rpx]+$/;
const PLAIN_NAME = /^[A-Za-z_]\w*(?:\+?=|$)/;
/** Options of `set` that change neither how lines are read nor what runs. */
const SET_OPTION = /^(?:[-+][aefhuvxC]*o?|--|errexit|nounset|pipefail|xtrace|noglob|noclobber|allexport|verbose)$/;
const LAST_JOB = /^(?:\$!|"\$!")$/;
const SHELL_CHANGERS = new Set(
  'shopt ulimit bind enable hash alias unalias complete compopt compgen history fc'.split(' '),
);

/** Yields the reasons to ask about what a part is given, by its words and in its assignments. */
export function* givenReasons(index: number, analysis: Analysis): Generator<string, void> {
  const part = analysis.parts[index];
  if (part === undefined) return;
  yield* rulingReasons(part);
  const name = part.program?.replace(/^.*\//, '') ?? '';
  const own = ownWords(index, analysis);
  if (SETTERS.has(name)) yield* setterReasons(name, own);
  else if (name === 'set' || name === 'umask') yield* changerReasons(name, own);
  else if (name === 'jobs' || name === 'wait') yield* jobReasons(name, own);
  else if (SHELL_CHANGERS.has(name)) yield `${name} changes what later commands mean`;
  else if (!isTolerant(name, part, own) || mayNameMore(index, analysis))
    yield `What ${name} is given is known only when it runs`;
  const hidden = TEXT_RUNNERS.has(name) && own.some(({ literal }) => isPuzzled(literal, analysis.line));
  if (hidden) yield `${name} runs text that does not stand so in the line`;
}

/** Words of a part, without those of the command it runs. */
function ownWords(index: number, { parts }: Analysis): readonly Word[] {
  const part = parts[index];
  const depth = part?.wrappers.length ?? 0;
  const inner = new Set<string>();
  for (const other of parts.slice(index + 1, index + 50)) {
    if (other.wrappers.length > depth) for (const { span } of other.words) inner.add(`${span.start} ${span.end}`);
  }
  const isText = TEXT_RUNNERS.has(part?.program?.replace(/^.*\//, '') ?? '');
  return (part?.words ?? []).slice(1).filter(({ span }) => isText || !inner.has(`${span.start} ${span.end}`));
}

function isTolerant(name: string, { wrappers, words }: SimpleCommand, own: readonly Word[]): boolean {
  if (name === 'printf' && words.length > 1 && maySet(words.slice(1))) return false;
  if (TOLERANT.has(name)) return true;
  if (wrappers.some((wrapper) => ADDS_WORDS.has(wrapper))) return false;
  // A name that is found may lie anywhere below, and be a script for who takes one.
  if (wrappers.includes('find') && own.some(({ literal }) => literal?.includes('{}'))) return false;
  return own.every((word) => word.literal !== undefined || isPathAtHome(word));
}

/** Whether printf may set a variable: by `-v`, after which a subscript is evaluated, or by its format. */
function maySet([first, second]: readonly Word[]): boolean {
  const isBehind = first?.literal === '--';
  const format = isBehind ? second?.literal : first?.literal;
  return format === undefined || (!isBehind && format.startsWith('-v')) || setsByFormat(format);
}

const isPathAtHome = ({ text, expansions }: Word): boolean =>
  text.startsWith('~') && [...expansions].every((one) => one === 'tilde');

function* setterReasons(name: string, own: readonly Word[]): Generator<string, void> {
  for (const { text, literal } of own) {
    const shown = literal ?? text;
    if (SETTER_OPTIONS.test(shown) && name !== 'unset') continue;
    const variable = shown.replace(/\+?=.*$/s, '');
    const isPlain = PLAIN_NAME.test(shown) && (literal !== undefined || text.includes('='));
    if (!isPlain || mayEvaluate(name, shown)) yield `${name} may evaluate what it is given`;
    else if (isSensitiveVariable(variable)) yield `${variable} rules which programs run, or what they do`;
  }
}

/** `jobs -x` runs its words, `wait -p` evaluates a subscript; an option may be in whatever is expanded. */
function* jobReasons(name: string, own: readonly Word[]): Generator<string, void> {
  const letter = name === 'jobs' ? 'x' : 'p';
  const end = own.findIndex(({ literal }) => literal === '--');
  const mayBeOption = ({ literal, text }: Word): boolean =>
    literal === undefined ? !LAST_JOB.test(text) : literal.startsWith('-') && literal.includes(letter);
  if (own.slice(0, end < 0 ? own.length : end).some(mayBeOption)) yield `${name} may run what it is given`;
}

function* changerReasons(name: string, own: readonly Word[]): Generator<string, void> {
  const isPlain = (word: string | undefined, at: number) => {
    if (name === 'umask') return /^(?:-S|[0-7]{3,4})$/.test(word ?? '');
    const isBehind = own.slice(0, at).some(({ literal }) => literal === '--');
    return isBehind || SET_OPTION.test(word ?? '');
  };
  if (!own.every(({ literal }, at) => isPlain(literal, at))) yield `${name} changes how the shell works`;
}

function* rulingReasons({ assignments, words, program }: SimpleCommand): Generator<string, void> {
  const named = assignments.find(
    ({ name }) => isSensitiveVariable(name) && !(name === 'IFS' && program === 'read'),
  )?.name;
  const inText = words
    .map(({ literal, text }) => sensitiveVariableIn(literal ?? text))
    .find((name) => name !== undefined);
  const ruling = named ?? inText;
  if (ruling !== undefined) yield `${ruling} rules which programs run, or what they do`;
}

/** Put together from pieces, so that what is expanded in it cannot be seen in the line. */
function isPuzzled(literal: string | undefined, line: string): boolean {
  return literal !== undefined && /[$`]|\\\n/.test(literal) && !line.includes(literal);
}
