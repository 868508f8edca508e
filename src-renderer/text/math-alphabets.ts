/**
 * Code points of the capital A of each alphabet in Unicode's block of mathematical letters; the small letters follow,
 * 26 later.
 */
const STARTS: Readonly<Record<string, number>> = { script: 0x1d49c, fraktur: 0x1d504, 'double-struck': 0x1d538 };

/** The letters of these alphabets that Unicode had before, and has in another block alone. */
const EARLIER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  script: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  fraktur: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' },
  'double-struck': { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
};

/** Text in an alphabet that MathML names; letters that it does not have, and other alphabets, stay. */
export function inMathAlphabet(text: string, alphabet: string): string {
  const start = STARTS[alphabet];
  if (start === undefined) return text;
  return text.replace(
    /[a-z]/gi,
    (letter) => EARLIER[alphabet]?.[letter] ?? String.fromCodePoint(start + indexOf(letter)),
  );
}

const indexOf = (letter: string) => (letter >= 'a' ? letter.charCodeAt(0) - 97 + 26 : letter.charCodeAt(0) - 65);
