import { expect, test } from 'vitest';
import { OfflineQueue } from '../../../../src-main/prompts/stores/offline-queue.ts';

function setUp(limits = {}) {
  const clock = { now: 0 };
  const sent: number[] = [];
  const queue = new OfflineQueue(
    { maxCommands: 1000, maxBytes: 1_000_000, maxAgeMs: 5000, tooLate: 'and this was not written', ...limits },
    () => clock.now,
  );
  const add = (n: number, bytes = 1) =>
    queue
      .add(bytes, async () => sent.push(n))
      .then(
        () => 'sent',
        (error: Error) => error.message,
      );
  return { clock, sent, queue, add };
}

test('what waits is sent in its order', async () => {
  const { queue, add, sent } = setUp();
  const results = [add(1), add(2), add(3)];

  queue.sendAll();

  expect(await Promise.all(results)).toEqual(['sent', 'sent', 'sent']);
  expect(sent).toEqual([1, 2, 3]);
  expect([queue.length, queue.bytes]).toEqual([0, 0]);
});

test('no more than 1000 commands and 1 MB wait; the rest is refused at once', async () => {
  const many = setUp();
  const some = Array.from({ length: 1500 }, (_, n) => many.add(n));
  expect(many.queue.length).toBe(1000);
  expect(await some[1000]).toContain('too much waits');
  many.queue.sendAll();
  expect((await Promise.all(some)).filter((one) => one === 'sent')).toHaveLength(1000);

  const large = setUp();
  const first = large.add(1, 600_000);
  expect(await large.add(2, 600_000)).toContain('too much waits');
  large.queue.refuseAll('over');
  expect(await first).toContain('over');
});

test('a write that has waited for more than 5 s is never sent', async () => {
  const { clock, queue, add, sent } = setUp();
  const old = add(1);
  clock.now = 4000;
  const recent = add(2);
  clock.now = 5001;

  queue.sendAll();

  expect(await old).toContain('was not written');
  expect(await recent).toBe('sent');
  expect(sent).toEqual([2]);
});

test('a writer is told once its time is over, without a connection', async () => {
  const { queue, add } = setUp({ maxAgeMs: 5 });
  expect(await add(1)).toContain('was not written');
  expect(queue.length).toBe(0);
});

test('what was only to be read is not said to be unwritten', async () => {
  const { clock, queue, add } = setUp({ tooLate: 'and nothing was read' });
  const late = add(1);
  clock.now = 5001;
  queue.sendAll();
  expect(await late).toBe('Redis is out of reach, and nothing was read');
});
