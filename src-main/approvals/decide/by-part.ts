/** Lookup of what an analysis says about one part, since a long line has thousands of them. */
import type { Analysis, Doubt, Effect, Span } from '#shell-analysis';

interface Lookup {
  readonly effects: ReadonlyMap<number, readonly Effect[]>;
  /** Doubts by the position at which they begin. */
  readonly doubts: readonly Doubt[];
  /** Beginnings of parts, in order, and the furthest end of those up to each. */
  readonly reach: readonly Span[];
}

/**
 * Lookup of the most recent analysis: each decision is made in one go, and a WeakMap would cost every garbage
 * collection.
 */
let last: { readonly analysis: Analysis; readonly lookup: Lookup } | undefined;

const NONE: readonly Effect[] = [];

export const effectsOfPart = (analysis: Analysis, index: number): readonly Effect[] =>
  lookupOf(analysis).effects.get(index) ?? NONE;

/** Index of the part that no other one runs, and that runs this one; its own where none does. */
export function outermostOf({ parts }: Analysis, index: number): number {
  const part = parts[index];
  if (part === undefined || part.wrappers.length === 0) return index;
  const { start, end } = part.span;
  const isAround = ({ wrappers, span }: Analysis['parts'][number]): boolean =>
    wrappers.length === 0 && span.start <= start && span.end >= end;
  return parts.findLastIndex((one, at) => at < index && isAround(one));
}

/** Yields the doubts within a span. */
export function* doubtsWithin(analysis: Analysis, { start, end }: Span): Generator<Doubt, void> {
  const { doubts } = lookupOf(analysis);
  for (let at = countBefore(doubts, ({ span }) => span.start < start); at < doubts.length; at += 1) {
    const doubt = doubts[at];
    if (doubt === undefined || doubt.span.start > end) return;
    if (doubt.span.end <= end) yield doubt;
  }
}

/** The first doubt within a span. */
export function firstDoubtWithin(analysis: Analysis, { start, end }: Span): Doubt | undefined {
  const { doubts } = lookupOf(analysis);
  if (doubts.length === 0) return undefined;
  for (let at = countBefore(doubts, ({ span }) => span.start < start); at < doubts.length; at += 1) {
    const doubt = doubts[at];
    if (doubt === undefined || doubt.span.start > end) return undefined;
    if (doubt.span.end <= end) return doubt;
  }
  return undefined;
}

/** Whether one of the parts holds all of a span. */
export function isWithinPart(analysis: Analysis, { start, end }: Span): boolean {
  const { reach } = lookupOf(analysis);
  const before = reach[countBefore(reach, (one) => one.start <= start) - 1];
  return before !== undefined && before.end >= end;
}

function lookupOf(analysis: Analysis): Lookup {
  if (last?.analysis === analysis) return last.lookup;
  const lookup = {
    effects: groupBy(analysis.effects, ({ part }) => part),
    doubts: analysis.unknown.toSorted((one, other) => one.span.start - other.span.start),
    reach: reachOf(analysis),
  };
  last = { analysis, lookup };
  return lookup;
}

function reachOf({ parts }: Analysis): Span[] {
  let end = 0;
  const spans = parts.map(({ span }) => span).toSorted((one, other) => one.start - other.start);
  return spans.map((span) => {
    end = Math.max(end, span.end);
    return { start: span.start, end };
  });
}

/** Number of leading elements that are `before`, in a list in which none follows one that is not. */
function countBefore<T>(list: readonly T[], isBefore: (one: T) => boolean): number {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const one = list[middle];
    if (one !== undefined && isBefore(one)) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function groupBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
