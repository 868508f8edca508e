import { expect, test } from 'vitest';
import {
  byteLength,
  bytesOfText,
  canonicalText,
  compareText,
  sortedKeys,
  textOfBytes,
  wellFormed,
} from '../../../../src-main/template/values/index.ts';

test('a text counts its UTF-8 bytes, whatever its length', () => {
  expect(['', 'abc', 'é', '世界', '🎉', 'é'.repeat(500)].map(byteLength)).toEqual([0, 3, 2, 6, 4, 1000]);
});

test('bytes that are no UTF-8 are kept as lone surrogates, and shown as U+FFFD', () => {
  const text = textOfBytes(Buffer.from([0x61, 0xff, 0xe4, 0xb8, 0x62]));
  expect(text).toBe('a\udcff\udce4\udcb8b');
  expect([...bytesOfText(text)]).toEqual([0x61, 0xff, 0xe4, 0xb8, 0x62]);
  expect(byteLength(text)).toBe(5);
  expect(wellFormed(text)).toBe('a\ufffd\ufffd\ufffdb');
});

test.each([
  ['an overlong form', [0xc0, 0x80]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ['cut off at the end', [0xf0, 0x9f, 0x98]],
])('%s is single bytes', (_, bytes) => {
  expect([...textOfBytes(Buffer.from(bytes))].map((unit) => unit.charCodeAt(0))).toEqual(
    bytes.map((byte) => 0xdc00 + byte),
  );
});

test('single bytes that come together are the character they are', () => {
  expect(canonicalText('\udce4\udcb8' + '\udc96')).toBe('世');
  expect(wellFormed('x\udce4\udcb8\udc96')).toBe('x世');
});

test('lone surrogates of the data are U+FFFD', () => {
  expect([...bytesOfText('\ud800')]).toEqual([0xef, 0xbf, 0xbd]);
  expect(wellFormed('a\ud83d')).toBe('a\ufffd');
});

test('texts are ordered by their UTF-8 bytes', () => {
  const texts = ['', 'Z', 'a', 'aa', 'b', '\ud7ff', '\ue000', '\ufffd', '😀', '\u{10ffff}', '\udcff'];
  expect([...texts].reverse().sort(compareText)).toEqual(texts);
});

test('keys are ordered by their bytes, those of a prototype unknown and those named like its own like any other', () => {
  const map = JSON.parse('{"😀":1,"\\ufffd":2,"b":3,"__proto__":4,"constructor":5,"10":6,"9":7}') as Record<
    string,
    number
  >;
  expect(sortedKeys(map)).toEqual(['10', '9', '__proto__', 'b', 'constructor', '\ufffd', '😀']);
  expect(sortedKeys({})).toEqual([]);
});
