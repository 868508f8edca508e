import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Diff } from '../../../../src-main/contract/index.ts';
import { diffTexts } from '../../../../src-main/files/diff/hunks.ts';
import { diffText } from '../../../../src-main/tty/conversation/diff-text.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with Esc
const COLOUR = /\x1b\[[0-9;]*m/g;

function shown(before: string, after: string): string {
  const { hunks } = diffTexts(before, after);
  return diffText({ hunks } as unknown as Diff)
    .join('\n')
    .replaceAll(COLOUR, '');
}

test('changes that lie close together are one piece, with each unchanged line once', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\n';
  const after = 'a\nB\nc\nd\ne\nF\ng\nh\n';
  expect(shown(before, after)).toBe('@@ -1,8 +1,8 @@\n a\n-b\n+B\n c\n d\n e\n-f\n+F\n g\n h');
});

test('what is shown of any change is a patch that makes it', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  fc.assert(
    fc.property(texts, texts, (from, to) => {
      const [before, after] = [from, to].map((lines) => lines.map((line) => `${line}\n`).join('')) as [string, string];
      fc.pre(before !== after);
      expect(applyPatch(before, `--- a\n+++ b\n${shown(before, after)}\n`)).toBe(after);
    }),
  );
});
