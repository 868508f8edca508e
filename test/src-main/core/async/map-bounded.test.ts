import { expect, test } from 'vitest';
import { mapBounded } from '#core/async/map-bounded';

test('results come in order, and only so many items are worked on at once', async () => {
  let running = 0;
  let most = 0;
  const results = await mapBounded([3, 1, 2, 0], 2, async (item) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, item));
    running--;
    return item * 2;
  });
  expect([results, most]).toEqual([[6, 2, 4, 0], 2]);
});

test('nothing is begun after the first failure', async () => {
  const begun: number[] = [];
  const working = mapBounded([0, 1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (item === 1) throw new Error('one is bad');
  });
  await expect(working).rejects.toThrow('one is bad');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(begun.length).toBeLessThanOrEqual(3);
});
