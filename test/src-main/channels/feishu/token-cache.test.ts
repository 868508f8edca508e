import { expect, test } from 'vitest';
import { tokenCache } from '../../../../src-main/channels/feishu/token-cache.ts';

test('a token is used no longer than it lives, whether the clock is set back or the machine sleeps', async () => {
  let [wall, steady] = [1_000_000, 5000];
  const cache = tokenCache({ wall: () => wall, steady: () => steady });
  await cache.set('token', 'abc', wall + 1000);
  await cache.set('always', 'xyz');
  wall -= 500_000;
  steady += 999;
  expect(await cache.get('token')).toBe('abc');
  steady += 1;
  expect(await cache.get('token')).toBeUndefined();

  await cache.set('token', 'def', wall + 1000);
  wall += 1000;
  expect(await cache.get('token')).toBeUndefined();
  expect(await cache.get('always')).toBe('xyz');
});
