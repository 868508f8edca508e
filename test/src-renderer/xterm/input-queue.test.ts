import { expect, test } from 'vitest';
import { InputQueue } from '../../../src-renderer/xterm/input-queue.ts';
import { failure } from '../../support/pane.tsx';

function setUp() {
  const sent: string[] = [];
  const unsure: string[] = [];
  const calls: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const queue = new InputQueue(
    (data) => {
      sent.push(data);
      return new Promise((resolve, reject) => calls.push({ resolve, reject }));
    },
    (data) => unsure.push(data),
  );
  return { queue, sent, unsure, calls };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('keys pressed while a call is under way go together in the next', async () => {
  const { queue, sent, calls } = setUp();
  queue.setConnected(true);
  for (const key of 'abc') queue.add(key);
  expect(sent).toEqual(['a']);
  calls[0]?.resolve();
  await settled();
  expect(sent).toEqual(['a', 'bc']);
});

test('what waits when the page goes away is sent without waiting for the call under way', async () => {
  const { queue, sent, calls } = setUp();
  queue.setConnected(true);
  for (const key of 'ls\r') queue.add(key);
  queue.flush();
  expect(sent).toEqual(['l', 's\r']);
  for (const call of calls) call.resolve();
  await settled();
  expect(sent).toEqual(['l', 's\r']);
});

test('what is typed without a connection is sent when there is one again', async () => {
  const { queue, sent } = setUp();
  queue.add('ls');
  queue.add('\r');
  expect(sent).toEqual([]);
  queue.setConnected(true);
  expect(sent).toEqual(['ls\r']);
});

test('a call that fails is reported and not repeated; what waits still goes', async () => {
  const { queue, sent, unsure, calls } = setUp();
  queue.setConnected(true);
  queue.add('rm x\r');
  queue.add('next');
  queue.setConnected(false);
  calls[0]?.reject(new Error('lost'));
  await settled();
  expect(unsure).toEqual(['rm x\r']);
  expect(sent).toEqual(['rm x\r']);
  queue.setConnected(true);
  expect(sent).toEqual(['rm x\r', 'next']);
});

test('keys that a terminal does not take, since it has ended, are no broken connection', async () => {
  const { queue, sent, unsure, calls } = setUp();
  queue.setConnected(true);
  queue.add('q');
  calls[0]?.reject(failure('NOT_FOUND', 'There is no such terminal'));
  await settled();
  expect(unsure).toEqual([]);
  queue.add('x');
  expect(sent).toEqual(['q', 'x']);
});

test('a large paste goes in pieces, in order', async () => {
  const { queue, sent, calls } = setUp();
  queue.setConnected(true);
  const paste = 'x'.repeat(2_500_000);
  queue.add(paste);
  for (let at = 0; at < 3; at++) {
    calls[at]?.resolve();
    await settled();
  }
  expect(sent.join('')).toBe(paste);
  expect(Math.max(...sent.map(({ length }) => length))).toBeLessThanOrEqual(4_000_000);
});

test('a piece of a large paste never ends in the middle of a character', async () => {
  const { queue, sent, calls } = setUp();
  queue.setConnected(true);
  queue.add(`x${'😀'.repeat(700_000)}`);
  calls[0]?.resolve();
  await settled();
  expect(sent).toHaveLength(2);
  expect(sent.every((piece) => piece.isWellFormed())).toBe(true);
});
