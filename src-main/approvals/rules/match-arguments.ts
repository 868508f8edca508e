import type { RuleSubject } from '#contract';
import type { Word } from '#shell-analysis';

export type CommandRule = Extract<RuleSubject, { kind: 'command' }>;
export type Pattern = CommandRule['arguments'][number];

/** How the words of a part stand to a rule's patterns. */
export interface Match {
  /** `unsure`: a word is known only when it runs, and the others fit. */
  readonly fits: true | false | 'unsure';
  /** Every word is literal. */
  readonly isLiteral: boolean;
  /** The words that the rule has literally. */
  readonly named: ReadonlySet<Word>;
}

const ANY: Match = { fits: true, isLiteral: false, named: new Set() };
const ANY_LITERAL: Match = { ...ANY, isLiteral: true };
const NO: Match = { fits: false, isLiteral: false, named: new Set() };

export const isRest = (pattern: Pattern | undefined): boolean => typeof pattern === 'object' && pattern.any === 'rest';

/** Matches the words after the program. What is expanded may become no word or many. */
export function matchArguments(patterns: readonly Pattern[], words: readonly Word[]): Match {
  const isLiteral = words.every(({ literal }) => literal !== undefined);
  if (patterns.length === 1 && isRest(patterns[0])) return isLiteral ? ANY_LITERAL : ANY;
  return matchWords(patterns, words, isLiteral);
}

function matchWords(patterns: readonly Pattern[], words: readonly Word[], isLiteral: boolean): Match {
  const hasRest = isRest(patterns.at(-1));
  const fixed = hasRest ? patterns.slice(0, -1) : patterns;
  const named = new Set<Word>();
  for (const [index, pattern] of fixed.entries()) {
    const fits = fitsWord(pattern, words[index]);
    if (fits !== true) return { ...NO, fits, isLiteral };
    if (typeof pattern === 'string' && words[index]) named.add(words[index]);
  }
  const further = words.slice(fixed.length);
  if (hasRest || further.length === 0) return { fits: true, isLiteral, named };
  const isUnsure = further.every(({ literal }) => literal === undefined);
  return { ...NO, fits: isUnsure && 'unsure', isLiteral };
}

function fitsWord(pattern: Pattern, word: Word | undefined): Match['fits'] {
  if (word === undefined) return false;
  if (word.literal === undefined) return 'unsure';
  return typeof pattern !== 'string' || pattern === word.literal;
}
