import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DrawQueue } from '../../../src-renderer/xterm/draw-queue.ts';

/** An emulator that takes in what it was given when told to, and a page whose later tasks wait too. */
function setUp() {
  const given: { text: string; taken: () => void }[] = [];
  const tasks: (() => void)[] = [];
  const log: string[] = [];
  const clock = { ms: 0 };
  const queue = new DrawQueue({
    take: (text, taken) => given.push({ text, taken }),
    later: (task) => tasks.push(task),
    now: () => clock.ms,
  });
  const takeIn = () => {
    const next = given.shift();
    log.push(next?.text ?? '');
    next?.taken();
  };
  return { queue, given, tasks, log, clock, takeIn };
}

test('the emulator holds one piece at a time, and each is told as it is taken in', () => {
  const { queue, given, takeIn } = setUp();
  const told: number[] = [];
  queue.add('x'.repeat(80_000), (characters) => told.push(characters));
  expect(given).toHaveLength(1);
  takeIn();
  expect(told).toEqual([32_768]);
  expect(given).toHaveLength(1);
  takeIn();
  takeIn();
  expect(told).toEqual([32_768, 32_768, 14_464]);
  expect(given).toEqual([]);
});

test('after ten milliseconds the page may draw before more is taken in', () => {
  const { queue, given, tasks, clock, takeIn } = setUp();
  queue.add('x'.repeat(100_000), () => {});
  clock.ms = 9.9;
  takeIn();
  expect([given.length, tasks.length]).toEqual([1, 0]);
  clock.ms = 10;
  takeIn();
  expect([given.length, tasks.length]).toEqual([0, 1]);
  tasks.shift()?.();
  expect([given.length, tasks.length]).toEqual([1, 0]);
});

test('starting anew drops what was not handed over, and acts after what was', () => {
  const { queue, given, log, takeIn } = setUp();
  queue.add('old', () => {});
  queue.add('dropped', () => {});
  queue.startAnew(() => log.push('reset'));
  queue.add('new', () => {});
  takeIn();
  takeIn();
  expect(log).toEqual(['old', 'reset', 'new']);
  expect(given).toEqual([]);
});

test('whatever is added, all of it comes in order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 70_000 }))), (steps) => {
      const { queue, given, tasks, log, takeIn } = setUp();
      let expected = '';
      for (const [turns, length] of steps) {
        const text = String.fromCharCode(97 + (length % 26)).repeat(length);
        expected += text;
        queue.add(text, () => {});
        for (let turn = 0; turn < turns; turn++) {
          if (given.length > 0) takeIn();
          else tasks.shift()?.();
        }
      }
      while (given.length + tasks.length > 0) {
        if (given.length > 0) takeIn();
        else tasks.shift()?.();
      }
      expect(log.join('')).toBe(expected);
    }),
    { numRuns: 50 },
  );
});
