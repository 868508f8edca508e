import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownText } from '../../../../src-main/tty/conversation/markdown-text.ts';
import { textWidth } from '../../../../src-main/tty/screen/text-width.ts';
import { wrapLine } from '../../../../src-main/tty/screen/wrap.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with Esc
const COLOUR = /\x1b\[[0-9;]*m/g;

describe('a long line', () => {
  test('is broken between words, further rows of an item below its text', () => {
    const item = '- the quick brown fox jumps over the lazy dog';
    expect(markdownText(item, 24).replaceAll(COLOUR, '')).toBe('• the quick brown fox\n  jumps over the lazy\n  dog\n');
  });

  test('of code or a table stays one line', () => {
    const text = '```\nthe quick brown fox jumps over\n```\n| the quick brown fox | jumps over |\n';
    expect(markdownText(text, 24).replaceAll(COLOUR, '')).toBe(text);
  });

  test('keeps the colours of its words', () => {
    expect(wrapLine('one two \x1b[1mthree four\x1b[22m five six', 20, 0)).toBe(
      'one two \x1b[1mthree four\x1b[22m\nfive six',
    );
  });

  test('keeps spaces of every kind', () => {
    const price = 'Das kostet 10\u00a0000\u00a0Euro und noch etwas mehr';
    expect(wrapLine(price, 30, 0)).toBe('Das kostet 10\u00a0000\u00a0Euro und\nnoch etwas mehr');
    const indented = '\u3000段落 a and more text than fits';
    expect(wrapLine(indented, 24, 0)).toBe('\u3000段落 a and more text\nthan fits');
  });

  test('keeps all its words, and no row is wider than the terminal but for a longer word', () => {
    const words = fc.array(fc.stringMatching(/^[a-z漢]{1,30}$/), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 60 }), fc.integer({ min: 0, max: 8 }), (list, columns, hang) => {
        const rows = wrapLine(list.join(' '), columns, hang).split('\n');
        expect(rows.map((row) => row.trim()).join(' ')).toBe(list.join(' '));
        for (const row of rows) if (row.trim().includes(' ')) expect(textWidth(row)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
