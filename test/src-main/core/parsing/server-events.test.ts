import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ServerEvent, ServerEventReader } from '../../../../src-main/core/parsing/server-events.ts';

function read(
  stream: string,
  cuts: readonly number[] = [],
): { events: ServerEvent[]; cutOff: ServerEvent | undefined } {
  const bytes = Buffer.from(stream);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const reader = new ServerEventReader();
  const events = places.slice(1).flatMap((end, at) => reader.push(bytes.subarray(places[at], end)));
  return { events, cutOff: reader.end() };
}

test.each(['\n', '\r\n', '\r'])('events are the same with lines that end in %j, wherever they are cut', (end) => {
  const lines = [
    '\ufeff: hello',
    'event: one',
    'data: zwölf',
    'data',
    'data:  Ω:',
    'id: 3',
    '',
    '',
    'data:two',
    '',
    'x',
  ];
  const events = [
    { event: 'one', data: 'zwölf\n\n Ω:' },
    { event: '', data: 'two' },
  ];
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 30 }), (cuts) => {
      expect(read(lines.join(end), cuts)).toEqual({ events, cutOff: undefined });
    }),
  );
});

test('an event is told of when its empty line came, be there more or not', () => {
  const reader = new ServerEventReader();
  expect(reader.push(Buffer.from('data: 1\r\r'))).toEqual([{ event: '', data: '1' }]);
  expect(reader.push(Buffer.from('\ndata: 2\n\r'))).toEqual([{ event: '', data: '2' }]);
  expect(reader.length).toBe(0);
});

test('an event without its end is told of as cut off, with its length before that', () => {
  const reader = new ServerEventReader();
  reader.push(Buffer.from('data: 1\ndata: 2'));
  expect(reader.length).toBe(14);
  expect(reader.end()).toEqual({ event: '', data: '1\n2' });
  expect(reader.end()).toBeUndefined();
  reader.push(Buffer.from('data: 3\n'));
  expect(reader.end()).toEqual({ event: '', data: '3' });
});
