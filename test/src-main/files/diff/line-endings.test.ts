import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adaptToFile, restoreEndings } from '../../../../src-main/files/diff/line-endings.ts';
import { rebaseChange } from '../../../../src-main/files/diff/rebase.ts';
import { toEditorText } from '../../../../src-main/files/diff/text.ts';
import { anyText, numRuns, textAndEdit } from '../arbitrary-text.ts';

describe('text that comes back from an editor', () => {
  test('is byte for byte what it was when nothing was typed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(restoreEndings(toEditorText(text), text)).toBe(text);
      }),
      { numRuns },
    );
  });

  test('has exactly the lines that were typed', () => {
    fc.assert(
      fc.property(textAndEdit, ([base, typed]) => {
        expect(toEditorText(restoreEndings(toEditorText(typed), base))).toBe(toEditorText(typed));
      }),
      { numRuns },
    );
  });

  test('keeps the ending of unchanged lines and gives new ones the ending most lines have', () => {
    expect(restoreEndings('a\nnew\nb\nc\n', 'a\r\nb\nc\r\n')).toBe('a\r\nnew\r\nb\nc\r\n');
  });

  test('takes a line that was put back from the original with the ending it had there', () => {
    expect(restoreEndings('a\nold\nc\n', 'a\nchanged\nc\n', 'a\nold\r\nc\n')).toBe('a\nold\r\nc\n');
  });

  test('keeps a lone CR, but not where it would join what was typed after it', () => {
    expect(restoreEndings('a\nb\n', 'a\rb\n')).toBe('a\rb\n');
    expect(restoreEndings('a\n\nb\n', 'a\rb\n')).toBe('a\n\nb\n');
  });

  test('keeps a missing final newline, and a byte order mark', () => {
    expect(restoreEndings('a\nB', '\uFEFFa\r\nb')).toBe('\uFEFFa\r\nB');
    expect(restoreEndings('a\nb\n', 'a\r\nb')).toBe('a\r\nb\r\n');
  });
});

describe('what a model proposes for a whole file', () => {
  test('gets CRLF where the file has CRLF throughout, and it says so', () => {
    const adapted = adaptToFile('a\nb\n', 'x\r\ny\r\n');
    expect(adapted.text).toBe('a\r\nb\r\n');
    expect(adapted.notes).toEqual([expect.stringContaining('CRLF')]);
  });

  test('stays as it came where the file or the proposal is mixed', () => {
    expect(adaptToFile('a\nb\n', 'x\r\ny\n')).toEqual({ text: 'a\nb\n', notes: [] });
    expect(adaptToFile('a\r\nb\n', 'x\r\ny\r\n')).toEqual({ text: 'a\r\nb\n', notes: [] });
  });

  test('keeps the byte order mark of the file', () => {
    expect(adaptToFile('a', '\uFEFFb').text).toBe('\uFEFFa');
  });
});

describe('a change that is carried over to a file that changed meanwhile', () => {
  test('is the same change when the file did not change', () => {
    fc.assert(
      fc.property(textAndEdit, ([oldText, newText]) => {
        expect(rebaseChange(oldText, newText, oldText)).toBe(newText);
      }),
      { numRuns },
    );
  });

  test('keeps both when they touch different lines, and is given up when they touch the same', () => {
    const lines = 'a\nb\nc\nd\ne\nf\n';
    expect(rebaseChange(lines, lines.replace('b', 'B'), `0\n${lines.replace('e', 'E')}`)).toBe('0\na\nB\nc\nd\nE\nf\n');
    expect(rebaseChange(lines, lines.replace('b', 'B'), lines.replace('b', 'X'))).toBeUndefined();
  });
});
