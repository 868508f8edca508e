/** Words that may become others than they seem when they are expanded: an option, or names of further files. */
import {
  type Analysis,
  argumentSyntaxOf,
  mayBeSeveral,
  operandKinds,
  optionsOf,
  PROGRAMS,
  placeOfNames,
  readWords,
  type SimpleCommand,
  type Word,
} from '#shell-analysis';
import { programOf } from '../program-of.ts';
import { LineVariables } from '../read-only/variables.ts';
import { expectedOperands } from '../read-only/why-not-words.ts';
import { wordsOfXargs } from './given-trees.ts';

const NAMES_FILES = /^(?:read|see|disk|folder|input|write|delete)$/;
/** Text that is one word, and no pattern. */
const PLAIN = /^[\w./@%+=:,-]*$/;
const VARIABLE = /\$(?:\{(\w+)\}|(\w+))/g;
const SUM = /^[+-]?\$\(\([0-9 +*/%()-]+\)\)$/;

interface PartWords {
  readonly index: number;
  readonly analysis: Analysis;
}

/**
 * Whether a program that reads files may be given more of them than its words show, since a word in another place is not
 * quoted: `head -n $x notes.txt`, `grep {a,b}`.
 */
export function mayNameMore(index: number, analysis: Analysis): boolean {
  const places = placesOf(analysis.parts[index]);
  if (places === undefined || !places.kinds.some((kind) => NAMES_FILES.test(kind))) return false;
  const { read, kindAt } = places;
  const others = read.operands.filter((_, at) => !NAMES_FILES.test(kindAt(at)));
  const values = read.given.filter(({ option, value }) => option.words > 0 && value === undefined);
  const words = [...others, ...values.map(({ word }) => word)];
  return words.some((word) => mayBeSeveral(word) && !isOneWord(word, { index, analysis }));
}

/** Whether the first operand, such as what grep looks for, may become an option. */
export function mayBecomeOption(index: number, analysis: Analysis): boolean {
  const part = analysis.parts[index];
  const places = placesOf(part);
  const first = places?.read.operands[0];
  if (places === undefined || first === undefined || !(isOpen(first) || isFilledIn(first, index, analysis)))
    return false;
  if (part === undefined || !SEARCHES.has(programOf(part) ?? '') || NAMES_FILES.test(places.kindAt(0))) return false;
  const isBehind = part.words.slice(1, 1 + (places.read.operandsAt[0] ?? 0)).some(({ literal }) => literal === '--');
  return !isBehind && !isOneWord(first, { index, analysis });
}

/** Whether what a word begins with is known only when it runs, or it may be several. */
const isOpen = (word: Word): boolean =>
  word.literal === undefined && (mayBeSeveral(word) || !BEGINS_AS_TEXT.test(word.text));

const BEGINS_AS_TEXT = /^"[^-"$`\\]/;

/** Whether `xargs` puts what it is given at the beginning of a word. */
function isFilledIn({ literal }: Word, index: number, { parts }: Analysis): boolean {
  if (!parts[index]?.wrappers.includes('xargs')) return false;
  const place = placeOfNames(wordsOfXargs(index, parts));
  return place !== undefined && literal?.startsWith(place) === true;
}

/** Programs with an option by which they go through folders, where a text is expected first. */
const SEARCHES = new Set(['grep', 'egrep', 'fgrep']);

/** The words of a program by what they name. */
function placesOf(part: SimpleCommand | undefined) {
  const declared = part && PROGRAMS.get(programOf(part) ?? '');
  if (part === undefined || declared === undefined) return undefined;
  const read = readWords(part.words.slice(1), optionsOf(declared), argumentSyntaxOf(declared));
  const kinds = operandKinds(expectedOperands(declared, read)).map(({ kind }) => kind);
  return { read, kinds, kindAt: (at: number) => kinds[at] ?? kinds.at(-1) ?? '' };
}

/** Whether an expanded word is surely one word and no option, by the values that its variables have in the line. */
function isOneWord({ text }: Word, { index, analysis }: PartWords): boolean {
  if (SUM.test(text)) return true;
  const names = [...text.matchAll(VARIABLE)].map(([, braced, bare]) => braced ?? bare ?? '');
  const rest = text.replaceAll(VARIABLE, '').replaceAll('"', '');
  if (names.length === 0 || !PLAIN.test(rest)) return false;
  const variables = new LineVariables(analysis, ({ words }) => literalsOf(words));
  return names.every((name) => {
    const values = isSetOtherwise(name, analysis) ? [''] : variables.valuesOf(name, index);
    return 'why' in values ? false : values.every((value) => /^[^-]/.test(value) && PLAIN.test(value));
  });
}

function literalsOf(words: readonly Word[]): readonly string[] | { readonly why: string } {
  const texts = words.flatMap(({ literal }) => literal ?? []);
  return texts.length === words.length ? texts : { why: 'a word of the loop is known only when it runs' };
}

/** Builtins that set the variables which their words name. */
const SETTERS = new Set('read mapfile readarray getopts export declare typeset readonly local unset'.split(' '));

/** Whether the line gives a variable a value that is none of its assignments and loops. */
const isSetOtherwise = (name: string, { parts }: Analysis): boolean =>
  parts.some(
    ({ program, words }) =>
      SETTERS.has(program ?? '') &&
      words.slice(1).some(({ text }) => {
        const set = /^([A-Za-z_]\w*)(?:\+?=|$)/.exec(text)?.[1];
        return set === undefined ? !/^-/.test(text) : set === name;
      }),
  );
