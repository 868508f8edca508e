import fc from 'fast-check';
import { expect, test } from 'vitest';
import { preparePaste } from '../../../src-renderer/xterm/paste.ts';
import { anyCharacter } from '../../support/any-character.ts';

test('a bracketed paste cannot end its own bracket or press keys', () => {
  const { data, enteredLines } = preparePaste('echo a\x1b[201~\rrm -rf ~\r\x9b201~\x03', true);
  expect(data).toBe('\x1b[200~echo a[201~\rrm -rf ~\r201~\x1b[201~');
  expect(enteredLines).toBe(0);
});

test('whatever is pasted, one bracket opens and one closes it', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const { data } = preparePaste(text, true);
      const inside = data.slice('\x1b[200~'.length, -'\x1b[201~'.length);
      expect(data.startsWith('\x1b[200~') && data.endsWith('\x1b[201~')).toBe(true);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
      expect(inside).not.toMatch(/[\x00-\x08\x0a-\x0c\x0e-\x1f\x7f-\x9f]/);
    }),
  );
});

test('without brackets every line end is an Enter, and they are counted', () => {
  expect(preparePaste('one\ntwo\r\nthree', false)).toEqual({ data: 'one\rtwo\rthree', enteredLines: 2 });
  expect(preparePaste('just text', false)).toEqual({ data: 'just text', enteredLines: 0 });
  expect(preparePaste('ls\n', false).enteredLines).toBe(1);
});

test('tabs and text of any language stay', () => {
  expect(preparePaste('\t日本 é 😀', false).data).toBe('\t日本 é 😀');
});
