import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAnsi } from '../../../../src-renderer/sessions/output/ansi.ts';
import { cpuMsOf } from '../../../support/time-taken.ts';

const ESC = '\u001b';
const texts = (input: string) => parseAnsi(input).map((line) => line.map((run) => run.text).join(''));

describe('colours and attributes', () => {
  test.each([
    ['[31mred', { foreground: { index: 1 } }],
    ['[1;92mbright', { isBold: true, foreground: { index: 10 } }],
    ['[48;5;208morange', { background: { css: 'rgb(255, 135, 0)' } }],
    ['[38;5;7mfrom the palette', { foreground: { index: 7 } }],
    ['[38;5;244mgrey', { foreground: { css: 'rgb(128, 128, 128)' } }],
    ['[38;2;1;2;300mdirect', { foreground: { css: 'rgb(1, 2, 255)' } }],
    ['[38:2::9:8:7mwith colons', { foreground: { css: 'rgb(9, 8, 7)' } }],
    ['[4:3mcurly', { isUnderlined: true }],
    [`[1m${ESC}[22mbold off`, {}],
    [`[31;44m${ESC}[39mforeground off`, { background: { index: 4 } }],
    ['[8mconcealed text is shown', {}],
  ])('%j', (sequence, style) => {
    expect(parseAnsi(ESC + sequence)[0]?.at(-1)?.style).toEqual(style);
  });

  test('reset ends them all', () => {
    const [line] = parseAnsi(`${ESC}[1;31mred${ESC}[mplain`);
    expect(line).toEqual([
      { text: 'red', style: { isBold: true, foreground: { index: 1 } } },
      { text: 'plain', style: {} },
    ]);
  });

  test('go on over lines', () => {
    expect(parseAnsi(`${ESC}[32mone\ntwo`).map((line) => line[0]?.style)).toEqual([
      { foreground: { index: 2 } },
      { foreground: { index: 2 } },
    ]);
  });

  test('a colour is never anything but numbers', () => {
    fc.assert(
      fc.property(fc.string(), (parameters) => {
        for (const line of parseAnsi(`${ESC}[${parameters}mx`)) {
          for (const { style } of line) {
            for (const colour of [style.foreground, style.background]) {
              if (colour && 'css' in colour) expect(colour.css).toMatch(/^rgb\(\d{1,3}, \d{1,3}, \d{1,3}\)$/);
            }
          }
        }
      }),
    );
  });
});

describe('what a terminal would not show', () => {
  test.each([
    ['moving the cursor', `a${ESC}[2Jb${ESC}[10;5Hc`, 'abc'],
    ['a title', `a${ESC}]0;title\u0007b`, 'ab'],
    ['a link', `${ESC}]8;;http://x.test${ESC}\\text${ESC}]8;;${ESC}\\`, 'text'],
    ['a device string', `a${ESC}Pq#0;1${ESC}\\b`, 'ab'],
    ['a character set', `a${ESC}(Bb`, 'ab'],
    ['a keyboard mode', `a${ESC}[>4;2mb`, 'ab'],
    ['bells and NUL', 'a\u0007\u0000b', 'ab'],
    ['a C1 sequence', 'a\u009b31mb', 'ab'],
    ['a sequence that is cut off', `a${ESC}[38;2`, 'a'],
    ['a string that never ends', `a${ESC}]0;never`, 'a'],
    ['a string that CAN ends', `a${ESC}]0;title\u0018b`, 'ab'],
    ['a string that SUB ends', `a${ESC}Pq#0\u001ab`, 'ab'],
    ['a string of more than a line that ends', `a${ESC}]1337;File=:AAAA\nBBBB\u0007b`, 'ab'],
    ['an escape alone', `a${ESC}`, 'a'],
  ])('%s is dropped', (_, input, shown) => {
    expect(texts(input)).toEqual([shown]);
  });
});

describe('a string that never ends', () => {
  test('takes no more than its line', () => {
    expect(texts(`a${ESC}]0;never\nb\nc`)).toEqual(['a', 'b', 'c']);
  });

  test('takes no more of a long line than a title has', () => {
    const [shown] = texts(`a${ESC}]0;${'x'.repeat(10_000)}b`);
    expect(shown).toMatch(/^ax+b$/);
    expect(shown?.length).toBeGreaterThan(5000);
  });
});

describe('one line written over', () => {
  test.each([
    ['a carriage return', '10 %\r100 %', '100 %'],
    ['a shorter text leaves the rest', 'abcdef\rxy', 'xycdef'],
    ['erase to the end', `abcdef\rxy${ESC}[K`, 'xy'],
    ['erase the line', `abcdef${ESC}[2K\rxy`, 'xy'],
    ['a backspace', 'abc\b\bX', 'aXc'],
    ['CRLF', 'one\r\n', 'one'],
    ['an emoji is one character', 'a😀b\r12', '12b'],
  ])('%s', (_, input, shown) => {
    expect(texts(input)).toEqual([shown]);
  });
});

test('a final line ending does not begin another line, an empty line in between stays', () => {
  expect(texts('a\n\nb\n')).toEqual(['a', '', 'b']);
});

test('plain text comes out as it went in', () => {
  const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/\p{Cc}/gu, ''));
  fc.assert(
    fc.property(plain, (text) => {
      expect(texts(text).join('\n')).toBe(text);
    }),
  );
});

const least = (input: string) => Math.min(...Array.from({ length: 3 }, () => cpuMsOf(() => parseAnsi(input))));

test.each([
  ['progress bars', `${ESC}[32m##########${ESC}[0m 10 %\r`],
  ['erased beginnings', `x${ESC}[1K`],
  ['erased lines that go on where they were', `${ESC}[2Kx`],
])('sixteen times as many %s take about sixteen times as long', (_, part) => {
  least(part.repeat(5000));
  // 256 times where each looked at all before it.
  expect(least(part.repeat(80_000))).toBeLessThan(64 * Math.max(least(part.repeat(5000)), 1));
});

test('lines that end as on a terminal take about as long as others', () => {
  const lines = (end: string) => `${'hello world '.repeat(10)}${end}`.repeat(8000);
  least(lines('\n'));
  expect(least(lines('\r\n'))).toBeLessThan(6 * Math.max(least(lines('\n')), 1));
});

test('a carriage return alone overwrites, also behind an erased line', () => {
  expect(texts('abc\r\r\nabc\rx\nabc\r\bx\r\n')).toEqual(['abc', 'xbc', 'xbc']);
  expect(texts(`abc${ESC}[2Kd\n`)).toEqual(['   d']);
  expect(texts(`abc${ESC}[2Kd\rx\n`)).toEqual(['x  d']);
  expect(texts(`abc${ESC}[2K\rx\n`)).toEqual(['x']);
  expect(texts(`abc${ESC}[2K\bd\n`)).toEqual(['  d']);
});

test('the same colours are one style, however a program came to them', () => {
  const words = Array.from({ length: 20 }, (_, at) => `${ESC}[${31 + (at % 2)}mw`).join('');
  const styles = parseAnsi(`${ESC}[44m${words}`)[0]?.map(({ style }) => style);
  expect(styles?.length).toBe(20);
  expect(new Set(styles).size).toBe(2);
  const [one, other] = parseAnsi(`${ESC}[31;44ma${ESC}[0mb${ESC}[44;31mc`)[0]?.filter(({ text }) => text !== 'b') ?? [];
  expect(one?.style).toBe(other?.style);
});
