import { diffLines } from './line-diff.ts';
import { splitLines } from './text.ts';

/**
 * The change from `oldText` to `newText`, made to `presentText` instead: byte-exact where both changed different lines,
 * `undefined` if they touch.
 */
export function rebaseChange(oldText: string, newText: string, presentText: string): string | undefined {
  const oldLines = splitLines(oldText);
  const newLines = splitLines(newText);
  const presentLines = splitLines(presentText);
  const theirs = diffLines(oldLines, presentLines).runs;
  const pieces: (readonly string[])[] = [];
  let presentAt = 0;
  for (const mine of diffLines(oldLines, newLines).runs) {
    let shift = 0;
    for (const run of theirs) {
      if (run.oldStart <= mine.oldEnd && mine.oldStart <= run.oldEnd) return undefined;
      if (run.oldEnd < mine.oldStart) shift = run.newEnd - run.oldEnd;
    }
    pieces.push(presentLines.slice(presentAt, mine.oldStart + shift), newLines.slice(mine.newStart, mine.newEnd));
    presentAt = mine.oldEnd + shift;
  }
  return [...pieces, presentLines.slice(presentAt)].flat().join('');
}
