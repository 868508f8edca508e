import type { RulePlaceName, WordType } from '#contract';
import { type Form, formOf, type GivenWord, isKnownProgram, type OperandType, readGivenWords } from './program-form.ts';
import { fitsType, type GivenText, type WordPlace } from './word-types.ts';

/** Words that a rule leaves open, in the words of a part. */
export interface OpenWords {
  readonly program: string;
  /** All words after the program. */
  readonly words: readonly GivenText[];
  /** Indexes of those that are open, with the type the rule itself asks for; `undefined` for one it does not narrow. */
  readonly open: ReadonlyMap<number, WordType | undefined>;
  /** Index of the word from which on options may be among them. */
  readonly rest: number;
  /** Types that the rule asks of operands there, by their order; undefined: any. */
  readonly restTypes: readonly WordType[] | undefined;
  /** Whether the open words are arguments of a script, which the rule is bound to. */
  readonly isOfScript: boolean;
  /** Place in which the rule lets it run. */
  readonly runs: RulePlaceName | undefined;
}

type LinePlace = Omit<WordPlace, 'isReading'>;

/**
 * The words that are accepted as options of their program; undefined when a word that is left open is not what the table of
 * programs has in its place. Of a script, and of a program that is not in the table, a word that looks like an option is never left open.
 */
export function acceptOpen(given: OpenWords, place: LinePlace): ReadonlySet<number> | undefined {
  if (given.open.size === 0) return new Set();
  if (given.isOfScript || !isKnownProgram(given.program)) return acceptUnknown(given, { ...place, isReading: false });
  const texts = given.words.map(({ text }) => text);
  const found = formOf(given.program, texts, given.runs);
  const items = found && readGivenWords(texts.slice(found.verbs), found.form, given.runs);
  if (found === undefined || items === undefined || leavesVerbsOpen(given, found.verbs)) return undefined;
  return acceptItems(given, { ...found, items }, place);
}

/** A rule that says what may follow means words behind the sub-command, not another sub-command. */
const leavesVerbsOpen = ({ rest, restTypes }: OpenWords, verbs: number): boolean =>
  rest < verbs && restTypes !== undefined;

function acceptUnknown(given: OpenWords, place: WordPlace): ReadonlySet<number> | undefined {
  for (const index of given.open.keys()) {
    const word = given.words[index];
    const type = askedAt(given, index, index - given.rest) ?? 'word';
    if (word === undefined || type === 'none' || !fitsType(type, word, place)) return undefined;
  }
  return new Set();
}

/** The type that the rule asks of an operand; undefined: none of its own. */
function askedAt({ open, rest, restTypes }: OpenWords, index: number, position: number): WordType | 'none' | undefined {
  if (index < rest) return open.get(index);
  if (restTypes === undefined) return undefined;
  return restTypes[position] ?? restTypes.at(-1) ?? 'none';
}

interface Items {
  readonly form: Form;
  readonly verbs: number;
  readonly items: readonly GivenWord[];
}

function acceptItems(given: OpenWords, { form, verbs, items }: Items, at: LinePlace): ReadonlySet<number> | undefined {
  const place = { ...at, isReading: form.isReading };
  const hasKept = items.some(({ kind }) => kind === 'kept');
  const operands = items.filter(({ kind }) => kind === 'operand').map((item) => verbs + item.at);
  const fixed = operands.filter((index) => index < given.rest).length;
  const fits = (item: GivenWord, first: number): boolean => {
    if (item.kind !== 'operand') return fitsOption(item, first, given, place);
    const position = operands.indexOf(first);
    const asked = askedAt(given, first, position - fixed);
    return fitsOperand(operandType(form, position, hasKept), asked, given.words[first], place);
  };
  const open = items.filter((item) => isOpenItem(item, verbs + item.at, given));
  if (!open.every((item) => fits(item, verbs + item.at))) return undefined;
  return new Set(open.filter(({ kind }) => kind === 'option').flatMap((item) => indexesOf(item, verbs)));
}

const indexesOf = ({ at, length }: GivenWord, verbs: number): number[] =>
  Array.from({ length }, (_, index) => verbs + at + index);

function isOpenItem({ length }: GivenWord, first: number, { open }: OpenWords): boolean {
  return open.has(first) || (length > 1 && open.has(first + 1));
}

function fitsOperand(
  type: OperandType | undefined,
  asked: WordType | 'none' | undefined,
  word: GivenText | undefined,
  place: WordPlace,
): boolean {
  if (type === undefined || type === 'exact' || asked === 'none' || word === undefined) return false;
  return fitsOwn(type, word, place) && (asked === undefined || fitsType(asked, word, place));
}

/** Whether a word fits a type that only the table distinguishes. */
function fitsOwn(type: Exclude<OperandType, 'exact'>, word: GivenText, place: WordPlace): boolean {
  if (type === 'branch') return fitsType('name', word, place) && !word.text.includes(':');
  if (isWordType(type)) return fitsType(type, word, place);
  return word.kind === 'literal' && type.split('|').includes(word.text);
}

/** An option that the rule names may have a value that it leaves open; all of it only in the rest. */
function fitsOption(item: GivenWord, first: number, { open, rest, words }: OpenWords, place: WordPlace): boolean {
  if (item.kind === 'kept' || (open.has(first) && first < rest)) return false;
  return fitsValue(item, words[first + item.length - 1], place);
}

function fitsValue({ value, type }: GivenWord, word: GivenText | undefined, place: WordPlace): boolean {
  if (value === undefined) return true;
  const given = { kind: word?.kind ?? 'variable', text: value } as const;
  if (isWordType(type)) return fitsType(type, given, place);
  return given.kind === 'literal' && type.split('|').includes(value);
}

export const isWordType = (type: string): type is WordType =>
  type === 'word' || type === 'name' || type === 'number' || type === 'path';

/**
 * Type of an operand; beside an option that stays as written, free text stays as written too: in a whole tree it would
 * find hidden content.
 */
export function operandType(form: Form, position: number, hasKept: boolean): OperandType | undefined {
  const type = form.operands[position] ?? (form.hasMore ? form.operands.at(-1) : undefined);
  return type === 'word' && hasKept ? 'exact' : type;
}
