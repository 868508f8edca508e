/** A change of a text as hunks that can be accepted one by one. Pure. */
import type { DiffLine, Hunk } from '#contract';
import { type DiffLimits, diffLines, type Run } from './line-diff.ts';
import { contentOf, dominantEndingOf, endingOf, splitLines } from './text.ts';

/** Both texts and what lies between them. */
export interface TextDiff {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** One for each hunk, in the same order. */
  readonly runs: readonly Run[];
  readonly hunks: readonly Hunk[];
  /** Why the hunks are coarser than the changes. */
  readonly coarse?: string;
}

const CONTEXT_LINES = 3;

/**
 * One hunk for each run of changed lines, numbered from 1. Lines around it are for reading only: neighbours may show the
 * same ones. `oldStart` and `newStart` count from 1; with a count of 0 they name the line the run stands before.
 */
export function diffTexts(oldText: string, newText: string, limits?: DiffLimits): TextDiff {
  const oldLines = splitLines(oldText);
  const newLines = splitLines(newText);
  const { runs, coarse } = diffLines(oldLines, newLines, limits);
  const own = dominantEndingOf(oldText === '' ? newText : oldText);
  const hunks = runs.map((run, index) => {
    const before = Math.min(CONTEXT_LINES, run.oldStart - (runs[index - 1]?.oldEnd ?? 0));
    const after = Math.min(CONTEXT_LINES, (runs[index + 1]?.oldStart ?? oldLines.length) - run.oldEnd);
    return {
      number: index + 1,
      oldStart: run.oldStart + 1,
      oldCount: run.oldEnd - run.oldStart,
      newStart: run.newStart + 1,
      newCount: run.newEnd - run.newStart,
      lines: shownLines({ oldLines, newLines }, run, { before, after }, own),
    };
  });
  return { oldLines, newLines, runs, hunks, ...(coarse && { coarse }) };
}

function shownLines(
  { oldLines, newLines }: Pick<TextDiff, 'oldLines' | 'newLines'>,
  run: Run,
  context: { readonly before: number; readonly after: number },
  own: 'lf' | 'crlf',
): DiffLine[] {
  const shown = (kind: DiffLine['kind'], line: string, at: Pick<DiffLine, 'oldLine' | 'newLine'>): DiffLine => {
    const ending = endingOf(line);
    return { kind, text: contentOf(line), ...at, ...(ending !== own && { ending }) };
  };
  const same = (oldAt: number, newAt: number, count: number) =>
    oldLines
      .slice(oldAt, oldAt + count)
      .map((line, index) => shown('same', line, { oldLine: oldAt + index + 1, newLine: newAt + index + 1 }));
  return [
    ...same(run.oldStart - context.before, run.newStart - context.before, context.before),
    ...oldLines
      .slice(run.oldStart, run.oldEnd)
      .map((line, index) => shown('removed', line, { oldLine: run.oldStart + index + 1 })),
    ...newLines
      .slice(run.newStart, run.newEnd)
      .map((line, index) => shown('added', line, { newLine: run.newStart + index + 1 })),
    ...same(run.oldEnd, run.newEnd, context.after),
  ];
}

/** The old text with exactly the accepted hunks in it. Numbers that name no hunk do nothing. */
export function applyHunks(diff: TextDiff, accepted: readonly number[]): string {
  const wanted = new Set(accepted);
  const pieces: string[] = [];
  let oldAt = 0;
  diff.runs.forEach((run, index) => {
    if (!wanted.has(index + 1)) return;
    for (let line = oldAt; line < run.oldStart; line += 1) pieces.push(diff.oldLines[line] ?? '');
    for (let line = run.newStart; line < run.newEnd; line += 1) pieces.push(diff.newLines[line] ?? '');
    oldAt = run.oldEnd;
  });
  for (let line = oldAt; line < diff.oldLines.length; line += 1) pieces.push(diff.oldLines[line] ?? '');
  return pieces.join('');
}

/** How many lines the accepted hunks add and remove. */
export function countLines(diff: TextDiff, accepted?: readonly number[]): { added: number; removed: number } {
  const wanted = accepted && new Set(accepted);
  const counts = { added: 0, removed: 0 };
  diff.runs.forEach((run, index) => {
    if (wanted && !wanted.has(index + 1)) return;
    counts.added += run.newEnd - run.newStart;
    counts.removed += run.oldEnd - run.oldStart;
  });
  return counts;
}
