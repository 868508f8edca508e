import { expect, test } from 'vitest';
import { applyEdits } from '../../../../src-main/files/diff/text-edits.ts';

const edited = (text: string, oldText: string, newText: string) => applyEdits(text, [{ oldText, newText }]);

test('an edit that begins with a line break takes all of a CRLF, not its second half', () => {
  expect(edited('a\r\nb\r\n', '\nb', '\nc')).toBe('a\r\nc\r\n');
  expect(edited('a\r\nb', '\n', '')).toBe('ab');
});

test('an edit that joins lines leaves no lone CR in a file with both line endings', () => {
  expect(edited('a\r\nb\nc\n', '\nb', '')).toBe('a\nc\n');
  expect(edited('a\r\nb\nc\n', '\nb', '\nb\nd')).toBe('a\r\nb\nd\nc\n');
});
