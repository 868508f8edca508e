import { expect, test } from 'vitest';
import { percentDecoded } from '#core/text/percent-decoded';

test.each([
  ['a%20b%2Fc', 'a b/c'],
  ['%E6%BC%A2', '漢'],
  ['100%', '100%'],
  ['%zz%20', '%zz%20'],
  ['%ff', '%ff'],
  ['plain+text', 'plain+text'],
  ['', ''],
])('%j is decoded as %j', (text, decoded) => {
  expect(percentDecoded(text)).toBe(decoded);
});
