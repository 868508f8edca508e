import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertySeed } from '../support/seeded-properties.ts';

describe('the seed of property tests', () => {
  test('is the same for every property of a run', () => {
    const seeds = [1, 2].map(() => fc.check(fc.property(fc.integer(), () => true)).seed);

    expect(seeds).toEqual([1, 2].map(() => propertySeed(process.env.SIGMA_TEST_SEED)));
  });

  test('is fixed unless the environment names another', () => {
    expect(propertySeed(undefined)).toBe(propertySeed(''));
    expect(propertySeed('-17')).toBe(-17);
  });

  test.each(['seven', '1.5', '99999999999'])('is refused where it is %s', (text) => {
    expect(() => propertySeed(text)).toThrow(text);
  });
});
