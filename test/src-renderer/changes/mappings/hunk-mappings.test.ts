import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hunk } from '#contract';
import { diffTexts } from '../../../../src-main/files/diff/hunks.ts';
import { toEditorText } from '../../../../src-main/files/diff/text.ts';
import { hunkMappings } from '../../../../src-renderer/changes/mappings/hunk-mappings.ts';
import { textAndEdit } from '../../../src-main/files/arbitrary-text.ts';

const linesOf = (text: string) => toEditorText(text).split('\n');
const changed = (oldStart: number, oldCount: number, newStart: number, newCount: number): Hunk => ({
  number: 1,
  oldStart,
  oldCount,
  newStart,
  newCount,
  lines: [],
});

test('what lies between the mappings of any two texts is the same on both sides', () => {
  fc.assert(
    fc.property(textAndEdit, ([oldText, newText]) => {
      // Where these are, Monaco has other lines than the host; it is then not given the hunks.
      fc.pre(!/\r(?!\n)|\uFEFF/.test(oldText + newText));
      const [before, after] = [linesOf(oldText), linesOf(newText)];
      const mappings = hunkMappings(diffTexts(oldText, newText).hunks, { old: before.length, new: after.length });
      expect(mappings).toBeDefined();
      let [oldEnd, newEnd] = [1, 1];
      for (const mapping of [
        ...(mappings ?? []),
        { old: [before.length + 1, 0], new: [after.length + 1, 0] },
      ] as const) {
        expect(before.slice(oldEnd - 1, mapping.old[0] - 1)).toEqual(after.slice(newEnd - 1, mapping.new[0] - 1));
        [oldEnd, newEnd] = [mapping.old[1], mapping.new[1]];
      }
    }),
  );
});

test('a last line that loses its line break goes with the empty line that Monaco shows after it', () => {
  const { hunks } = diffTexts('a\nb\n', 'a\nb');
  expect(hunkMappings(hunks, { old: 3, new: 2 })).toEqual([{ old: [2, 4], new: [2, 3] }]);
});

test('hunks of other texts give no mappings', () => {
  expect(hunkMappings([changed(3, 1, 3, 2)], { old: 9, new: 9 })).toBeUndefined();
  expect(hunkMappings([changed(8, 3, 8, 3)], { old: 9, new: 9 })).toBeUndefined();
  expect(hunkMappings([changed(5, 1, 4, 1)], { old: 9, new: 9 })).toBeUndefined();
  expect(hunkMappings([], { old: 9, new: 8 })).toBeUndefined();
});
