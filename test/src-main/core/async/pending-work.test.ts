import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { PendingWork } from '#core/async/pending-work';

test('the end waits for work that was begun, and for none that has ended', async () => {
  const pending = new PendingWork();
  const one = new Deferred<string>();
  const added = pending.add(one.promise);
  let isSettled = false;
  const settled = pending.settled().then(() => (isSettled = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isSettled).toBe(false);

  one.resolve('done');
  expect(await added).toBe('done');
  await settled;
  await pending.settled();
});

test('what fails fails for both, and is not held any longer', async () => {
  const pending = new PendingWork();
  const added = pending.add(Promise.reject(new Error('no')));
  const settled = pending.settled();
  await expect(added).rejects.toThrow('no');
  await expect(settled).rejects.toThrow('no');
  await pending.settled();
});
