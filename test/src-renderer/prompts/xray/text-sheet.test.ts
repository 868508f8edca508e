import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunksOf } from '../../../../src-renderer/prompts/xray/text-chunks.ts';
import { TextSheet } from '../../../../src-renderer/prompts/xray/text-sheet.ts';

const sheetOf = (text: string) => {
  const root = document.createElement('div');
  const sheet = new TextSheet(root, { chunk: 'chunk', hidden: 'hidden' });
  sheet.setText(text);
  return { root, sheet };
};
const LINES = Array.from({ length: 400 }, (_, index) => `line ${index}\n`).join('');

describe('a long text in chunks', () => {
  test('the chunks are the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n', 'bc', '\u200b') }),
        (text) => chunksOf(text).join('') === text,
      ),
    );
  });

  test('an edit replaces the elements it is in and keeps the others', () => {
    const { root, sheet } = sheetOf(LINES);
    const before = [...root.children];
    sheet.setText(LINES.replace('line 200', 'another line'));
    const kept = [...root.children].filter((element) => before.includes(element));
    expect(before.length).toBeGreaterThan(5);
    expect(kept.length).toBeGreaterThanOrEqual(before.length - 2);
    expect(root.textContent).toBe(LINES.replace('line 200', 'another line'));
  });

  test('whatever it was before, it shows what it was given', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', 'word ', '\n\n') });
    fc.assert(
      fc.property(text, text, (first, second) => {
        const { root, sheet } = sheetOf(first);
        sheet.setText(second);
        return root.textContent === second;
      }),
    );
  });
});

describe('offsets and places in the page', () => {
  test('lead there and back', () => {
    const { sheet } = sheetOf(LINES);
    for (const offset of [0, 5, 777, LINES.length - 2]) {
      const range = sheet.rangeOf(offset, offset + 1);
      expect(range && sheet.offsetAt({ node: range.startContainer, offset: range.startOffset })).toBe(offset);
    }
  });

  test('characters that would not be seen are boxes, and counted as what they are', () => {
    const { root, sheet } = sheetOf('ab\u202ecd');
    expect(root.querySelector('[role="img"]')?.getAttribute('aria-label')).toContain('U+202E');
    const range = sheet.rangeOf(3, 5);
    expect(range?.startContainer.textContent).toBe('cd');
    expect(range?.startOffset).toBe(0);
    expect(range && sheet.offsetAt({ node: range.startContainer, offset: 1 })).toBe(4);
    const box = sheet.rangeOf(2, 3);
    expect(box && sheet.offsetAt({ node: box.startContainer, offset: box.startOffset })).toBe(2);
  });
});
