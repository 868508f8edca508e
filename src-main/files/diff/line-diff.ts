import { type ChangeObject, diffArrays } from 'diff';
import { type Anchor, anchorsOf } from './line-anchors.ts';

/** A run of changed lines: `[oldStart, oldEnd)` became `[newStart, newEnd)`, counted from 0. Between two runs at least one line is the same. */
export interface ChangedRun {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

export interface LineDiff {
  readonly runs: readonly ChangedRun[];
  /** Reason why the runs are coarser than the changes. */
  readonly coarse?: string;
}

export interface DiffLimits {
  /** The thread does nothing else in the meantime; in the main one, that is terminals included. */
  readonly timeoutMs: number;
  readonly maxRuns: number;
  /** Lines of both texts together above which lines that occur once are taken for the same before all others. */
  readonly anchorAbove?: number;
}

export const DEFAULT_LIMITS: DiffLimits = { timeoutMs: 40, maxRuns: 2000 };
const ANCHOR_ABOVE = 2000;

/** Computes how to turn `oldLines` into `newLines`, in order. What takes too long to compare becomes one run. */
export function diffLines(
  oldLines: readonly string[],
  newLines: readonly string[],
  limits: DiffLimits = DEFAULT_LIMITS,
): LineDiff {
  const middle = middleOf(oldLines, newLines);
  if (middle.oldStart === middle.oldEnd && middle.newStart === middle.newEnd) return { runs: [] };
  if (middle.oldStart === middle.oldEnd || middle.newStart === middle.newEnd) return { runs: [middle] };
  const { runs, isCoarse } = runsWithin(oldLines, newLines, middle, limits);
  if (runs.length > limits.maxRuns) {
    return { runs: [middle], coarse: `There are ${runs.length} separate changes, too many to show one by one` };
  }
  return isCoarse ? { runs, coarse: TOO_DIFFERENT } : { runs };
}

const TOO_DIFFERENT = 'The texts differ too much to compare all lines in time';

/** All between the first and the last change as one run: what is shown when nothing finer was found in time. */
export function diffCoarsely(oldLines: readonly string[], newLines: readonly string[]): LineDiff {
  const middle = middleOf(oldLines, newLines);
  const isSame = middle.oldStart === middle.oldEnd && middle.newStart === middle.newEnd;
  return isSame ? { runs: [] } : { runs: [middle], coarse: TOO_DIFFERENT };
}

function middleOf(oldLines: readonly string[], newLines: readonly string[]): ChangedRun {
  const prefix = commonPrefix(oldLines, newLines);
  const suffix = commonSuffix(oldLines, newLines, prefix);
  return { oldStart: prefix, oldEnd: oldLines.length - suffix, newStart: prefix, newEnd: newLines.length - suffix };
}

function runsWithin(
  oldLines: readonly string[],
  newLines: readonly string[],
  middle: ChangedRun,
  { timeoutMs, anchorAbove = ANCHOR_ABOVE }: DiffLimits,
): { runs: readonly ChangedRun[]; isCoarse: boolean } {
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

function compareGap(gap: Gap, builder: RunBuilder, deadline: number): void {
  const matched = matchesIn(gap, Math.max(0, deadline - performance.now()));
  if (!matched) builder.isCoarse = true;
  let oldAt = 0;
  let newAt = 0;
  for (const match of matched ?? []) {
    builder.change(match.oldAt - oldAt, match.newAt - newAt);
    builder.same(1);
    oldAt = match.oldAt + 1;
    newAt = match.newAt + 1;
  }
  builder.change(gap.old.length - oldAt, gap.new.length - newAt);
}

interface Gap {
  readonly old: readonly number[];
  readonly new: readonly number[];
}

/**
 * The lines that stay, in order; `undefined` when finding them takes too long. Lines that only one side has are changed
 * whatever the others are: to leave them out first is exact, and often all there is to do.
 */
function matchesIn(gap: Gap, timeout: number): Anchor[] | undefined {
  const oldPlaces = placesIn(gap.old, new Set(gap.new));
  const newPlaces = placesIn(gap.new, new Set(gap.old));
  if (oldPlaces.length === 0 || newPlaces.length === 0) return [];
  const values = (places: readonly number[], lines: readonly number[]) => places.map((place) => lines[place] ?? 0);
  const parts = diffArrays(values(oldPlaces, gap.old), values(newPlaces, gap.new), { timeout });
  if (!parts) return undefined;
  return [...samePlaces(parts)].map(({ oldAt, newAt }) => ({
    oldAt: oldPlaces[oldAt] ?? 0,
    newAt: newPlaces[newAt] ?? 0,
  }));
}

function* samePlaces(parts: readonly ChangeObject<number[]>[]): Generator<Anchor, void> {
  let [oldAt, newAt] = [0, 0];
  for (const { value, added, removed } of parts) {
    for (let at = 0; at < value.length && !added && !removed; at += 1) yield { oldAt: oldAt + at, newAt: newAt + at };
    if (!added) oldAt += value.length;
    if (!removed) newAt += value.length;
  }
}

function placesIn(lines: readonly number[], others: ReadonlySet<number>): number[] {
  const places: number[] = [];
  for (let at = 0; at < lines.length; at += 1) if (others.has(lines[at] ?? -1)) places.push(at);
  return places;
}

/** Joins changes that follow each other into runs. */
class RunBuilder {
  readonly #runs: ChangedRun[] = [];
  #run: { oldStart: number; oldEnd: number; newStart: number; newEnd: number };
  isCoarse = false;

  constructor({ oldStart, newStart }: ChangedRun) {
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

  end(): { runs: readonly ChangedRun[]; isCoarse: boolean } {
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
