import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hunk } from '../../../src-main/contract/index.ts';
import { type Acceptance, acceptanceProblem } from '../../../src-main/files/diff/acceptance.ts';
import { applyHunks } from '../../../src-main/files/diff/apply-hunks.ts';
import { countChangedLines, diffTexts } from '../../../src-main/files/diff/hunks.ts';
import { BOM } from '../../../src-main/files/diff/text.ts';
import { numRuns, textAndEdit } from './arbitrary-text.ts';

const linesIn = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/**
 * Written apart from the code, from what the contract says of `Hunk`: the old lines and the added ones are put on one
 * rail, each with its place, and what is left is read off it.
 */
function reference(oldText: string, newText: string, hunks: readonly Hunk[], { accepted, partly = [] }: Acceptance) {
  const rail: { at: number; place: number; side: 0 | 1; text: string; isIn: boolean }[] = [];
  const [oldLines, newLines] = [linesIn(oldText), linesIn(newText)];
  const changed = new Set<number>();
  for (const { number, oldStart, oldCount, newStart, newCount, lines } of hunks) {
    const chosen = new Set(partly.find((one) => one.hunk === number)?.lines ?? []);
    const isIn = (index: number) => accepted.includes(number) || chosen.has(index);
    for (const [index, line] of lines.entries()) {
      if (line.kind === 'removed') {
        const place = (line.oldLine ?? 0) - oldStart;
        changed.add(oldStart + place);
        rail.push({ at: oldStart, place, side: 0, text: oldLines[oldStart + place - 1] ?? '', isIn: !isIn(index) });
      } else if (line.kind === 'added') {
        const place = (line.newLine ?? 0) - newStart;
        rail.push({ at: oldStart, place, side: 1, text: newLines[newStart + place - 1] ?? '', isIn: isIn(index) });
      }
    }
    expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(oldCount);
    expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(newCount);
  }
  oldLines.forEach((text, index) => {
    // What is the same stands behind what was put before it.
    if (!changed.has(index + 1))
      rail.push({ at: index + 1, place: Number.POSITIVE_INFINITY, side: 1, text, isIn: true });
  });
  return rail
    .sort((a, b) => a.at - b.at || compare(a.place, b.place) || a.side - b.side)
    .filter((line) => line.isIn)
    .map((line) => line.text);
}

const compare = (a: number, b: number) => (a === b ? 0 : a - b);

/** A choice of whole hunks and of single lines. */
function chosen(hunks: readonly Hunk[], choices: Iterator<number>): Acceptance {
  const accepted: number[] = [];
  const partly: { hunk: number; lines: number[] }[] = [];
  for (const { number, lines } of hunks) {
    const fate = choices.next().value;
    if (fate === 0) accepted.push(number);
    if (fate < 2) continue;
    const changed = lines.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
    partly.push({ hunk: number, lines: changed.filter(() => choices.next().value % 2 === 0) });
  }
  return { accepted, partly };
}

const everyLine = ({ number, lines }: Hunk) => ({
  hunk: number,
  lines: lines.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index])),
});
const lineIndices = (hunk: Hunk | undefined, ...texts: string[]) =>
  (hunk?.lines ?? []).flatMap(({ kind, text }, index) => {
    const mark = { same: ' ', removed: '-', added: '+' }[kind];
    return texts.includes(mark + text) ? [index] : [];
  });

describe('accepting single lines', () => {
  test('all lines of every hunk give the new text and none of them the old one, byte for byte', () => {
    fc.assert(
      fc.property(textAndEdit, ([oldText, newText]) => {
        const diff = diffTexts(oldText, newText);
        expect(applyHunks(diff, { accepted: [], partly: diff.hunks.map(everyLine) })).toBe(newText);
        const none = diff.hunks.map(({ number }) => ({ hunk: number, lines: [] }));
        expect(applyHunks(diff, { accepted: [], partly: none })).toBe(oldText);
      }),
      { numRuns },
    );
  });

  test('any choice of hunks and lines gives what an independent reading of the same hunks gives', () => {
    fc.assert(
      fc.property(textAndEdit, fc.infiniteStream(fc.nat({ max: 5 })), ([oldText, newText], choices) => {
        const diff = diffTexts(oldText, newText);
        const acceptance = chosen(diff.hunks, choices);
        expect(acceptanceProblem(diff.hunks, acceptance)).toBeUndefined();
        const expected = reference(oldText, newText, diff.hunks, acceptance);
        const glued = expected.slice(0, -1).some((line) => !line.endsWith('\n'));
        // Marks in the middle and lines without an ending are mended: see the cases below.
        fc.pre(!glued && !`${oldText}${newText}`.includes(BOM));
        expect(applyHunks(diff, acceptance)).toBe(expected.join(''));
      }),
      { numRuns },
    );
  });

  test('whatever is chosen, no line is joined to another and no line is there that neither text has', () => {
    fc.assert(
      fc.property(textAndEdit, fc.infiniteStream(fc.nat({ max: 5 })), ([oldText, newText], choices) => {
        fc.pre(!`${oldText}${newText}`.includes(BOM));
        const diff = diffTexts(oldText, newText);
        const acceptance = chosen(diff.hunks, choices);
        const plain = (line: string) => line.replace(/\r?\n$/, '');
        const written = linesIn(applyHunks(diff, acceptance)).map(plain);
        const expected = reference(oldText, newText, diff.hunks, acceptance).map((line) => plain(line));
        expect(written.map(withoutCr)).toEqual(expected.map(withoutCr));
      }),
      { numRuns },
    );
  });

  test('the lines counted are those the result has more and those it has lost', () => {
    fc.assert(
      fc.property(textAndEdit, fc.infiniteStream(fc.nat({ max: 5 })), ([oldText, newText], choices) => {
        fc.pre(!`${oldText}${newText}`.includes(BOM));
        const diff = diffTexts(oldText, newText);
        const acceptance = chosen(diff.hunks, choices);
        const { added, removed } = countChangedLines(diff, acceptance);
        const written = linesIn(applyHunks(diff, acceptance)).length;
        expect(written).toBe(linesIn(oldText).length + added - removed);
      }),
      { numRuns },
    );
  });

  test('accepting some lines and then all of the rest gives the new text', () => {
    fc.assert(
      fc.property(textAndEdit, fc.infiniteStream(fc.nat({ max: 5 })), ([oldText, newText], choices) => {
        const diff = diffTexts(oldText, newText);
        const some = applyHunks(diff, chosen(diff.hunks, choices));
        const rest = diffTexts(some, newText);
        expect(applyHunks(rest, { accepted: rest.hunks.map(({ number }) => number) })).toBe(newText);
      }),
      { numRuns: Math.min(numRuns, 2000) },
    );
  });

  test('one changed line of three takes the place of the line it replaces', () => {
    const diff = diffTexts('a\nb\nc\n', 'A\nB\nC\n');
    const lines = lineIndices(diff.hunks[0], '-b', '+B');
    expect(applyHunks(diff, { accepted: [], partly: [{ hunk: 1, lines }] })).toBe('a\nB\nc\n');
  });

  test('an addition alone stands behind the line it was to replace', () => {
    const diff = diffTexts('a\nb\n', 'A\nB\nx\n');
    const partly = (...texts: string[]) => [{ hunk: 1, lines: lineIndices(diff.hunks[0], ...texts) }];
    expect(applyHunks(diff, { accepted: [], partly: partly('+A') })).toBe('a\nA\nb\n');
    expect(applyHunks(diff, { accepted: [], partly: partly('+x') })).toBe('a\nb\nx\n');
  });

  test.each([
    ['LF', 'a\nb', 'a\nb\nc', '+c', 'a\nb\nc'],
    ['CRLF', 'a\r\nb', 'a\r\nb\r\nc\r\n', '+c', 'a\r\nb\r\nc\r\n'],
    ['an addition without one, kept before what stays', 'a\nb\n', 'x', '+x', 'a\nx\nb\n'],
  ])('a last line without an ending gets one when a line follows it: %s', (...[, oldText, newText, line, result]) => {
    const diff = diffTexts(oldText, newText);
    const partly = [{ hunk: 1, lines: lineIndices(diff.hunks[0], line) }];
    expect(applyHunks(diff, { accepted: [], partly })).toBe(result);
  });

  test('a byte order mark stays at the beginning and gets into no other line', () => {
    const diff = diffTexts(`${BOM}a\nb\n`, `${BOM}A\nb\n`);
    const partly = (mark: 'added' | 'removed') => [
      { hunk: 1, lines: (diff.hunks[0]?.lines ?? []).flatMap(({ kind }, at) => (kind === mark ? [at] : [])) },
    ];
    expect(applyHunks(diff, { accepted: [], partly: partly('added') })).toBe(`${BOM}a\nA\nb\n`);
    expect(applyHunks(diff, { accepted: [], partly: partly('removed') })).toBe(`${BOM}b\n`);
  });
});

const withoutCr = (line: string) => line.replace(/\r$/, '');

describe('what is no acceptance of the hunks', () => {
  const { hunks } = diffTexts('a\nb\nc\n', 'a\nB\nc\n');
  test.each([
    ['a hunk that is not there', { accepted: [2] }, 'There is no hunk 2'],
    ['part of a hunk that is not there', { accepted: [], partly: [{ hunk: 3, lines: [] }] }, 'There is no hunk 3'],
    ['an unchanged line', { accepted: [], partly: [{ hunk: 1, lines: [0] }] }, 'is no removal or addition'],
    ['a line behind the end', { accepted: [], partly: [{ hunk: 1, lines: [99] }] }, 'is no removal or addition'],
    ['a negative line', { accepted: [], partly: [{ hunk: 1, lines: [-1] }] }, 'is no removal or addition'],
    ['a line twice', { accepted: [], partly: [{ hunk: 1, lines: [1, 1] }] }, 'is named twice'],
    ['a hunk whole and in part', { accepted: [1], partly: [{ hunk: 1, lines: [1] }] }, 'Hunk 1 is named twice'],
  ])('%s', (_, acceptance, problem) => {
    expect(acceptanceProblem(hunks, acceptance)).toContain(problem);
  });
});

describe('a change of blanks alone', () => {
  test.each([
    ['tabs for spaces', 'tab\tvs    spaces\n', 'tab    vs\tspaces\n', true],
    ['blanks at the end', 'a\n', 'a  \n', true],
    ['line endings', 'a\r\nb\r\n', 'a\nb\n', true],
    ['a blank line', 'a\nb\n', 'a\n\nb\n', true],
    ['a line that is broken', 'f(a, b)\n', 'f(a,\n  b)\n', true],
    ['a letter', 'a b\n', 'a c\n', undefined],
    ['a zero-width space', 'ab\n', 'a\u200bb\n', undefined],
    ['a byte order mark in the text', 'ab\n', 'a\uFEFFb\n', undefined],
    ['a Unicode line separator', 'ab\n', 'a\u2028b\n', undefined],
  ])('is marked: %s', (_, oldText, newText, isBlank) => {
    expect(diffTexts(oldText, newText).hunks.map((hunk) => hunk.isBlank)).toEqual([isBlank]);
  });
});
