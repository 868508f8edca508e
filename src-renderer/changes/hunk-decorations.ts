import type { Hunk } from '#contract';
import styles from './hunk-decorations.module.css';
import { type editor, Range } from './monaco.ts';

export interface HunkMarks {
  readonly hunks: readonly Hunk[];
  readonly rejected: ReadonlySet<number>;
  readonly current: number | undefined;
  /** False for what has happened already: then nothing is marked as accepted or rejected. */
  readonly canDecide: boolean;
}

/** A column that no line reaches: the range ends with the line. */
const PAST_END = 1_000_000;

/** Marks in the gutter of the proposed side: which hunk is accepted, which is not, which one the keys act on. */
export function hunkDecorations({ hunks, rejected, current, canDecide }: HunkMarks): editor.IModelDeltaDecoration[] {
  return hunks.flatMap((hunk) => {
    const isRejected = rejected.has(hunk.number);
    const place = placeOf(hunk, hunk.number === current, isRejected);
    return canDecide ? [place, verdictOf(hunk, isRejected)] : [place];
  });
}

function placeOf(hunk: Hunk, isCurrent: boolean, isRejected: boolean): editor.IModelDeltaDecoration {
  const [first, last] = proposedLines(hunk);
  return {
    range: new Range(first, 1, last, PAST_END),
    options: {
      linesDecorationsClassName: (isCurrent && styles.current) || '',
      inlineClassName: (isRejected && styles.rejected) || '',
    },
  };
}

function verdictOf(hunk: Hunk, isRejected: boolean): editor.IModelDeltaDecoration {
  const [first] = proposedLines(hunk);
  return {
    range: new Range(first, 1, first, 1),
    options: {
      glyphMarginClassName: (isRejected ? styles.cross : styles.tick) ?? '',
      glyphMarginHoverMessage: { value: `Hunk ${hunk.number}, ${isRejected ? 'rejected' : 'accepted'}` },
    },
  };
}

/** First and last line of the hunk in the proposed text; where it only removes, the line it follows. */
export function proposedLines({ newStart, newCount }: Hunk): [number, number] {
  const first = Math.max(newStart, 1);
  return [first, Math.max(first, newStart + newCount - 1)];
}
