import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differingSpan } from '../../../../src-renderer/changes/mappings/differing-span.ts';

test('a span is what is left when both lines lose their common ends', () => {
  expect(differingSpan('one two three', 'one 2 three')).toEqual({ start: 4, oldEnd: 7, newEnd: 5 });
  expect(differingSpan('same', 'same and more')).toEqual({ start: 4, oldEnd: 4, newEnd: 13 });
  expect(differingSpan('aa', 'aaa')).toEqual({ start: 2, oldEnd: 2, newEnd: 3 });
});

test('a character outside the basic plane is never cut in halves', () => {
  expect(differingSpan('😀', '😁')).toEqual({ start: 0, oldEnd: 2, newEnd: 2 });
});

test('putting the new stretch in the place of the old one makes the new line', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '😀', '😁', 'é') });
  fc.assert(
    fc.property(line, line, (before, after) => {
      const { start, oldEnd, newEnd } = differingSpan(before, after);
      expect(before.slice(0, start) + after.slice(start, newEnd) + before.slice(oldEnd)).toBe(after);
      expect(Math.min(oldEnd, newEnd)).toBeGreaterThanOrEqual(start);
    }),
  );
});
