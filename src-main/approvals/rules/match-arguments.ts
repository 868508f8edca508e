import type { RuleSubject, WordType } from '#contract';
import type { Word } from '#shell-analysis';
import { acceptOpen } from './open-words.ts';
import { formOf, isKnownProgram } from './program-form.ts';
import { scriptWords } from './script-words.ts';
import { type GivenText, isPlainGlob, type WordPlace } from './word-types.ts';

export type CommandRule = Extract<RuleSubject, { kind: 'command' }>;
export type Pattern = CommandRule['arguments'][number];

export const isRest = (pattern: Pattern | undefined): boolean =>
  typeof pattern === 'object' && ('rest' in pattern || ('any' in pattern && pattern.any === 'rest'));

/** Whether a pattern says which word it means, to the letter. */
export const isNaming = (pattern: Pattern): boolean =>
  typeof pattern === 'string' || !('any' in pattern || 'rest' in pattern);

/** Whether the words after a program are what a rule that denies names; `unsure` when that is known only when it runs. */
export function denies(patterns: readonly Pattern[], words: readonly Word[]): boolean | 'unsure' {
  const hasRest = isRest(patterns.at(-1));
  const fixed = hasRest ? patterns.slice(0, -1) : patterns;
  for (const [index, pattern] of fixed.entries()) {
    const fits = deniesWord(pattern, words[index]);
    if (fits !== true) return fits;
  }
  const further = words.slice(fixed.length);
  if (hasRest || further.length === 0) return true;
  // What is expanded may become no word.
  return further.every(({ literal }) => literal === undefined) && 'unsure';
}

function deniesWord(pattern: Pattern, word: Word | undefined): boolean | 'unsure' {
  if (word === undefined) return false;
  if (word.literal === undefined) return 'unsure';
  if (typeof pattern === 'string') return pattern === word.literal;
  return 'options' in pattern ? pattern.options.includes(word.literal) : true;
}

/** Match of a part's words with a rule that allows them. */
export interface ArgumentMatch {
  /** Indexes of words that the rule names, and of those that are safe options of the program. */
  readonly named: ReadonlySet<number>;
}

type LinePlace = Omit<WordPlace, 'isReading'>;

/** Whether the words after a program are what a rule that allows names; undefined if they are not. */
export function allows(
  rule: Pick<CommandRule, 'program' | 'arguments' | 'script' | 'runs'>,
  words: readonly GivenText[],
  place: LinePlace,
): ArgumentMatch | undefined {
  const { program, arguments: patterns } = rule;
  const last = patterns.at(-1);
  const fixed = isRest(last) ? patterns.slice(0, -1) : patterns;
  if (words.length < fixed.length || (!isRest(last) && words.length > fixed.length)) return undefined;
  const { part, facts, workspace } = place;
  const isReading = isReadingRule(rule, words);
  const found = namedAndOpen(fixed, words, { part, facts, workspace, program, isReading });
  if (found === undefined) return undefined;
  const { named, open } = found;
  // What names every program answers nothing that is not known of one.
  if (program === '*') return words.every(({ kind }) => kind === 'literal') ? { named } : undefined;
  for (let index = fixed.length; index < words.length; index += 1) open.set(index, undefined);
  const isOfScript = (scriptWords(rule) ?? Number.POSITIVE_INFINITY) <= fixed.length;
  const given = { program, words, open, rest: fixed.length, restTypes: typesOfRest(last), isOfScript, runs: rule.runs };
  const accepted = acceptOpen(given, place);
  return accepted && { named: new Set([...named, ...accepted]) };
}

/** Indexes of the words that the patterns before the rest name, and of those that they leave open, with their types. */
function namedAndOpen(fixed: readonly Pattern[], words: readonly GivenText[], place: ProgramPlace) {
  const named = new Set<number>();
  const open = new Map<number, WordType | undefined>();
  for (const [index, pattern] of fixed.entries()) {
    const word = words[index];
    const fits = word && fitWord(pattern, word, place);
    if (fits === undefined) return undefined;
    if (fits === 'named') named.add(index);
    else open.set(index, fits);
  }
  return { named, open };
}

type ProgramPlace = WordPlace & { readonly program: string };

function isReadingRule({ program, runs }: Pick<CommandRule, 'program' | 'runs'>, words: readonly GivenText[]): boolean {
  if (!isKnownProgram(program)) return false;
  const texts = words.map(({ text }) => text);
  return formOf(program, texts, runs)?.form.isReading === true;
}

/** Programs that print a variable and do nothing else with it. */
const PRINTERS = new Set(['echo']);

function fitWord(pattern: Pattern, word: GivenText, place: ProgramPlace): 'named' | WordType | undefined {
  if (!isNaming(pattern)) return anyType(pattern);
  return isNamed(pattern, word, place) ? 'named' : undefined;
}

function anyType(pattern: Pattern): WordType | undefined {
  return typeof pattern === 'object' && 'any' in pattern && pattern.any !== 'rest' ? pattern.any : undefined;
}

function isNamed(pattern: Pattern, { kind, text }: GivenText, place: ProgramPlace): boolean {
  if (typeof pattern === 'string') return kind === 'literal' && pattern === text;
  if ('options' in pattern) return kind === 'literal' && pattern.options.includes(text);
  if ('glob' in pattern) return kind === 'glob' && pattern.glob === text && isPlainGlob(text, place);
  return 'variable' in pattern && kind === 'variable' && pattern.variable === text && PRINTERS.has(place.program);
}

/** Types of operands in the rest, by their order; undefined: any that the table has. */
function typesOfRest(pattern: Pattern | undefined): readonly WordType[] | undefined {
  if (typeof pattern !== 'object' || !('rest' in pattern)) return undefined;
  if (pattern.rest === 'options') return [];
  return typeof pattern.rest === 'string' ? [pattern.rest] : pattern.rest;
}
