import { type ChangedRun, diffLines } from '../diff/line-diff.ts';
import { splitLines } from '../diff/text.ts';

export interface MergeResult {
  readonly text: string;
  /** Places at which both changed the same lines, or lines that touch: there the text is as the branch has it. */
  readonly conflicts: number;
}

/** A stretch of the old lines in which one side, or both, changed something; `[start, end)`, counted from 0. */
interface Stretch {
  readonly start: number;
  end: number;
  readonly ours: ChangedRun[];
  readonly theirs: ChangedRun[];
}

/**
 * The change from `oldText` to `ours`, made to `theirs`: byte-exact where both changed different lines. Where they touch, the lines are
 * as `ours` has them, so that a comparison with `theirs` shows what would be lost.
 */
export function mergeTexts(oldText: string, ours: string, theirs: string): MergeResult {
  const oldLines = splitLines(oldText);
  const [our, their] = [splitLines(ours), splitLines(theirs)];
  const stretches = stretchesOf(diffLines(oldLines, our).runs, diffLines(oldLines, their).runs);
  const pieces: (readonly string[])[] = [];
  let conflicts = 0;
  let [oldAt, ourShift, theirShift] = [0, 0, 0];
  for (const stretch of stretches) {
    pieces.push(oldLines.slice(oldAt, stretch.start));
    const mine = our.slice(stretch.start + ourShift, stretch.end + ourShift + grown(stretch.ours));
    const other = their.slice(stretch.start + theirShift, stretch.end + theirShift + grown(stretch.theirs));
    ourShift += grown(stretch.ours);
    theirShift += grown(stretch.theirs);
    oldAt = stretch.end;
    if (stretch.ours.length > 0 && stretch.theirs.length > 0 && mine.join('') !== other.join('')) conflicts++;
    pieces.push(stretch.ours.length > 0 ? mine : other);
  }
  return { text: [...pieces, oldLines.slice(oldAt)].flat().join(''), conflicts };
}

/** Lines that the runs add beyond those they remove. */
const grown = (runs: readonly ChangedRun[]) =>
  runs.reduce((sum, run) => sum + (run.newEnd - run.newStart) - (run.oldEnd - run.oldStart), 0);

function stretchesOf(ours: readonly ChangedRun[], theirs: readonly ChangedRun[]): Stretch[] {
  const all = [...ours.map((run) => ({ run, isOurs: true })), ...theirs.map((run) => ({ run, isOurs: false }))];
  all.sort((one, other) => one.run.oldStart - other.run.oldStart || one.run.oldEnd - other.run.oldEnd);
  const stretches: Stretch[] = [];
  for (const { run, isOurs } of all) {
    const last = stretches.at(-1);
    const stretch =
      last && run.oldStart <= last.end ? last : { start: run.oldStart, end: run.oldEnd, ours: [], theirs: [] };
    if (stretch !== last) stretches.push(stretch);
    stretch.end = Math.max(stretch.end, run.oldEnd);
    (isOurs ? stretch.ours : stretch.theirs).push(run);
  }
  return stretches;
}
