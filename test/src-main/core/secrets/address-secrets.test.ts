import { expect, test } from 'vitest';
import { addressSecrets } from '#core/secrets/address-secrets';

test.each([
  ['https://me:open@host/x', ['open']],
  ['https://me:p%40ss@host', ['p%40ss', 'p@ss']],
  [`https://${'t'.repeat(20)}@host`, ['t'.repeat(20)]],
  ['https://me@host', []],
  ['https://host/a:b@c', []],
  ['https://host/?to=me:open@x', []],
  ['me:open@host', []],
  ['http://[:a@', []],
])('secrets of the address %s: %j', (text, expected) => {
  expect(addressSecrets(text)).toEqual(expected);
});
