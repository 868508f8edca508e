import { expect, test } from 'vitest';
import { RecentKeys } from '#core/memory/recent-keys';

const keptOf = (keys: RecentKeys<string>, all: string) => [...all].filter((key) => keys.has(key)).join('');

test('the oldest key goes first', () => {
  const keys = new RecentKeys<string>({ mostValues: 3, mostUnits: 100 });
  for (const key of 'abcde') keys.add(key, 1);

  expect(keptOf(keys, 'abcde')).toBe('cde');
});

test('keys go until the rest fit together, and one that is too large is not kept', () => {
  const keys = new RecentKeys<string>({ mostValues: 4, mostUnits: 10 });
  for (const key of 'abcde') keys.add(key, 3);
  expect(keptOf(keys, 'abcde')).toBe('cde');

  keys.add('f', 8);
  keys.add('g', 11);
  expect(keptOf(keys, 'abcdefg')).toBe('f');
});
