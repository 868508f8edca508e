import { diffArrays } from 'diff';
import { type Anchor, anchorsOf } from './line-anchors.ts';

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
  /** Lines of both texts together above which lines that occur once are taken for the same before all others. */
  readonly anchorAbove?: number;
}

const DEFAULT_LIMITS: DiffLimits = { timeoutMs: 200, maxRuns: 2000 };
const ANCHOR_ABOVE = 2000;

/** What turns `oldLines` into `newLines`, in order. What takes too long to compare is one run. */
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
  const { runs, isCoarse } = runsWithin(oldLines, newLines, middle, limits);
  if (runs.length > limits.maxRuns) {
    return { runs: [middle], coarse: `There are ${runs.length} separate changes, too many to show one by one` };
  }
  return isCoarse ? { runs, coarse: 'The texts differ too much to compare all lines in time' } : { runs };
}

function runsWithin(
  oldLines: readonly string[],
  newLines: readonly string[],
  middle: Run,
  { timeoutMs, anchorAbove = ANCHOR_ABOVE }: DiffLimits,
): { runs: readonly Run[]; isCoarse: boolean } {
  const numberOf = numbering();
  // Numbers, because comparing long lines again and again is what a line diff spends its time on.
  const oldNumbers = oldLines.slice(middle.oldStart, middle.oldEnd).map(numberOf);
  const newNumbers = newLines.slice(middle.newStart, middle.newEnd).map(numberOf);
  const anchors = oldNumbers.length + newNumbers.length > anchorAbove ? anchorsOf(oldNumbers, newNumbers) : [];
  const end: Anchor = { oldAt: oldNumbers.length, newAt: newNumbers.length };
  const builder = new RunBuilder(middle);
  const deadline = performance.now() + timeoutMs;
  let oldAt = 0;
  let newAt = 0;
  for (const anchor of [...anchors, end]) {
    const gap = { old: oldNumbers.slice(oldAt, anchor.oldAt), new: newNumbers.slice(newAt, anchor.newAt) };
    compareGap(gap, builder, deadline);
    if (anchor !== end) builder.same(1);
    oldAt = anchor.oldAt + 1;
    newAt = anchor.newAt + 1;
  }
  return builder.end();
}

function numbering(): (line: string) => number {
  const numbers = new Map<string, number>();
  return (line) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
}

function compareGap(gap: { readonly old: number[]; readonly new: number[] }, builder: RunBuilder, deadline: number) {
  const isOneSided = gap.old.length === 0 || gap.new.length === 0;
  const timeout = Math.max(0, deadline - performance.now());
  const parts = isOneSided ? undefined : diffArrays(gap.old, gap.new, { timeout });
  if (!parts) {
    builder.change(gap.old.length, gap.new.length);
    if (!isOneSided) builder.isCoarse = true;
    return;
  }
  for (const { value, added, removed } of parts) {
    if (removed) builder.change(value.length, 0);
    else if (added) builder.change(0, value.length);
    else builder.same(value.length);
  }
}

/** Joins changes that follow each other into runs. */
class RunBuilder {
  readonly #runs: Run[] = [];
  #run: { oldStart: number; oldEnd: number; newStart: number; newEnd: number };
  isCoarse = false;

  constructor({ oldStart, newStart }: Run) {
    this.#run = { oldStart, oldEnd: oldStart, newStart, newEnd: newStart };
  }

  change(removed: number, added: number): void {
    this.#run.oldEnd += removed;
    this.#run.newEnd += added;
  }

  same(count: number): void {
    this.#close();
    const oldStart = this.#run.oldEnd + count;
    const newStart = this.#run.newEnd + count;
    this.#run = { oldStart, oldEnd: oldStart, newStart, newEnd: newStart };
  }

  end(): { runs: readonly Run[]; isCoarse: boolean } {
    this.#close();
    return { runs: this.#runs, isCoarse: this.isCoarse };
  }

  #close(): void {
    const { oldStart, oldEnd, newStart, newEnd } = this.#run;
    if (oldEnd > oldStart || newEnd > newStart) this.#runs.push(this.#run);
  }
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
