import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textEnd, textStart } from '../../../src-renderer/ui/text-ends.ts';

test('a text is cut at most one unit early, and never between the halves of a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.nat(14), (text, length) => {
      const whole = text.length <= length;
      for (const [part, isEnd] of [
        [textStart(text, length), text.startsWith(textStart(text, length))],
        [textEnd(text, length), text.endsWith(textEnd(text, length))],
      ] as const) {
        expect(isEnd).toBe(true);
        expect(part.isWellFormed()).toBe(true);
        expect(whole ? part === text : length - part.length <= 1).toBe(true);
      }
    }),
  );
});
