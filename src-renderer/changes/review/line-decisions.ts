import type { Hunk } from '#contract';

/** Decision about a hunk: all of its lines are written, none, or some. */
type HunkVerdict = 'accepted' | 'rejected' | 'partly';

export const VERDICT_WORDS: Readonly<Record<HunkVerdict, string>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  partly: 'partly accepted',
};

/** Decisions by hunk number. What is in neither is accepted whole. */
export interface HunkDecisions {
  /** Hunks of which nothing is written. */
  readonly rejected: ReadonlySet<number>;
  /** Accepted removals and additions by hunk, as indices into its `lines`; neither all of them nor none. */
  readonly partly: ReadonlyMap<number, ReadonlySet<number>>;
}

export const allAccepted: HunkDecisions = { rejected: new Set(), partly: new Map() };

export function verdictOf({ rejected, partly }: HunkDecisions, hunk: number): HunkVerdict {
  if (rejected.has(hunk)) return 'rejected';
  return partly.has(hunk) ? 'partly' : 'accepted';
}

/** Places of the lines that can be decided on. */
export function changedPlaces({ lines }: Hunk): number[] {
  return lines.flatMap((line, place) => (line.kind === 'same' ? [] : [place]));
}

export function isLineAccepted({ rejected, partly }: HunkDecisions, hunk: number, place: number): boolean {
  return !rejected.has(hunk) && (partly.get(hunk)?.has(place) ?? true);
}

/** Places of the lines of a hunk that count, in order. */
export function acceptedPlaces(decisions: HunkDecisions, hunk: Hunk): number[] {
  return changedPlaces(hunk).filter((place) => isLineAccepted(decisions, hunk.number, place));
}

export function withHunk(decisions: HunkDecisions, hunk: number, isAccepted: boolean): HunkDecisions {
  return withPlaces(decisions, hunk, isAccepted ? 'all' : 'none');
}

/** Decides one line; the hunk is accepted, rejected or partly accepted by what its lines then are. */
export function withLine(decisions: HunkDecisions, hunk: Hunk, place: number, isAccepted: boolean): HunkDecisions {
  const all = changedPlaces(hunk);
  if (!all.includes(place)) return decisions;
  const accepted = new Set(acceptedPlaces(decisions, hunk));
  if (isAccepted) accepted.add(place);
  else accepted.delete(place);
  return withAccepted(decisions, hunk, (one) => accepted.has(one));
}

/** Decides about all lines of a hunk. */
function withAccepted(decisions: HunkDecisions, hunk: Hunk, isAccepted: (place: number) => boolean): HunkDecisions {
  const all = changedPlaces(hunk);
  const accepted = new Set(all.filter(isAccepted));
  const places = accepted.size === all.length ? 'all' : accepted.size === 0 ? 'none' : accepted;
  return withPlaces(decisions, hunk.number, places);
}

function withPlaces(
  decisions: HunkDecisions,
  hunk: number,
  places: 'all' | 'none' | ReadonlySet<number>,
): HunkDecisions {
  const rejected = new Set(decisions.rejected);
  const partly = new Map(decisions.partly);
  rejected.delete(hunk);
  partly.delete(hunk);
  if (places === 'none') rejected.add(hunk);
  else if (places !== 'all') partly.set(hunk, places);
  return { rejected, partly };
}

/** Identifies a hunk by its changed lines, regardless of its position in the file. */
function hunkText({ lines }: Hunk): string {
  return JSON.stringify(
    lines.filter((line) => line.kind !== 'same').map((line) => [line.kind, line.text, line.ending]),
  );
}

/**
 * Maps each hunk of `now` to the hunk of `before` with the same lines: those at the same places, or, where the file moved
 * on above them, as many in the same order.
 */
export function sameHunks(before: readonly Hunk[], now: readonly Hunk[]): ReadonlyMap<number, Hunk> {
  const known = byText(before);
  const same = new Map<number, Hunk>();
  for (const [said, hunks] of byText(now)) {
    const others = known.get(said) ?? [];
    const starts = new Map(others.map((one) => [one.oldStart, one]));
    const placed = hunks.map(({ oldStart }) => starts.get(oldStart));
    const isMoved = placed.includes(undefined) && others.length === hunks.length;
    for (const [at, hunk] of hunks.entries()) {
      const found = isMoved ? others[at] : placed[at];
      if (found !== undefined) same.set(hunk.number, found);
    }
  }
  return same;
}

function byText(hunks: readonly Hunk[]): ReadonlyMap<string, readonly Hunk[]> {
  const found = new Map<string, Hunk[]>();
  for (const hunk of hunks) {
    const said = hunkText(hunk);
    const others = found.get(said);
    if (others === undefined) found.set(said, [hunk]);
    else others.push(hunk);
  }
  return found;
}

/**
 * Decisions about another revision: those about hunks that read the same stay. Of others, the lines that are still there
 * keep theirs, so that nothing that was rejected comes back unseen; but a hunk that was rejected whole and typed into is
 * accepted, since it says something else now.
 */
export function carriedOver(decisions: HunkDecisions, before: readonly Hunk[], now: readonly Hunk[]): HunkDecisions {
  const { rejected, partly } = decisions;
  if (rejected.size === 0 && partly.size === 0) return decisions;
  const same = sameHunks(before, now);
  const kept = new Set(same.values());
  const changed = before.filter((one) => !kept.has(one));
  return now.reduce((carried, hunk) => {
    const was = same.get(hunk.number);
    const former = was === undefined ? changed.filter((one) => isTouching(one, hunk)) : [was];
    if (former.every(({ number }) => verdictOf(decisions, number) === 'accepted')) return carried;
    const isRejected = former.length === 1 && former.every(({ number }) => rejected.has(number));
    // A hunk of a file without text has no lines of which to say so.
    if (isRejected && was !== undefined) return withPlaces(carried, hunk.number, 'none');
    if (isRejected && hasOtherLines(hunk, former)) return carried;
    return rejectLines(carried, hunk, rejectedLines(former, decisions));
  }, allAccepted);
}

function isTouching(one: Hunk, other: Hunk): boolean {
  return one.oldStart <= other.oldStart + other.oldCount && other.oldStart <= one.oldStart + one.oldCount;
}

/** Keys of the lines that are rejected in hunks which may have become one. */
function rejectedLines(hunks: readonly Hunk[], decisions: HunkDecisions): ReadonlySet<string> {
  const keys = lineKeys(hunks);
  const places = hunks.flatMap(({ number, lines }) => lines.map((_, place) => ({ number, place })));
  return new Set(keys.filter((_, at) => places[at] && !isLineAccepted(decisions, places[at].number, places[at].place)));
}

/** Whether a hunk changes lines that former ones did not. */
function hasOtherLines(hunk: Hunk, former: readonly Hunk[]): boolean {
  const known = new Set(lineKeys(former));
  const keys = lineKeys([hunk]);
  return changedPlaces(hunk).some((place) => !known.has(keys[place] ?? ''));
}

function rejectLines(decisions: HunkDecisions, hunk: Hunk, lines: ReadonlySet<string>): HunkDecisions {
  const keys = lineKeys([hunk]);
  return withAccepted(decisions, hunk, (place) => !lines.has(keys[place] ?? ''));
}

/** A line is the same when it has the same mark and text, counted within its hunk or hunks. */
function lineKeys(hunks: readonly Hunk[]): string[] {
  const counts = new Map<string, number>();
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return lines.map(({ kind, text }) => {
    const key = `${kind} ${text}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return `${count} ${key}`;
  });
}
