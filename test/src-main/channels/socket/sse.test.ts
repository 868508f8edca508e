import { expect, test } from 'vitest';
import { serverEvents } from '../../../../src-main/channels/socket/sse.ts';
import type { SseEvent } from '../../../../src-main/core/servers/sse-events.ts';

async function eventsOf(pieces: Iterable<string>): Promise<SseEvent[]> {
  async function* bytes() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const events: SseEvent[] = [];
  for await (const event of serverEvents(bytes())) events.push(event);
  return events;
}

test('events are found wherever they are cut', async () => {
  const text = 'event: a\r\ndata: one\ndata: two\r\n\r\ndata:three\n\n';
  const events = [
    { name: 'a', data: 'one\ntwo' },
    { name: 'message', data: 'three' },
  ];
  expect(await eventsOf([text])).toEqual(events);
  expect(await eventsOf(text)).toEqual(events);
});

test('lines may end in a carriage return, and a mark of the order of bytes may stand before them', async () => {
  const text = '\ufeffdata: one\rdata\r\rdata:three\r\r';
  const events = [
    { name: 'message', data: 'one\n' },
    { name: 'message', data: 'three' },
  ];
  expect(await eventsOf([text])).toEqual(events);
  expect(await eventsOf(text)).toEqual(events);
});

test('a long line is looked through once, not with each piece of it', async () => {
  function* pieces() {
    yield 'data: ';
    for (let count = 0; count < 8192; count++) yield 'x'.repeat(1024);
    yield '\n\n';
  }
  const { user } = process.cpuUsage();
  const [event] = await eventsOf(pieces());
  expect(event?.data).toHaveLength(8_388_608);
  expect(process.cpuUsage().user - user).toBeLessThan(2_000_000);
});

test('an event of more than 64 million characters is refused, also one without any end of a line', async () => {
  function* pieces() {
    for (let count = 0; count < 65; count++) yield 'x'.repeat(1_048_576);
  }
  await expect(eventsOf(pieces())).rejects.toThrow('more than 64 million characters');
});
