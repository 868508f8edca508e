import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ShapedOutput } from '../../../../../src-main/shell-adapter/shells/output/shaped-output.ts';

const DOCUMENT = { most: 500, beginning: 200, end: 300 };

function shape(pieces: readonly string[], sizes = DOCUMENT) {
  const output = new ShapedOutput(sizes);
  for (const piece of pieces) output.add(piece);
  return output.shaped();
}

describe('an output is shaped', () => {
  test('500 characters stay as they are; of 501, both ends stay and one is said to be missing', () => {
    expect(shape(['a'.repeat(500)])).toEqual({ text: 'a'.repeat(500), size: 500, isShortened: false });
    const { text, size, isShortened } = shape(['a'.repeat(501)]);
    expect(text).toBe(`${'a'.repeat(200)}\n[... 1 characters truncated ...]\n${'a'.repeat(300)}`);
    expect({ size, isShortened }).toEqual({ size: 501, isShortened: true });
  });

  test.each([
    ['a\n', 'a'],
    ['a\n\n', 'a\n'],
    ['\n', ''],
    ['a\r\n', 'a\r'],
    ['', ''],
  ])('%j loses one final newline and no more', (text, expected) => {
    expect(shape([text])).toMatchObject({ text: expected, size: expected.length });
  });

  test('an end of no characters is none at all', () => {
    expect(shape(['abcdef'], { most: 3, beginning: 3, end: 0 }).text).toBe('abc\n[... 3 characters truncated ...]\n');
  });

  test('as a whole text would be, however it was cut', () => {
    const part = fc.string({ unit: fc.constantFrom('a', '\n', '€', '😀', '\r'), maxLength: 60 });
    const sizes = fc.record({ beginning: fc.nat(20), end: fc.nat(20), more: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), sizes, (pieces, { beginning, end, more }) => {
        const most = beginning + end + more;
        const points = [...pieces.join('').replace(/\n$/, '')];
        const { text, size } = shape(pieces, { most, beginning, end });
        expect(size).toBe(points.length);
        if (points.length <= most) {
          expect(text).toBe(points.join(''));
          return;
        }
        const left = `\n[... ${size - beginning - end} characters truncated ...]\n`;
        const last = end === 0 ? '' : points.slice(-end).join('');
        expect(text).toBe(points.slice(0, beginning).join('') + left + last);
      }),
    );
  });

  test('memory stays bounded under a flood', () => {
    const output = new ShapedOutput(DOCUMENT);
    for (let at = 0; at < 2000; at++) output.add('y\n'.repeat(1000));
    expect(output.shaped()).toMatchObject({ size: 3_999_999, isShortened: true });
  });
});
