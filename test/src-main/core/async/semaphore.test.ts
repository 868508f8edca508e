import { expect, test } from 'vitest';
import { Semaphore } from '#core/async/semaphore';

const never = new AbortController().signal;

/** Takes a place and notes when it has it. */
function take(semaphore: Semaphore, name: string, order: string[], signal = never) {
  return semaphore.acquire(signal).then((release) => {
    order.push(name);
    return release;
  });
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('places are given in the order they were asked for, never more than there are', async () => {
  const semaphore = new Semaphore(2);
  const order: string[] = [];
  const takers = ['a', 'b', 'c', 'd'].map((name) => take(semaphore, name, order));
  await settled();
  expect(order).toEqual(['a', 'b']);
  expect(semaphore.queue).toBe(4);

  (await takers[1])?.();
  await settled();
  expect(order).toEqual(['a', 'b', 'c']);
  (await takers[0])?.();
  (await takers[2])?.();
  await settled();
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

test('who comes while others wait does not overtake them', async () => {
  const semaphore = new Semaphore(1);
  const order: string[] = [];
  const first = await semaphore.acquire(never);
  const waiting = take(semaphore, 'waiting', order);
  first();
  const late = take(semaphore, 'late', order);
  (await waiting)();
  await late;
  expect(order).toEqual(['waiting', 'late']);
});

test('who stops waiting leaves the queue and takes no place', async () => {
  const semaphore = new Semaphore(1);
  const order: string[] = [];
  const release = await semaphore.acquire(never);
  const stop = new AbortController();
  const stopped = take(semaphore, 'stopped', order, stop.signal);
  const next = take(semaphore, 'next', order);
  stop.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  release();
  await next;
  expect(order).toEqual(['next']);
});

test('a place that is given back twice is one place', async () => {
  const semaphore = new Semaphore(1);
  const order: string[] = [];
  const release = await semaphore.acquire(never);
  release();
  release();
  await take(semaphore, 'a', order);
  void take(semaphore, 'b', order);
  await settled();
  expect(order).toEqual(['a']);
});

test('a greater size lets in who waits, a smaller one holds for whoever comes next', async () => {
  const semaphore = new Semaphore(1);
  const order: string[] = [];
  const takers = ['a', 'b', 'c'].map((name) => take(semaphore, name, order));
  semaphore.size = 3;
  const releases = await Promise.all(takers);
  semaphore.size = 1;
  void take(semaphore, 'd', order);
  releases[0]?.();
  releases[1]?.();
  await settled();
  expect(order).toEqual(['a', 'b', 'c']);
  releases[2]?.();
  await settled();
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});
