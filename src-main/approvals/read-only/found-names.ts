/** Which names find prints, as far as its tests say so. */
import { ALONE } from './find.ts';

/** What find prints. */
export interface FoundNames {
  readonly starts: readonly string[];
  /** Patterns, one of which each name fits; undefined of any name. */
  readonly names: readonly string[] | undefined;
  readonly hasNulls: boolean;
  readonly skipsModules: boolean;
}

/** What find prints, for the expressions that are understood; that it only reads is judged with find itself. */
export function foundBy(given: readonly string[]): FoundNames | string {
  const at = given.findIndex((word) => /^[-(!),]/.test(word));
  const starts = at < 0 ? given : given.slice(0, at);
  const tests = at < 0 ? [] : given.slice(at);
  if (tests.some((word) => /^-(printf|fprint|ls|exec|ok)/.test(word))) return 'what find prints is not names alone';
  const hasNulls = tests.includes('-print0');
  if (hasNulls && (tests.includes('-print') || tests.at(-1) !== '-print0')) return 'what find prints is not understood';
  const modules = tests.findIndex((word, index) => /^(!|-not)$/.test(word) && isModules(tests, index + 1));
  return {
    starts: starts.length > 0 ? starts.map((start) => start.replace(/(?<=.)\/+$/, '')) : ['.'],
    names: namesIn(tests),
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
function namesIn(tests: readonly string[]): readonly string[] | undefined {
  const primaries = primariesIn(tests);
  if (!isJoined(tests) || primaries.some(({ word, isNegated }) => word === '(' && isNegated)) return undefined;
  const named = primaries.filter(({ word, isNegated }) => /^-i?name$/.test(word) && !isNegated);
  const isOne = named.length === 1 || (tests.includes('(') && named.length > 0);
  // Small letters may mean something else in brackets.
  const isPlain = isOne && named.every(({ value }) => !/[[\\]/.test(value));
  return isPlain ? named.map(({ value }) => value.toLowerCase()) : undefined;
}

interface Primary {
  readonly word: string;
  readonly value: string;
  readonly isNegated: boolean;
}

/** Tests with their values, so that no value is taken for a test. */
function primariesIn(tests: readonly string[]): readonly Primary[] {
  const found: Primary[] = [];
  for (let at = 0; at < tests.length; at += 1) {
    const word = tests[at] ?? '';
    const isNegated = /^(!|-not)$/.test(found.at(-1)?.word ?? '');
    const isAlone = /^[()!]$/.test(word) || ALONE.includes(word.slice(1));
    if (!isAlone) at += 1;
    found.push({ word, value: isAlone ? '' : (tests[at] ?? ''), isNegated });
  }
  return found;
}
