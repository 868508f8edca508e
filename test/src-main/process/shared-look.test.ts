import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { sharedLook } from '#process/shared-look';

function setUp() {
  const looks: Deferred<number>[] = [];
  const ask = sharedLook(() => {
    const seen = new Deferred<number>();
    looks.push(seen);
    return seen.promise;
  });
  return { looks, ask };
}

test('all who ask while a look is on its way get the next one, which is one', async () => {
  const { looks, ask } = setUp();
  const first = ask();
  const later = [ask(), ask(), ask()];
  expect(looks).toHaveLength(1);
  looks[0]?.resolve(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(looks).toHaveLength(2);
  looks[1]?.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
});

test('who asks after all looks are over gets a new one, also after one that failed', async () => {
  const { looks, ask } = setUp();
  const first = ask();
  looks[0]?.reject(new Error('no descriptors'));
  await expect(first).rejects.toThrow('no descriptors');
  const second = ask();
  expect(looks).toHaveLength(2);
  looks[1]?.resolve(2);
  expect(await second).toBe(2);
});

test('a look that failed does not keep those that waited behind it from theirs', async () => {
  const { looks, ask } = setUp();
  const first = ask();
  const second = ask();
  looks[0]?.reject(new Error('no descriptors'));
  await expect(first).rejects.toThrow();
  await Promise.resolve();
  looks[1]?.resolve(2);
  expect(await second).toBe(2);
});
