import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyHunks } from '../../../../src-main/files/diff/apply-hunks.ts';
import { diffTexts } from '../../../../src-main/files/diff/hunks.ts';
import { anyText, numRuns, textAndEdit } from '../arbitrary-text.ts';

const all = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Written apart from the code: rebuilds the text from what the hunks say about lines, with the endings of both texts. */
function reference(oldText: string, newText: string, hunks: ReturnType<typeof diffTexts>['hunks'], accepted: number[]) {
  const oldLines = oldText.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const newLines = newText.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const removed = new Set<number>();
  const added = new Map<number, string>();
  for (const hunk of hunks.filter(({ number }) => accepted.includes(number))) {
    for (let line = 0; line < hunk.oldCount; line += 1) removed.add(hunk.oldStart + line);
    added.set(hunk.oldStart, newLines.slice(hunk.newStart - 1, hunk.newStart - 1 + hunk.newCount).join(''));
  }
  let text = '';
  for (let line = 1; line <= oldLines.length + 1; line += 1) {
    text += added.get(line) ?? '';
    if (!removed.has(line)) text += oldLines[line - 1] ?? '';
  }
  return text;
}

describe('accepting hunks', () => {
  test('all of them give the new text and none the old one, byte for byte', () => {
    fc.assert(
      fc.property(textAndEdit, ([oldText, newText]) => {
        const diff = diffTexts(oldText, newText);
        expect(applyHunks(diff, { accepted: all(diff.hunks.length) })).toBe(newText);
        expect(applyHunks(diff, { accepted: [] })).toBe(oldText);
      }),
      { numRuns },
    );
  });

  test('any of them give what an independent reading of the same hunks gives', () => {
    fc.assert(
      fc.property(textAndEdit, fc.infiniteStream(fc.boolean()), ([oldText, newText], choices) => {
        const diff = diffTexts(oldText, newText);
        const accepted = all(diff.hunks.length).filter(() => choices.next().value);
        expect(applyHunks(diff, { accepted })).toBe(reference(oldText, newText, diff.hunks, accepted));
      }),
      { numRuns },
    );
  });

  test('all and none are as exact where single lines are taken for the same first, as in long texts', () => {
    const limits = { timeoutMs: 200, maxRuns: 2000, anchorAbove: 0 };
    fc.assert(
      fc.property(textAndEdit, fc.infiniteStream(fc.boolean()), ([oldText, newText], choices) => {
        const diff = diffTexts(oldText, newText, limits);
        const accepted = all(diff.hunks.length).filter(() => choices.next().value);
        expect(applyHunks(diff, { accepted: all(diff.hunks.length) })).toBe(newText);
        expect(applyHunks(diff, { accepted })).toBe(reference(oldText, newText, diff.hunks, accepted));
        for (const [index, run] of diff.runs.entries()) {
          expect(run.oldStart).toBeGreaterThan(diff.runs[index - 1]?.oldEnd ?? -1);
        }
      }),
      { numRuns },
    );
  });

  test('accepting some and then the rest gives the new text', () => {
    fc.assert(
      fc.property(textAndEdit, fc.infiniteStream(fc.boolean()), ([oldText, newText], choices) => {
        const diff = diffTexts(oldText, newText);
        const some = applyHunks(diff, { accepted: all(diff.hunks.length).filter(() => choices.next().value) });
        const rest = diffTexts(some, newText);
        expect(applyHunks(rest, { accepted: all(rest.hunks.length) })).toBe(newText);
      }),
      { numRuns: Math.min(numRuns, 2000) },
    );
  });

  test('numbers that name no hunk, and numbers named twice, do nothing more', () => {
    const diff = diffTexts('a\nb\n', 'a\nB\n');
    expect(applyHunks(diff, { accepted: [0, 2, -1] })).toBe('a\nb\n');
    expect(applyHunks(diff, { accepted: [1, 1] })).toBe('a\nB\n');
  });
});

describe('hunks', () => {
  test('equal texts have none', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(diffTexts(text, text).hunks).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('two runs of changed lines with one line between them are two hunks, numbered from 1', () => {
    const { hunks } = diffTexts('a\nb\nc\nd\n', 'A\nb\nC\nd\n');
    expect(hunks.map((hunk) => [hunk.number, hunk.oldStart, hunk.oldCount, hunk.newStart, hunk.newCount])).toEqual([
      [1, 1, 1, 1, 1],
      [2, 3, 1, 3, 1],
    ]);
  });

  test('context is up to three unchanged lines on each side and shows no changed line of a neighbour', () => {
    const old = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    const changed = old.map((line) => (line === '4' || line === '7' ? `${line}!` : line));
    const { hunks } = diffTexts(`${old.join('\n')}\n`, `${changed.join('\n')}\n`);
    expect(hunks[0]?.lines.map((line) => `${line.kind} ${line.text}`)).toEqual([
      'same 1',
      'same 2',
      'same 3',
      'removed 4',
      'added 4!',
      'same 5',
      'same 6',
    ]);
    expect(hunks[1]?.lines.at(-1)).toEqual({ kind: 'same', text: '9', oldLine: 9, newLine: 9 });
  });

  test('lines that were added carry their number in the new text, removed ones in the old text', () => {
    const { hunks } = diffTexts('a\nb\n', 'a\nx\ny\nb\n');
    expect(hunks[0]).toMatchObject({ oldStart: 2, oldCount: 0, newStart: 2, newCount: 2 });
    expect(hunks[0]?.lines.filter((line) => line.kind === 'added')).toEqual([
      { kind: 'added', text: 'x', newLine: 2 },
      { kind: 'added', text: 'y', newLine: 3 },
    ]);
  });

  test('a line ending that changes is a change one can see', () => {
    const { hunks } = diffTexts('a\r\nb\r\n', 'a\r\nb\n');
    expect(hunks[0]?.lines.filter((line) => line.kind !== 'same')).toEqual([
      { kind: 'removed', text: 'b', oldLine: 2 },
      { kind: 'added', text: 'b', newLine: 2, ending: 'lf' },
    ]);
  });

  test('a final newline that goes is a change one can see', () => {
    const { hunks } = diffTexts('a\n', 'a');
    expect(hunks[0]?.lines).toEqual([
      { kind: 'removed', text: 'a', oldLine: 1 },
      { kind: 'added', text: 'a', newLine: 1, ending: 'none' },
    ]);
  });

  test('when comparing takes too long, all between the first and the last change is one hunk, and it says so', () => {
    const lines = (seed: number) => Array.from({ length: 400 }, (_, index) => `${(index * seed) % 397}\n`).join('');
    const [oldText, newText] = [`same\n${lines(7)}end\n`, `same\n${lines(13)}end\n`];
    const diff = diffTexts(oldText, newText, { timeoutMs: 0, maxRuns: 2000 });
    expect(diff.hunks).toHaveLength(1);
    expect(diff.coarse).toMatch(/too much to compare/);
    expect(applyHunks(diff, { accepted: [1] })).toBe(newText);
    expect(diff.hunks[0]?.oldStart).toBeGreaterThan(1);
  });

  test('more changes than one can look at are one hunk, and it says how many there are', () => {
    const oldText = Array.from({ length: 20 }, (_, index) => `${index}\n`).join('');
    const diff = diffTexts(oldText, oldText.replaceAll(/[02468]\n/g, 'x\n'), { timeoutMs: 1000, maxRuns: 3 });
    expect(diff.hunks).toHaveLength(1);
    expect(diff.coarse).toMatch(/10 separate changes/);
  });

  test('a long text with many small changes has a hunk for each of them', () => {
    const oldText = Array.from({ length: 30_000 }, (_, index) => `line ${index}\n`).join('');
    const limits = { timeoutMs: 60_000, maxRuns: 2000 };
    const { hunks, coarse } = diffTexts(oldText, oldText.replaceAll(/77\n/g, 'changed\n'), limits);
    expect(coarse).toBeUndefined();
    expect(hunks).toHaveLength(300);
    expect(hunks.every((hunk) => hunk.oldCount === 1 && hunk.newCount === 1)).toBe(true);
  });

  test('two large texts that have nothing in common do not hold up the host for two seconds', () => {
    const text = (mark: string) => Array.from({ length: 60_000 }, (_, index) => `${mark}${index}\n`).join('');
    // Of this process: the machine may have other things to do.
    const before = process.cpuUsage();
    const diff = diffTexts(text('a'), text('b'));
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
    expect(diff.hunks).toHaveLength(1);
  });
});
