import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isBlankLine,
  isValueTooDeep,
  LineReader,
  parseJsonLine,
} from '../../../../src-main/core/parsing/json-lines.ts';

function reading(maxBytes = 1000) {
  const lines: string[] = [];
  let tooLong = 0;
  const reader = new LineReader({
    maxBytes,
    onLine: (line) => void lines.push(line.toString()),
    onTooLong: () => {
      tooLong++;
    },
  });
  return { reader, lines, tooLong: () => tooLong };
}

test('however the bytes are split, the lines are the same', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, ''));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 })), (texts, sizes) => {
      const { reader, lines } = reading();
      const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
      let from = 0;
      for (const size of sizes) {
        reader.push(bytes.subarray(from, from + size));
        from += size;
      }
      reader.push(bytes.subarray(from));
      expect(lines).toEqual(texts);
      expect(reader.end().length).toBe(0);
    }),
  );
});

test('CRLF ends a line too, and what comes after the last newline is the rest', () => {
  const { reader, lines } = reading();
  reader.push(Buffer.from('a\r\nb\r'));
  reader.push(Buffer.from('\nrest'));
  expect(lines).toEqual(['a', 'b']);
  expect(reader.end().toString()).toBe('rest');
});

test('a line that is too long is told once, and nothing is read after it', () => {
  const { reader, lines, tooLong } = reading(4);
  reader.push(Buffer.from('abcd\nabc'));
  reader.push(Buffer.from('de\nok\n'));
  reader.push(Buffer.from('abcdefgh\n'));
  expect(lines).toEqual(['abcd']);
  expect(tooLong()).toBe(1);
});

test('a reader that skips a line which is too long tells how it began, and reads on behind it', () => {
  const told: unknown[] = [];
  const reader = new LineReader({
    maxBytes: 4,
    onLine: (line) => told.push(line.toString()),
    onTooLong: (start) => told.push({ start: start.toString() }),
    onSkipped: (bytes) => told.push(bytes),
  });

  for (const piece of ['abc', 'de', 'fgh', 'i\nok\nabcdefg\n', 'ok\n']) reader.push(Buffer.from(piece));

  expect(told).toEqual([{ start: 'abcde' }, 3, 1, 'ok', { start: 'abcdefg' }, 'ok']);
});

test('a reader that is stopped in the middle of a piece gives no more lines of it', () => {
  const lines: string[] = [];
  const reader = new LineReader({
    maxBytes: 10,
    onLine: (line) => {
      lines.push(line.toString());
      reader.stop();
    },
    onTooLong() {},
  });
  reader.push(Buffer.from('a\nb\n'));
  expect(lines).toEqual(['a']);
});

test('brackets count for depth only outside strings', () => {
  expect(parseJsonLine(Buffer.from(`{"a":"${'['.repeat(1000)}\\"[","b":[1]}`))).toMatchObject({ b: [1] });
  expect(parseJsonLine(Buffer.from(`${'['.repeat(200)}${']'.repeat(200)}`))).toBeInstanceOf(Array);
  expect(() => parseJsonLine(Buffer.from('['.repeat(100_000)))).toThrow('nested deeper than 200 levels');
  expect(() => parseJsonLine(Buffer.from('{"a":'))).toThrow(SyntaxError);
});

test('depth of a value is counted as that of its text', () => {
  expect(isValueTooDeep(JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`))).toBe(false);
  expect(isValueTooDeep(JSON.parse(`${'['.repeat(201)}${']'.repeat(201)}`))).toBe(true);
});

test('spaces, tabs and a carriage return make a blank line', () => {
  expect(isBlankLine(Buffer.from(' \t\r'))).toBe(true);
  expect(isBlankLine(Buffer.from(' x'))).toBe(false);
});

test('a long string is read past wherever its quotes and escapes lie', () => {
  for (const length of [4094, 4095, 4096, 4097, 65_535, 65_536, 70_000, 200_000]) {
    for (const end of ['', '\\"', '\\\\', '\\"['.repeat(3000)]) {
      const text = `{"a":"${'x'.repeat(length)}${end}${'['.repeat(300)}","b":[{"c":1}]}`;
      expect(parseJsonLine(Buffer.from(text))).toMatchObject({ b: [{ c: 1 }] });
      const deep = `{"a":"${'x'.repeat(length)}${end}","b":${'['.repeat(201)}`;
      expect(() => parseJsonLine(Buffer.from(deep))).toThrow('nested deeper');
    }
  }
});
