import { diffArrays } from 'diff';

/** A run of changed lines: `[oldStart, oldEnd)` became `[newStart, newEnd)`, counted from 0. Between two runs at least one line is the same. */
export interface Run {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

export interface LineDiff {
  readonly runs: readonly Run[];
  /** Why the runs are coarser than the changes. */
  readonly coarse?: string;
}

export interface DiffLimits {
  /** The host does nothing else meanwhile, terminals included. */
  readonly timeoutMs: number;
  readonly maxRuns: number;
}

const DEFAULT_LIMITS: DiffLimits = { timeoutMs: 200, maxRuns: 2000 };

/** What turns `oldLines` into `newLines`, in order. When that takes too long, all between the first and the last change is one run. */
export function diffLines(
  oldLines: readonly string[],
  newLines: readonly string[],
  limits: DiffLimits = DEFAULT_LIMITS,
): LineDiff {
  const prefix = commonPrefix(oldLines, newLines);
  const suffix = commonSuffix(oldLines, newLines, prefix);
  const middle: Run = {
    oldStart: prefix,
    oldEnd: oldLines.length - suffix,
    newStart: prefix,
    newEnd: newLines.length - suffix,
  };
  if (middle.oldStart === middle.oldEnd && middle.newStart === middle.newEnd) return { runs: [] };
  if (middle.oldStart === middle.oldEnd || middle.newStart === middle.newEnd) return { runs: [middle] };
  const runs = runsWithin(oldLines, newLines, middle, limits.timeoutMs);
  if (!runs) return { runs: [middle], coarse: 'The files differ too much to compare line by line in time' };
  if (runs.length > limits.maxRuns) {
    return { runs: [middle], coarse: `There are ${runs.length} separate changes, too many to show one by one` };
  }
  return { runs };
}

function runsWithin(
  oldLines: readonly string[],
  newLines: readonly string[],
  middle: Run,
  timeoutMs: number,
): Run[] | undefined {
  const numbers = new Map<string, number>();
  const numberOf = (line: string) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  // Numbers, because comparing long lines again and again is what a line diff spends its time on.
  const oldNumbers = oldLines.slice(middle.oldStart, middle.oldEnd).map(numberOf);
  const newNumbers = newLines.slice(middle.newStart, middle.newEnd).map(numberOf);
  const parts = diffArrays(oldNumbers, newNumbers, { timeout: timeoutMs });
  if (!parts) return undefined;

  const runs: Run[] = [];
  let run = { oldStart: middle.oldStart, oldEnd: middle.oldStart, newStart: middle.newStart, newEnd: middle.newStart };
  const close = () => {
    if (run.oldEnd > run.oldStart || run.newEnd > run.newStart) runs.push(run);
  };
  for (const { value, added, removed } of parts) {
    if (removed) run.oldEnd += value.length;
    else if (added) run.newEnd += value.length;
    else {
      close();
      const oldAt = run.oldEnd + value.length;
      const newAt = run.newEnd + value.length;
      run = { oldStart: oldAt, oldEnd: oldAt, newStart: newAt, newEnd: newAt };
    }
  }
  close();
  return runs;
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  return count;
}

function commonSuffix(a: readonly string[], b: readonly string[], prefix: number): number {
  const most = Math.min(a.length, b.length) - prefix;
  let count = 0;
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}
