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
/** What looks like punctuation of programs and is none. */
const PUNCTUATION: Readonly<Record<string, string>> = { '\u037E': ';', '\u01C3': '!', '\uA789': ':', '\u2236': ':' };

const WORD = /[\p{L}\p{M}\p{N}_$]+|[\u037E\u01C3\uA789\u2236]/gu;
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
 * Letters that look like Latin ones in words that have Latin ones, too, and what looks like punctuation and is none. Words
 * of one alphabet are words of a language and not named.
 */
export function* lookAlikesIn(text: string): Generator<HiddenCharacter, void> {
  if (!NOT_ASCII.test(text)) return;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (PLAIN.test(word)) continue;
    const hasLatin = /[A-Za-z]/.test(word);
    let at = index;
    for (const character of word) {
      const name = nameOf(character, hasLatin);
      if (name !== undefined) yield { index: at, length: character.length, code: codeOf(character), name };
      at += character.length;
    }
  }
}

function nameOf(character: string, hasLatin: boolean): string | undefined {
  const mark = PUNCTUATION[character];
  if (mark !== undefined) return `character like ${mark}`;
  if (!hasLatin) return undefined;
  return known.get(character) ?? (VARIANT.test(character) ? `variant of ${character.normalize('NFKC')}` : undefined);
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
