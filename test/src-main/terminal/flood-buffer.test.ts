import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FloodBuffer } from '../../../src-main/terminal/flood-buffer.ts';
import { PacedQueue } from '../../../src-main/terminal/paced-queue.ts';

function setUp(lines: () => number | undefined = () => 10) {
  const taken: string[] = [];
  const queue = new PacedQueue((text, onTaken) => {
    taken.push(text);
    setImmediate(onTaken);
  });
  const hold = new FloodBuffer({ queue, lines });
  const seen = () => new Promise<string>((resolve) => hold.after(() => resolve(taken.join(''))));
  return { hold, taken, seen };
}

const LINE = `${'x'.repeat(78)}\r\n`;
const flood = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${String(from + at).padStart(10)}${LINE}`).join('');

test('what is printed now and then passes at once', () => {
  const { hold, taken } = setUp();
  hold.add('prompt$ ');

  expect(taken).toEqual(['prompt$ ']);
});

test('a flood waits for its end, and its last lines alone are passed on', async () => {
  const { hold, taken } = setUp();
  let isTaken = false;
  for (let at = 0; at < 40; at++) {
    hold.add(flood(at * 1000, 1000), () => {
      isTaken = true;
    });
  }
  expect(taken.join('')).toBe('');
  expect(hold.backlog).toBe(0);

  while (!isTaken) await pause(5);

  expect(taken.join('')).toBe(`\r\n${flood(39_991, 9)}`);
});

test('whoever asks in the middle of a flood sees the end of it so far', async () => {
  const { hold, seen } = setUp();
  hold.add(flood(0, 2000));

  expect(await seen()).toBe(`\r\n${flood(1991, 9)}`);
});

test('a flood comes whole where the terminal does not scroll as a whole, and counts as not taken', async () => {
  const { hold, seen } = setUp(() => undefined);
  const text = flood(0, 20_000);
  hold.add(text);
  expect(hold.backlog).toBeGreaterThan(1_000_000);

  expect(await seen()).toBe(text);
});

test('a flood behind half a sequence comes whole', async () => {
  const { hold, seen } = setUp();
  hold.add('\x1b]0;half a title');
  hold.add(flood(0, 2000));

  expect(await seen()).toBe(`\x1b]0;half a title${flood(0, 2000)}`);
});
