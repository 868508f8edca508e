import { expect, test } from 'vitest';
import { RecurringValues } from '#core/memory/recurring-values';

const LIMITS = { mostValues: 8, mostUnits: 1000 };

/** Adds as many keys as new values are kept for, so that others that came once are forgotten. */
function addOthers(values: RecurringValues<string, number>, name: string): void {
  for (const n of [1, 2, 3, 4]) values.add(`${name} ${n}`, n, 1);
}

test('a new value is kept while few others come', () => {
  const values = new RecurringValues<string, number>(LIMITS);
  values.add('a', 1, 1);
  expect(values.get('a')).toBe(1);

  addOthers(values, 'other');
  expect(values.get('a')).toBeUndefined();
});

test('a new value that is asked for after another came is kept for long, and not by being asked for at once', () => {
  const values = new RecurringValues<string, number>(LIMITS);
  values.add('at once', 1, 1);
  values.get('at once');
  values.add('later', 2, 1);
  values.add('another', 3, 1);
  values.get('later');

  addOthers(values, 'one');
  addOthers(values, 'two');
  expect(['at once', 'later'].map((key) => values.get(key))).toEqual([undefined, 2]);
});

test('the value of a key that comes again is kept for long', () => {
  const values = new RecurringValues<string, number>(LIMITS);
  values.add('a', 1, 1);
  addOthers(values, 'one');
  values.add('a', 2, 1);

  for (const name of ['two', 'three', 'four']) addOthers(values, name);
  expect(values.get('a')).toBe(2);
});

test('a value that is added again while it is kept takes the place of the one before', () => {
  const values = new RecurringValues<string, number>(LIMITS);
  values.add('a', 1, 1);
  values.add('a', 2, 1);
  expect(values.get('a')).toBe(2);

  addOthers(values, 'one');
  values.add('a', 3, 1);
  addOthers(values, 'two');
  values.add('a', 4, 1);
  expect(values.get('a')).toBe(4);
});

test('keys that came too long ago are new', () => {
  const values = new RecurringValues<string, number>(LIMITS);
  values.add('a', 1, 1);
  for (let round = 0; round < 20; round += 1) addOthers(values, `round ${round}`);
  values.add('a', 2, 1);

  addOthers(values, 'last');
  expect(values.get('a')).toBeUndefined();
});
