import { expect, test } from 'vitest';
import { PacedQueue } from '../../../src-main/terminal/paced-queue.ts';

function setUp() {
  const taken: string[] = [];
  const waiting: (() => void)[] = [];
  const queue = new PacedQueue((text, onTaken) => {
    taken.push(text);
    waiting.push(onTaken);
  });
  const takeOne = () => waiting.shift()?.();
  return { queue, taken, takeOne };
}

test('text is handed over in small pieces, one at a time, and whole', () => {
  const { queue, taken, takeOne } = setUp();
  const text = 'abcdefghij'.repeat(10_000);
  let isTaken = false;
  queue.add(text, () => {
    isTaken = true;
  });
  expect(taken).toHaveLength(1);
  expect(queue.backlog).toBe(text.length);
  while (!isTaken) takeOne();
  expect(taken.join('')).toBe(text);
  expect(Math.max(...taken.map(({ length }) => length))).toBeLessThanOrEqual(32 * 1024);
  expect(queue.backlog).toBe(0);
});

test('what is to follow a text happens after it and before the next', () => {
  const { queue, taken, takeOne } = setUp();
  const order: string[] = [];
  queue.after(() => order.push('at once'));
  queue.add('one');
  queue.after(() => order.push(`after ${taken.join()}`));
  queue.add('two');
  expect(order).toEqual(['at once']);
  takeOne();
  expect(order).toEqual(['at once', 'after one']);
  expect(taken).toEqual(['one', 'two']);
});
