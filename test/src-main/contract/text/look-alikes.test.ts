import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lookAlikesIn, suspiciousCharactersIn } from '#contract/hidden-characters';

const codes = (text: string) => suspiciousCharactersIn(text).map(({ code }) => code);

describe('characters that are not what they seem', () => {
  test.each([
    ['a zero-width space in a name', 'const env\u200bironment = 1', ['U+200B']],
    ['a line separator that ends a comment', '// ok\u2028process.exit()', ['U+2028']],
    ['variation selectors behind a letter', 'x\ufe0f\ufe0e\u{e0101}', ['U+FE0F', 'U+FE0E', 'U+E0101']],
    ['letters written in tags', 'x\u{e0041}\u{e0042}', ['U+E0041', 'U+E0042']],
    ['an override of the direction', 'if (isAdmin\u202e) {', ['U+202E']],
    ['a Hangul filler as a name', 'const \u3164 = 1', ['U+3164']],
    ['a Cyrillic letter in a Latin name', 'p\u0430ypal', ['U+0430']],
    ['a Greek letter in a Latin name', 'c\u03bfnst', ['U+03BF']],
    ['an Armenian letter in a Latin name', 'f\u0585o', ['U+0585']],
    ['a letter of full width in a name', 'AP\uff29', ['U+FF29']],
    ['a mathematical letter in a name', 're\u{1d42a}uire', ['U+1D42A']],
    ['a Greek letter alone as a name', 'const \u03bf = 0', ['U+03BF']],
    ['a Cyrillic letter alone, called', '\u0441(x); // c(x)', ['U+0441']],
    ['a dot and a slash that are none', 'lodash\u2024js x \u2215 y', ['U+2024', 'U+2215']],
    [
      'brackets, a star and a backslash that are none',
      '\u2768a\u2217b\u2769 \u2216',
      ['U+2768', 'U+2217', 'U+2769', 'U+2216'],
    ],
    ['a Greek question mark in place of a semicolon', 'return\u037e', ['U+037E']],
  ])('are found: %s', (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test.each([
    ['emoji put together', '日本語 emoji 👩\u200d💻 👍🏽 🇨🇭 1\ufe0f\u20e3'],
    ['Russian words', 'Привет, мир: сор роса'],
    ['Greek words and units', 'Ωμέγα 5 µs Δx'],
    ['Russian and Latin words beside each other', 'файл README.md, кнопка OK'],
    ['Russian words of one letter', 'Это у меня и в кармане. А я с ним'],
    ['a Greek article beside a word', 'ο άνθρωπος'],
    ['letters of formulas that look like no Latin one', 'Δ = λ · π / Σ'],
    ['quotes and dashes of prose', '„so“ — ‘it’ … 5 − 3 ‹is›'],
    ['accents', 'naïve café Ångström'],
    ['Japanese with full width letters alone', 'ＡＰＩを使う'],
    ['tabs and CRLF', 'tab\tvs    spaces\r\n'],
  ])('are not: %s', (_, text) => {
    expect(codes(text)).toEqual([]);
  });

  test('each is named with its place, whatever stands around it', () => {
    const around = fc.string({ unit: fc.constantFrom('a', 'Z', '_', ' ', '0', '.') });
    const letter = fc.constantFrom('\u0430', '\u0435', '\u03bf', '\u0585', '\u{1d42a}', '\u13aa');
    fc.assert(
      fc.property(around, letter, around, (before, twin, after) => {
        const text = `${before}x${twin}${after}`;
        expect([...lookAlikesIn(text)].map(({ index, length }) => text.slice(index, index + length))).toEqual([twin]);
      }),
    );
  });
});

test('at most one in a hundred of our own sources holds one', () => {
  const root = join(import.meta.dirname, '../../../..');
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md', '*.json', '*.yml'], {
    cwd: root,
  });
  const files = listed.toString().trim().split('\n');
  expect(files.length).toBeGreaterThan(500);
  const texts = files.flatMap((file) => {
    try {
      return [{ file, text: readFileSync(join(root, file), 'utf8') }];
    } catch {
      return [];
    }
  });
  const flagged = texts.filter(({ text }) => suspiciousCharactersIn(text).length > 0);
  expect(flagged.length, flagged.map(({ file }) => file).join(', ')).toBeLessThanOrEqual(texts.length / 100);
});
