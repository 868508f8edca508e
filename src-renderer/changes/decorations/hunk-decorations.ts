import type { DiffLine, Hunk } from '#contract';
import { type editor, Range } from '../../editor/monaco.ts';
import { type HunkDecisions, isLineAccepted, VERDICT_WORDS, verdictOf } from '../review/line-decisions.ts';
import styles from './hunk-decorations.module.css';

export interface HunkMarks extends HunkDecisions {
  readonly hunks: readonly Hunk[];
  readonly current: number | undefined;
  /** The place, in the current hunk's lines, of the line that the keys act on. */
  readonly line: number | undefined;
  /** Whether it can be decided; if not, nothing is marked as accepted or rejected. */
  readonly canDecide: boolean;
}

interface SideMarks {
  readonly original: editor.IModelDeltaDecoration[];
  readonly proposed: editor.IModelDeltaDecoration[];
}

/** A column that no line reaches: the range ends with the line. */
const PAST_END = 1_000_000;
/** Most marks: more are slower to draw than they are of use; the accessible view has them all. */
const MAX_LINE_MARKS = 2000;

/** Marks of both sides: which hunk is accepted, which lines are not written, and what the keys act on. */
export function hunkDecorations(marks: HunkMarks): SideMarks {
  const sides: SideMarks = { original: [], proposed: [] };
  for (const hunk of marks.hunks) {
    if (hunk.number === marks.current) sides.proposed.push(currentMark(hunk));
    if (!marks.canDecide) continue;
    // Where lines were added, each has a mark of its own.
    if (hunk.newCount === 0) sides.proposed.push(verdictMark(hunk, marks));
    const verdict = verdictOf(marks, hunk.number);
    if (verdict !== 'accepted') markLines(sides, hunk, marks);
  }
  const line = marks.hunks.find(({ number }) => number === marks.current)?.lines[marks.line ?? -1];
  if (line !== undefined) markCurrent(sides, line);
  return sides;
}

function currentMark(hunk: Hunk): editor.IModelDeltaDecoration {
  const [first, last] = proposedLines(hunk);
  return { range: new Range(first, 1, last, PAST_END), options: { linesDecorationsClassName: styles.current ?? '' } };
}

function verdictMark(hunk: Hunk, decisions: HunkDecisions): editor.IModelDeltaDecoration {
  const [first] = proposedLines(hunk);
  const verdict = verdictOf(decisions, hunk.number);
  return {
    range: new Range(first, 1, first, 1),
    options: {
      glyphMarginClassName: styles[verdict] ?? '',
      glyphMarginHoverMessage: { value: `Hunk ${hunk.number}, ${VERDICT_WORDS[verdict]}` },
    },
  };
}

/**
 * Marks the parts of a partly accepted hunk that are not written: added lines struck out, and removed ones that stay.
 */
function markLines(sides: SideMarks, hunk: Hunk, decisions: HunkDecisions): void {
  hunk.lines.forEach((line, place) => {
    if (line.kind === 'same' || isLineAccepted(decisions, hunk.number, place)) return;
    const { side, number } = sideOf(sides, line);
    if (number !== undefined && side.length < MAX_LINE_MARKS) side.push(offMark(number, line.kind === 'removed'));
  });
}

function offMark(number: number, isRemoval: boolean): editor.IModelDeltaDecoration {
  return {
    range: new Range(number, 1, number, PAST_END),
    options: {
      isWholeLine: true,
      className: styles.off ?? '',
      inlineClassName: (!isRemoval && styles.struck) || '',
      after: {
        content: `\u00a0\u00a0${isRemoval ? 'stays' : 'not written'}`,
        inlineClassName: styles.fate ?? null,
        inlineClassNameAffectsLetterSpacing: true,
      },
      showIfCollapsed: true,
    },
  };
}

function markCurrent(sides: SideMarks, line: DiffLine): void {
  const { side, number } = sideOf(sides, line);
  if (number === undefined) return;
  side.push({
    range: new Range(number, 1, number, 1),
    options: { isWholeLine: true, className: styles.line ?? '', zIndex: 10 },
  });
}

function sideOf({ original, proposed }: SideMarks, { kind, oldLine, newLine }: DiffLine) {
  return kind === 'removed' ? { side: original, number: oldLine } : { side: proposed, number: newLine };
}

/** First and last line of the hunk in the proposed text; where it only removes, the line it follows. */
export function proposedLines({ newStart, newCount }: Hunk): [number, number] {
  const first = Math.max(newStart, 1);
  return [first, Math.max(first, newStart + newCount - 1)];
}
