import type { HiddenCharacter } from './hidden-characters-model.ts';

/** Code points of letters, each with the Latin letter that most fonts draw the same; after the confusables of UTS #39. */
const TWINS: Readonly<Record<string, string>> = {
  Cyrillic:
    '0410A 0412B 0421C 0415E 041DH 0406I 0408J 041AK 041CM 041EO 0420P 0405S 0422T 0425X 04AEY 050CG ' +
    '04C0I 051AQ 051CW 0430a 0441c 0501d 0435e 04BBh 0456i 0458j 04CFl 043Eo 0440p 051Bq 0455s 0443y ' +
    '0445x 051Dw 0475v',
  Greek:
    '0391A 0392B 0395E 0396Z 0397H 0399I 039AK 039CM 039DN 039FO 03A1P 03A4T 03A5Y 03A7X 03BFo 03BDv ' + '03F2c 03F3j',
  Armenian: '0555O 054DU 054FS 0585o 057Du 0570h 0578n 0581g 0566q',
  Cherokee:
    '13AAA 13A1R 13A5i 13ABJ 13B3W 13B7M 13BBH 13C0G 13C2h 13C3Z 13CFb 13D2R 13DAS 13DEL 13DFC 13E2P ' + '13E6K',
};

/** Full width, mathematical and other variants of Latin letters, which compatibility normalisation undoes. */
const VARIANT = /[\uFF21-\uFF3A\uFF41-\uFF5A\u{1D400}-\u{1D6A5}\u{1D7F6}-\u{1D7FF}\u2160-\u217F]/u;
/**
 * Characters that look like punctuation of programs, by the character they resemble; after the confusables of [UTS
 * #39](https://www.unicode.org/reports/tr39/).
 */
const MARKS: Readonly<Record<string, string>> = {
  ';': '\u037E\u204F\uFE54',
  '!': '\u01C3\uFE57',
  ':': '\uA789\u2236\u02D0\u05C3\uFE55',
  '.': '\u2024\uA4F8\uFE52',
  '/': '\u2215\u2044\u29F8',
  '\\': '\u2216\u29F5\u29F9\uFE68',
  '|': '\u01C0\u2223',
  '*': '\u2217\u204E\u066D',
  '~': '\u223C\u02DC',
  '<': '\u276E',
  '>': '\u276F',
  '(': '\u2768',
  ')': '\u2769',
  '{': '\u2774',
  '}': '\u2775',
};
const PUNCTUATION: ReadonlyMap<string, string> = new Map(
  Object.entries(MARKS).flatMap(([mark, twins]) => [...twins].map((twin): [string, string] => [twin, mark])),
);

const WORD = new RegExp(`[${[...PUNCTUATION.keys()].join('')}]|[\\p{L}\\p{M}\\p{N}_$]+`, 'gu');
const PLAIN = /^[\w$]*$/;
const NOT_ASCII = /[^\0-\x7f]/;

const known = new Map<string, string>(
  Object.entries(TWINS).flatMap(([script, pairs]) =>
    pairs.split(' ').map((pair): [string, string] => {
      const letter = String.fromCodePoint(Number.parseInt(pair.slice(0, 4), 16));
      return [letter, `${script} letter like ${pair.slice(4)}`];
    }),
  ),
);

/**
 * Letters that look like Latin ones in words that have Latin ones, too, or alone in a line without a word of their alphabet, as
 * names in code are; and what looks like punctuation and is none. Words of one alphabet are words of a language and not named.
 */
export function* lookAlikesIn(text: string): Generator<HiddenCharacter, void> {
  if (!NOT_ASCII.test(text)) return;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (PLAIN.test(word)) continue;
    const isMeant = /[A-Za-z]/.test(word) || isAlone(word, index, text);
    let at = index;
    for (const character of word) {
      const name = lookAlikeName(character, isMeant);
      if (name !== undefined) yield { index: at, length: character.length, code: codeOf(character), name };
      at += character.length;
    }
  }
}

/** Characters on either side that are looked at for words of the same alphabet; a line of prose is full of them. */
const NEARBY = 200;
/** Words of two letters and more, in which nothing is Latin. */
const FOREIGN_WORD = /[\p{L}\p{M}]*[^\P{L}\p{Script=Latin}][\p{L}\p{M}]+/u;

/** Whether a letter stands by itself, and no word of an alphabet other than Latin stands in its line. */
function isAlone(word: string, index: number, text: string): boolean {
  if (word.length !== 1 || !known.has(word)) return false;
  const before = text.slice(Math.max(0, index - NEARBY), index);
  const after = text.slice(index + 1, index + 1 + NEARBY);
  const line = `${before.slice(before.lastIndexOf('\n') + 1)} ${after.split('\n', 1)[0]}`;
  return !FOREIGN_WORD.test(line);
}

function lookAlikeName(character: string, isMeant: boolean): string | undefined {
  const mark = PUNCTUATION.get(character);
  if (mark !== undefined) return `character like ${mark}`;
  if (!isMeant) return undefined;
  return known.get(character) ?? (VARIANT.test(character) ? `variant of ${character.normalize('NFKC')}` : undefined);
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
