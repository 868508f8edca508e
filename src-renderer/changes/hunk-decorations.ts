import type { Hunk } from '#contract';
import styles from './hunk-decorations.module.css';
import { editor, Range } from './monaco.ts';

export interface HunkMarks {
  readonly hunks: readonly Hunk[];
  readonly rejected: ReadonlySet<number>;
  readonly current: number | undefined;
}

/** Marks in the gutter of the proposed side: which hunk is accepted, which is not, which one the keys act on. */
export function hunkDecorations({ hunks, rejected, current }: HunkMarks): editor.IModelDeltaDecoration[] {
  return hunks.map((hunk) => {
    const isRejected = rejected.has(hunk.number);
    const [first, last] = proposedLines(hunk);
    const words = `Hunk ${hunk.number}, ${isRejected ? 'rejected' : 'accepted'}`;
    return {
      range: new Range(first, 1, last, 1),
      options: {
        isWholeLine: true,
        className: [isRejected && styles.rejected, hunk.number === current && styles.current].filter(Boolean).join(' '),
        firstLineDecorationClassName: isRejected ? styles.cross : styles.tick,
        glyphMarginHoverMessage: { value: words },
        overviewRuler: { color: isRejected ? '#80808080' : '#40a060a0', position: editor.OverviewRulerLane.Center },
      },
    } as editor.IModelDeltaDecoration;
  });
}

/** First and last line of the hunk in the proposed text; where it only removes, the line it follows. */
export function proposedLines({ newStart, newCount }: Hunk): [number, number] {
  const first = Math.max(newStart, 1);
  return [first, Math.max(first, newStart + newCount - 1)];
}
