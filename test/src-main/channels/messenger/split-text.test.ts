import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitText } from '../../../../src-main/channels/messenger/split-text.ts';

describe('a long text', () => {
  test('that fits is one piece, and an empty one none', () => {
    expect(splitText('short', 10)).toEqual(['short']);
    expect(splitText(' \n', 10)).toEqual([]);
  });

  test('is cut at a line, else at a blank, else where it must be', () => {
    expect(splitText('one two\nthree', 10)).toEqual(['one two', 'three']);
    expect(splitText('one two three', 10)).toEqual(['one two', 'three']);
    expect(splitText('abcdefghijklm', 10)).toEqual(['abcdefghij', 'klm']);
  });

  test('is never cut within a pair', () => {
    expect(splitText('😀😀😀', 3)).toEqual(['😀', '😀😀'.slice(0, 2), '😀']);
  });

  test('has open fences closed and opened again', () => {
    const pieces = splitText(`Look:\n\`\`\`js\n${'let a;\n'.repeat(10)}\`\`\`\nDone.`, 60);
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces)
      expect(piece.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0);
    expect(pieces[1]).toMatch(/^```js\nlet a;/);
  });

  test('loses nothing but the blanks it was cut at, and no piece is too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 40, max: 100 }), (text, limit) => {
        const pieces = splitText(text, limit);
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(limit);
        if (!/```|~~~/.test(text)) expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  test('keeps its pieces while it grows', () => {
    const text = 'some words and a line\n'.repeat(60);
    const whole = splitText(text, 100);
    for (let length = 200; length < text.length; length += 37) {
      const pieces = splitText(text.slice(0, length), 100).slice(0, -1);
      expect(whole.slice(0, pieces.length)).toEqual(pieces);
    }
  });
});

test.each(['`', '~'])('a line of nothing but %s is no fence that takes the room of what follows it', (mark) => {
  const pieces = splitText(`${mark.repeat(2046)}\n${'x'.repeat(9000)}`, 4096);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(4096);
  expect(pieces.length).toBe(3);
});
