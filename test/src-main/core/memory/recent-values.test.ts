import { expect, test } from 'vitest';
import { RecentValues } from '#core/memory/recent-values';

test('the value that was not asked for the longest goes first', () => {
  const recent = new RecentValues<string, number>({ mostValues: 2, mostUnits: 100 });
  recent.add('a', 1, 1);
  recent.add('b', 2, 1);
  recent.get('a');
  recent.add('c', 3, 1);

  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
});

test('values go until the rest fit together, and one that is too large is not kept', () => {
  const recent = new RecentValues<string, number>({ mostValues: 10, mostUnits: 10 });
  recent.add('a', 1, 4);
  recent.add('b', 2, 4);
  recent.add('c', 3, 6);
  recent.add('large', 4, 11);

  expect(['a', 'b', 'c', 'large'].map((key) => recent.get(key))).toEqual([undefined, 2, 3, undefined]);
});

test('a value that is added again counts once', () => {
  const recent = new RecentValues<string, number>({ mostValues: 10, mostUnits: 10 });
  recent.add('a', 1, 6);
  recent.add('a', 2, 6);
  recent.add('b', 3, 4);

  expect(['a', 'b'].map((key) => recent.get(key))).toEqual([2, 3]);
});
