import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SseEvent, SseParser } from '../../../../src-main/core/servers/sse-events.ts';
import { cutAt } from '../../../support/scripted-model-server.ts';

function parse(pieces: readonly Uint8Array[]): SseEvent[] {
  const parser = new SseParser();
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
}
const bytes = (text: string) => new TextEncoder().encode(text);
const parseText = (text: string) => parse([bytes(text)]);

describe('events', () => {
  test.each([
    ['data alone', 'data: a\n\n', [{ name: 'message', data: 'a' }]],
    [
      'a name',
      'event: ping\ndata: a\n\ndata: b\n\n',
      [
        { name: 'ping', data: 'a' },
        { name: 'message', data: 'b' },
      ],
    ],
    ['several lines of data', 'data: a\ndata:\ndata:  b\n\n', [{ name: 'message', data: 'a\n\n b' }]],
    ['no data', 'event: ping\n\n: comment\n\nid: 7\nretry: 3\n\n', []],
    ['unknown fields', 'date: a\ndata: b\nfoo\n\n', [{ name: 'message', data: 'b' }]],
    ['a field without colon', 'data\n\n', [{ name: 'message', data: '' }]],
    ['colons in the value', 'data::a:b\n\n', [{ name: 'message', data: ':a:b' }]],
    [
      'no end',
      'data: a\n\ndata: b',
      [
        { name: 'message', data: 'a' },
        { name: 'message', data: 'b' },
      ],
    ],
    ['NUL and U+2028', 'data: a\u0000\u2028\n\n', [{ name: 'message', data: 'a\u0000\u2028' }]],
  ])('with %s', (_, text, events) => {
    expect(parseText(text)).toEqual(events);
    expect(parseText(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(events);
    expect(parseText(text.replaceAll('\n', '\r'))).toEqual(events);
  });

  test('come as soon as their blank line is there, also after a lone CR', () => {
    const parser = new SseParser();
    expect(parser.push(bytes('data: a\r'))).toEqual([]);
    expect(parser.push(bytes('\r'))).toEqual([{ name: 'message', data: 'a' }]);
    expect(parser.push(bytes('\ndata: b\r\n'))).toEqual([]);
    expect(parser.push(bytes('\r'))).toEqual([{ name: 'message', data: 'b' }]);
    expect(parser.push(bytes('\n'))).toEqual([]);
    expect(parser.end()).toEqual([]);
  });

  test('come with two returns at the end of a piece, and are not one with what follows', () => {
    const parser = new SseParser();
    expect(parser.push(bytes('data: a\r\r'))).toEqual([{ name: 'message', data: 'a' }]);
    expect(parser.push(bytes('\ndata: b\r\r\r'))).toEqual([{ name: 'message', data: 'b' }]);
    expect(parser.push(bytes('data: c\r'))).toEqual([]);
    expect(parser.end()).toEqual([{ name: 'message', data: 'c' }]);
  });

  test('of bytes that are no UTF-8 hold replacement characters', () => {
    expect(parse([Uint8Array.from([...bytes('data: a'), 0xff, ...bytes('\n\n')])])).toEqual([
      { name: 'message', data: 'a\uFFFD' },
    ]);
  });

  test('without any end are refused before they fill the memory', () => {
    const parser = new SseParser();
    const piece = new Uint8Array(1024 * 1024).fill(0x61);
    expect(() => {
      for (let sent = 0; sent < 40; sent++) parser.push(piece);
    }).toThrow('more than 16 million');
  });
});

test('the same bytes cut anywhere are the same events', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => `data: ${text}`),
    fc.constantFrom('', 'event: x', ': comment', 'data:', 'id: 1'),
  );
  const ending = fc.constantFrom('\n', '\r\n', '\r');
  const stream = fc
    .array(fc.tuple(line, ending))
    .map((lines) => lines.map(([text, end]) => text.replace(/[\r\n]/g, '') + end).join(''));
  const runs = process.env.SIGMA_TEST_LONG === '1' ? 10_000 : 500;
  fc.assert(
    fc.property(stream, fc.integer(), (text, seed) => {
      expect(parse(cutAt(seed, bytes(text)))).toEqual(parseText(text));
    }),
    { numRuns: runs },
  );
});
