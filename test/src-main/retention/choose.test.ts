import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, lastKeptOf, lastUseOf, oldestUntil } from '../../../src-main/retention/plan/choose.ts';

const NOW = 100 * DAY_MS;

describe('what is old enough', () => {
  test('is all that was used before, without days', () => {
    expect(lastUseOf(NOW, undefined)).toBe(NOW);
    expect(lastUseOf(NOW, 30)).toBe(70 * DAY_MS);
  });

  test('of kept bytes is at least a day old, since what kept them may record it later', () => {
    expect(lastKeptOf(NOW, undefined)).toBe(99 * DAY_MS);
    expect(lastKeptOf(NOW, 0)).toBe(99 * DAY_MS);
    expect(lastKeptOf(NOW, 30)).toBe(70 * DAY_MS);
  });
});

describe('by size', () => {
  const one = (lastUsedAt: number, bytes: number) => ({ lastUsedAt, bytes });

  test('the oldest go first, and no more than needed', () => {
    const all = [one(3, 10), one(1, 10), one(2, 10)];
    expect(oldestUntil(all, 100, 85)).toEqual([one(1, 10), one(2, 10)]);
    expect(oldestUntil(all, 100, 100)).toEqual([]);
    expect(oldestUntil(all, 100, 0)).toHaveLength(3);
  });

  test('what stays fits whenever it can, and nothing goes that is younger than what stays of some size', () => {
    const things = fc.array(fc.record({ lastUsedAt: fc.nat(50), bytes: fc.nat(50) }), { maxLength: 12 });
    fc.assert(
      fc.property(things, fc.nat(300), (all, untilBytes) => {
        const used = 100 + all.reduce((sum, { bytes }) => sum + bytes, 0);
        const gone = oldestUntil(all, used, untilBytes);
        const freed = gone.reduce((sum, { bytes }) => sum + bytes, 0);
        expect(used - freed <= untilBytes || freed === used - 100).toBe(true);
        const stays = all.filter((thing) => !gone.includes(thing) && thing.bytes > 0);
        for (const thing of gone) for (const other of stays) expect(thing.lastUsedAt <= other.lastUsedAt).toBe(true);
      }),
    );
  });
});
