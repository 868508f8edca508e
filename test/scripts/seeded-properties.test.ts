import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_MS, propertySeed, propertySettings } from '../support/seeded-properties.ts';

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

describe('the time of property tests', () => {
  test('is limited in a long run alone', () => {
    expect(propertySettings({ SIGMA_TEST_LONG: '1' })).toMatchObject({ interruptAfterTimeLimit: LONGEST_MS });
    expect(propertySettings({})).not.toHaveProperty('interruptAfterTimeLimit');
  });

  test('ends with the cases that were tried, which must have held', () => {
    const limited = { numRuns: 1_000_000_000, interruptAfterTimeLimit: 20 };
    let tried = 0;
    fc.assert(
      fc.property(fc.nat(), () => {
        tried += 1;
      }),
      limited,
    );
    expect(tried).toBeGreaterThan(0);
    expect(() =>
      fc.assert(
        fc.property(fc.nat(), (number) => number < 0),
        limited,
      ),
    ).toThrow(/Counterexample/);
  });
});
