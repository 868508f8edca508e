import type { Word } from '../model.ts';

/** Test of the words with which a program prints nothing. */
export type SilenceTest = (words: readonly Word[]) => boolean;

export const alwaysSilent: SilenceTest = () => true;
/** Matches no words: the program prints where it goes, or more, unless that goes nowhere. */
export const neverSilent: SilenceTest = () => false;

/** File programs say what they do when asked to, with `-v` or a long option such as `--verbose` or `--version`. */
export const unlessTold =
  (letters: string): SilenceTest =>
  (words) =>
    words.every(({ text, literal }) => {
      if (literal === undefined) return !text.startsWith('$');
      if (literal.startsWith('--')) return literal === '--' || !/^--(?:v|h|c)/.test(literal);
      return !literal.startsWith('-') || ![...letters].some((letter) => literal.includes(letter));
    });

/** Matches a command that prints without arguments, or with these. */
export const unlessGiven =
  (pattern: RegExp): SilenceTest =>
  (words) =>
    words.length > 0 && words.every(({ literal = '' }) => !pattern.test(literal));

export const withWords: SilenceTest = (words) => words.length > 0;

/** Tests that no word is `-`: `cd -` says where it went. */
export const unlessBack: SilenceTest = (words) => words.every(({ literal }) => literal !== '-');

export const settingOptions: SilenceTest = (words) =>
  words.length > 1 && ['-s', '-u'].includes(words[0]?.literal ?? '');

/** Options of `set` that change nothing of what the filters print; `-x` and `-v` do. */
const SET_OPTION = /^(?:[-+][euohmBCH]+|errexit|nounset|pipefail|noclobber)$/;

export const plainlySet: SilenceTest = (words) => {
  const last = words.at(-1)?.literal;
  const isWhole = last !== undefined && last !== '-o' && last !== '+o';
  return isWhole && words.every(({ literal = '' }) => SET_OPTION.test(literal));
};
