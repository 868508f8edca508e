import type { Diff, DiffLine, Hunk } from '#contract';
import { cyan, green, muted, red } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';

/** Most lines of a diff; the rest is counted. */
const MAX_DIFF_LINES = 400;

/** A change as a unified diff: what touches is shown as one piece. */
export function diffText({ hunks, noText, lineEnding }: Diff): string[] {
  if (noText !== undefined) return [muted(safeText(noText))];
  const lines = diffHunks(hunks).flatMap(pieceText);
  const left = lines.length - MAX_DIFF_LINES;
  return [
    ...lines.slice(0, MAX_DIFF_LINES),
    ...(left > 0 ? [muted(`… ${left} more lines; all of them are shown in Changes`)] : []),
    ...(lineEnding === 'crlf' || lineEnding === 'mixed' ? [muted(`line endings: ${lineEnding}`)] : []),
  ];
}

interface DiffHunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

/** Hunks with the unchanged lines around them, each line once. */
function diffHunks(hunks: readonly Hunk[]): readonly DiffHunk[] {
  const pieces: DiffHunk[] = [];
  /** The last line of the old text that is shown. */
  let shownTo = -1;
  for (const { oldStart, newStart, oldCount, lines } of hunks) {
    const changed = lines.findIndex(({ kind }) => kind !== 'same');
    const before = Math.max(0, changed);
    const after = lines.length - 1 - lines.findLastIndex(({ kind }) => kind !== 'same');
    const from = oldStart - before;
    const last = pieces.at(-1);
    if (last && from <= shownTo + 1) {
      const fresh = lines.slice(Math.min(before, shownTo + 1 - from));
      pieces.splice(-1, 1, { ...last, lines: [...last.lines, ...fresh] });
    } else pieces.push({ oldStart: from, newStart: newStart - before, lines });
    shownTo = oldStart + oldCount - 1 + after;
  }
  return pieces;
}

function pieceText({ oldStart, newStart, lines }: DiffHunk): string[] {
  const added = lines.filter(({ kind }) => kind === 'added').length;
  const removed = lines.filter(({ kind }) => kind === 'removed').length;
  const place = `@@ -${range(oldStart, lines.length - added)} +${range(newStart, lines.length - removed)} @@`;
  return [
    cyan(place),
    ...lines.map(({ kind, text }) => {
      const shown = safeText(text);
      return kind === 'added' ? green(`+${shown}`) : kind === 'removed' ? red(`-${shown}`) : ` ${shown}`;
    }),
  ];
}

/** Writes a range; for no lines the format names the line before. */
function range(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}
