/** A change of a text as hunks that can be accepted one by one. Pure. */
import type { DiffLine, Hunk } from '#contract';
import { acceptEveryHunk, acceptedParts } from './acceptance.ts';
import { type ChangedRun, type DiffLimits, diffLines, type LineDiff } from './line-diff.ts';
import { dominantEndingOf, lineContent, splitLines, terminatorOf } from './text.ts';

/** Both texts and what lies between them. */
export interface TextDiff {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** One for each hunk, in the same order. */
  readonly runs: readonly ChangedRun[];
  readonly hunks: readonly Hunk[];
  /** Reason why the hunks are coarser than the changes. */
  readonly coarse?: string;
}

const CONTEXT_LINES = 3;

/**
 * One hunk for each run of changed lines, numbered from 1. Lines around it are for reading only: neighbours may show the
 * same ones. `oldStart` and `newStart` count from 1; with a count of 0 they name the line the run stands before.
 */
export function diffTexts(oldText: string, newText: string, limits?: DiffLimits): TextDiff {
  return hunksBetween(oldText, newText, (oldLines, newLines) => diffLines(oldLines, newLines, limits));
}

/** Builds hunks from the runs that `compare` finds. */
export function hunksBetween(
  oldText: string,
  newText: string,
  compare: (oldLines: readonly string[], newLines: readonly string[]) => LineDiff,
): TextDiff {
  const oldLines = splitLines(oldText);
  const newLines = splitLines(newText);
  const { runs, coarse } = compare(oldLines, newLines);
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
      ...(isBlankChange({ oldLines, newLines }, run) && { isBlank: true }),
      lines: shownLines({ oldLines, newLines }, run, { before, after }, own),
    };
  });
  return { oldLines, newLines, runs, hunks, ...(coarse && { coarse }) };
}

function shownLines(
  { oldLines, newLines }: Pick<TextDiff, 'oldLines' | 'newLines'>,
  run: ChangedRun,
  context: { readonly before: number; readonly after: number },
  own: 'lf' | 'crlf',
): DiffLine[] {
  const shown = (kind: DiffLine['kind'], line: string, at: Pick<DiffLine, 'oldLine' | 'newLine'>): DiffLine => {
    const ending = terminatorOf(line);
    return { kind, text: lineContent(line), ...at, ...(ending !== own && { ending }) };
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

/** Counts the lines that the accepted part adds and removes; all of it by default. */
export function countChangedLines({ hunks }: Pick<TextDiff, 'hunks'>, acceptance = acceptEveryHunk(hunks)): LineCounts {
  const counts = { added: 0, removed: 0 };
  for (const part of acceptedParts(hunks, acceptance).values()) {
    counts.added += part.counts.added;
    counts.removed += part.counts.removed;
  }
  return counts;
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Whether nothing but blanks, line breaks and line endings differs. A character that shows nowhere is no blank. */
function isBlankChange({ oldLines, newLines }: Pick<TextDiff, 'oldLines' | 'newLines'>, run: ChangedRun): boolean {
  const from = oldLines.slice(run.oldStart, run.oldEnd).join('');
  const to = newLines.slice(run.newStart, run.newEnd).join('');
  let fromAt = afterBlanks(from, 0);
  let toAt = afterBlanks(to, 0);
  while (fromAt < from.length && from[fromAt] === to[toAt]) {
    fromAt = afterBlanks(from, fromAt + 1);
    toAt = afterBlanks(to, toAt + 1);
  }
  return fromAt >= from.length && toAt >= to.length;
}

const BLANKS: ReadonlySet<string | undefined> = new Set([...'\t\n\v\f\r \u00A0']);

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (BLANKS.has(text[at])) at += 1;
  return at;
}
