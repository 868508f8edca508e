import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asEditorText, fromEditorText } from '../../../src-renderer/editor/line-endings.ts';

test.each([
  ['a\r\nb\r\n', 'a\nbb\n', 'a\r\nbb\r\n'],
  ['a\r\nb\r\n', 'a\nnew\nb\n', 'a\r\nnew\r\nb\r\n'],
  ['a\r\nb\r\n', 'a\nb\nc', 'a\r\nb\r\nc'],
  ['a\r\nb', 'a\nb\nc', 'a\r\nb\r\nc'],
  ['a\r\nb\nc\r\n', 'a\nb\ncc\n', 'a\r\nb\ncc\r\n'],
  ['a\r\nb\nc\r\nd\r\n', 'a\nb\nd\n', 'a\r\nb\nd\r\n'],
  ['a\rb\r', 'a\nb\nc\n', 'a\rb\rc\r'],
  ['\uFEFFa\r\n', 'ab\n', '\uFEFFab\r\n'],
  ['\uFEFFa\n', 'ab\n', '\uFEFFab\n'],
  ['a\nb\n', 'a\nc\n', 'a\nc\n'],
  ['', 'a\n', 'a\n'],
])('%j that is edited to %j is %j', (before, edited, after) => {
  expect(fromEditorText(edited, before)).toBe(after);
});

const texts = fc
  .array(fc.constantFrom('a', 'b', '', '\r\n', '\n', '\r', '\uFEFF'), { maxLength: 12 })
  .map((parts) => parts.join(''));

test('what was not edited comes back as it was', () => {
  fc.assert(fc.property(texts, (text) => fromEditorText(asEditorText(text), text) === text));
});

test('an edit says what the editor says, but for endings and the mark', () => {
  const edits = texts.map((text) => text.replaceAll(/[\r\uFEFF]/g, ''));
  fc.assert(fc.property(texts, edits, (before, edited) => asEditorText(fromEditorText(edited, before)) === edited));
});
