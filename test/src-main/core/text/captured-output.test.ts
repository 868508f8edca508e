import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CapturedOutput, captureTail } from '#core/text/captured-output';

describe('the tail of an output', () => {
  test.each([
    ['AB\nCDE\nFGHI\n', 10, 'CDE\nFGHI\n', true],
    ['AB\nCDE\nFGHI\n', 12, 'AB\nCDE\nFGHI\n', false],
    ['AB\nCDE\nFGHI', 10, 'CDE\nFGHI', true],
    ['AB\n\n\nFGHI\n', 8, 'FGHI\n', true],
    ['\n\nAB\n', 10, '\n\nAB\n', false],
    ['A\nBBBBBBBBBB\nC\n', 10, 'C\n', true],
    ['A\nBBBBBBBBBB\n', 10, '', true],
    ['BBBBBBBBBB', 10, '', true],
    ['éé\né\n', 5, 'é\n', true],
    ['', 10, '', false],
  ])('of %j within %i bytes is %j', (text, limit, kept, isTail) => {
    expect(captureTail(text, limit)).toEqual({ text: kept, isTail });
  });
});

describe('captured output', () => {
  const capture = (...pieces: string[]) => {
    const output = new CapturedOutput();
    for (const piece of pieces) output.add(piece);
    return output.isPlain ? output.result().text : undefined;
  };

  test('loses its colours and titles and keeps tabs, spaces and long lines', () => {
    const long = 'x'.repeat(10_000);
    expect(capture(`\x1b[1;31mred\x1b[0m\tb  \r\n\x1b]0;title\x07${long}\r\n`)).toBe(`red\tb  \n${long}\n`);
    expect(capture('\x1b[01;31m\x1b[Kfound\x1b[m\x1b[K\r\n')).toBe('found\n');
  });

  test('waits for a sequence that is cut between pieces', () => {
    expect(capture('a\x1b[3', '1mb\x1b', '[0mc\r', '\nd')).toBe('abc\nd');
    expect(capture('a\x1b]0;ti', 'tle\x1b', '\\b')).toBe('ab');
  });

  test.each(['10%\r20%\r\n', 'ab\bc', 'a\x1b[2Kb', '\x1b[?1049hx', 'a\x1b[1Ab', 'a\x1b[3Gb', 'open\x1b['])(
    'is not plain when it moves the cursor: %j',
    (text) => {
      expect(capture(text)).toBeUndefined();
    },
  );

  test('takes time in proportion to the output, whatever it holds', () => {
    const pieces = ['\r'.repeat(60_000), '\x1b]'.repeat(30_000), '\x1b[1;'.repeat(15_000), 'x'.repeat(60_000)];
    const startedAt = performance.now();
    for (const isRough of [false, true]) {
      for (const piece of pieces) {
        const output = new CapturedOutput(undefined, isRough);
        for (let times = 0; times < 5; times++) output.add(piece);
        output.result();
      }
    }
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test('without a screen to ask, what was written last on a line is kept', () => {
    const output = new CapturedOutput(undefined, true);
    output.add('10%\r50%\r\n\x1b[2Jab\x1b[3Cc\r\nlast\rLAST');
    expect(output.result().text).toBe('50%\nabc\nLAST');
  });

  test('holds the last of a long output in bounded memory, as the whole would give it', () => {
    const lines = fc.array(fc.stringMatching(/^[a-zé]{0,9}$/), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 5, max: 60 }), fc.integer({ min: 1, max: 7 }), (all, limit, step) => {
        const text = `${all.join('\n')}\n`;
        const output = new CapturedOutput(limit);
        for (let at = 0; at < text.length; at += step) output.add(text.slice(at, at + step));
        expect(output.result()).toEqual(captureTail(text, limit));
      }),
    );
  });
});
