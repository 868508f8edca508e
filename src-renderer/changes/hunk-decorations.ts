import type { Hunk } from '#contract';
import styles from './hunk-decorations.module.css';
import { type editor, Range } from './monaco.ts';

export interface HunkMarks {
  readonly hunks: readonly Hunk[];
  readonly rejected: ReadonlySet<number>;
  readonly current: number | undefined;
}

/** A column that no line reaches: the range ends with the line. */
const PAST_END = 1_000_000;

/** Marks in the gutter of the proposed side: which hunk is accepted, which is not, which one the keys act on. */
export function hunkDecorations({ hunks, rejected, current }: HunkMarks): editor.IModelDeltaDecoration[] {
  return hunks.flatMap((hunk) => {
    const isRejected = rejected.has(hunk.number);
    const [first, last] = proposedLines(hunk);
    return [
      {
        range: new Range(first, 1, first, 1),
        options: {
          glyphMarginClassName: (isRejected ? styles.cross : styles.tick) ?? '',
          glyphMarginHoverMessage: { value: `Hunk ${hunk.number}, ${isRejected ? 'rejected' : 'accepted'}` },
        },
      },
      {
        range: new Range(first, 1, last, PAST_END),
        options: {
          linesDecorationsClassName: (hunk.number === current ? styles.current : undefined) ?? '',
          inlineClassName: (isRejected ? styles.rejected : undefined) ?? '',
        },
      },
    ];
  });
}

/** First and last line of the hunk in the proposed text; where it only removes, the line it follows. */
export function proposedLines({ newStart, newCount }: Hunk): [number, number] {
  const first = Math.max(newStart, 1);
  return [first, Math.max(first, newStart + newCount - 1)];
}
