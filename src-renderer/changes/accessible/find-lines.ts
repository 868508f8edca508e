import type { Hunk } from '#contract';

/** A line of a hunk, by its place in it. */
export interface FoundLine {
  readonly hunk: number;
  readonly line: number;
}

/** Every line that contains `text`, in any case, in the order they are shown. */
export function findLines(hunks: readonly Hunk[], text: string): readonly FoundLine[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  return hunks.flatMap((hunk) =>
    hunk.lines.flatMap((line, index) =>
      line.text.toLowerCase().includes(wanted) ? [{ hunk: hunk.number, line: index }] : [],
    ),
  );
}
