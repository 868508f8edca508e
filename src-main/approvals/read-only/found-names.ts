/** Names that find prints, as far as its tests determine them. */
import { type ArgumentWord, type FindStep, optionsOf, PROGRAMS, plainWords, readFind } from '#shell-analysis';

/** Names that find prints. */
export interface FoundNames {
  readonly starts: readonly string[];
  /** Patterns, one of which each name fits; undefined of any name. */
  readonly names: readonly string[] | undefined;
  readonly hasNulls: boolean;
  readonly skipsModules: boolean;
}

/** The words of a find, read. */
export const findWords = (given: readonly string[]) =>
  readFind(plainWords(given), optionsOf(PROGRAMS.get('find') ?? {}));

/** Patterns, one of which each name that reaches a step fits; undefined if it may be any name. */
export function namesBefore(steps: readonly FindStep<ArgumentWord>[], at: number): readonly string[] | undefined {
  const tests = steps.flatMap((step) => [step.word, ...(step.type === 'test' ? step.values : [])]);
  return namePatterns(
    steps.slice(0, at),
    tests.map(({ literal = '' }) => literal),
  );
}

/**
 * Determines what find prints, for the expressions that are understood; whether it only reads is judged with find
 * itself.
 */
export function namesPrintedByFind(given: readonly string[]): FoundNames | string {
  const words = findWords(given);
  const starts = words.starts.map(({ literal = '' }) => literal);
  const tests = words.expression.map(({ literal = '' }) => literal);
  if (tests.some((word) => /^-(printf|fprint|ls|exec|ok)/.test(word))) return 'what find prints is not names alone';
  const hasNulls = tests.includes('-print0');
  if (hasNulls && (tests.includes('-print') || tests.at(-1) !== '-print0')) return 'what find prints is not understood';
  const modules = tests.findIndex((word, index) => /^(!|-not)$/.test(word) && isModules(tests, index + 1));
  return {
    starts: starts.length > 0 ? starts.map((start) => start.replace(/(?<=.)\/+$/, '')) : ['.'],
    names: namePatterns(words.steps, tests),
    hasNulls,
    skipsModules: modules >= 0 && !/ (-o|-or|,) /.test(` ${tests.slice(modules).join(' ')} `) && isJoined(tests),
  };
}

const isModules = (tests: readonly string[], index: number): boolean =>
  /^-(whole)?path$/.test(tests[index] ?? '') && /^(\.|\*)\/node_modules\/\*$/.test(tests[index + 1] ?? '');

/** Whether all tests have to hold, but for those in one group of names. */
const isJoined = (tests: readonly string[]): boolean => {
  const text = tests.join('\n').replace(/\(\n(-i?name\n[^\n]+)(\n(-o|-or)\n-i?name\n[^\n]+)*\n\)/, '-name\nx');
  return !/(^|\n)(-o|-or|,|\(|\)|-prune)(\n|$)/.test(text);
};

/** The patterns of the one test of names, or of the group of such, that every name must fit. */
function namePatterns(
  steps: readonly FindStep<ArgumentWord>[],
  tests: readonly string[],
): readonly string[] | undefined {
  const isNegated = (index: number): boolean => /^(!|-not)$/.test(steps[index - 1]?.word.literal ?? '');
  if (!isJoined(tests) || steps.some(({ word }, index) => word.literal === '(' && isNegated(index))) return undefined;
  const named = steps.filter(({ word }, index) => /^-i?name$/.test(word.literal ?? '') && !isNegated(index));
  const isOne = named.length === 1 || (tests.includes('(') && named.length > 0);
  const patterns = named.map((step) => (step.type === 'test' ? (step.values[0]?.literal ?? '') : ''));
  // Small letters may mean something else in brackets.
  return isOne && patterns.every((value) => !/[[\\]/.test(value))
    ? patterns.map((value) => value.toLowerCase())
    : undefined;
}
