/** Accepted parts of a change's hunks: whole hunks, and of others some of their lines. Pure. */
import type { AcceptedChange, DiffLine, Hunk } from '#contract';

export type Acceptance = Pick<AcceptedChange, 'accepted' | 'partly'>;

/** The removals and additions of one hunk that count, by their place among its removals and among its additions, from 0. */
export interface HunkPart {
  readonly kind: 'whole' | 'some' | 'none';
  readonly removed: (place: number) => boolean;
  readonly added: (place: number) => boolean;
  readonly counts: { readonly added: number; readonly removed: number };
}

export const NOTHING: HunkPart = {
  kind: 'none',
  removed: () => false,
  added: () => false,
  counts: { added: 0, removed: 0 },
};

export function acceptEveryHunk(hunks: readonly Hunk[]): Acceptance {
  return { accepted: hunks.map(({ number }) => number) };
}

/** Groups the acceptance by hunk number. All lines of a hunk mean the hunk; none of them means none of it. */
export function acceptedParts(hunks: readonly Hunk[], { accepted, partly = [] }: Acceptance): Map<number, HunkPart> {
  const whole = new Set(accepted);
  const some = new Map(partly.map(({ hunk, lines }) => [hunk, new Set(lines)]));
  return new Map(
    hunks.map((hunk) => {
      const lines = some.get(hunk.number);
      if (whole.has(hunk.number)) return [hunk.number, wholeOf(hunk)];
      return [hunk.number, lines ? someOf(hunk, lines) : NOTHING];
    }),
  );
}

export function isEverything(hunks: readonly Hunk[], acceptance: Acceptance): boolean {
  return [...acceptedParts(hunks, acceptance).values()].every(({ kind }) => kind === 'whole');
}

export function isNothingAccepted(hunks: readonly Hunk[], acceptance: Acceptance): boolean {
  return [...acceptedParts(hunks, acceptance).values()].every(({ kind }) => kind === 'none');
}

/** Explains why this is not an acceptance of these hunks; `undefined` if it is. */
export function acceptanceProblem(hunks: readonly Hunk[], { accepted, partly = [] }: Acceptance): string | undefined {
  const byNumber = new Map(hunks.map((hunk) => [hunk.number, hunk]));
  const named = [...accepted, ...partly.map(({ hunk }) => hunk)];
  const unknown = named.find((number) => !byNumber.has(number));
  if (unknown !== undefined) return `There is no hunk ${unknown}`;
  const twice = partly.find(({ hunk }, at) => named.indexOf(hunk) !== accepted.length + at);
  if (twice) return `Hunk ${twice.hunk} is named twice`;
  for (const { hunk, lines } of partly) {
    const problem = linesProblem(hunk, byNumber.get(hunk)?.lines ?? [], lines);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function linesProblem(hunk: number, present: readonly DiffLine[], lines: readonly number[]): string | undefined {
  if (new Set(lines).size < lines.length) return `A line of hunk ${hunk} is named twice`;
  const wrong = lines.find((line) => (present[line]?.kind ?? 'same') === 'same');
  return wrong === undefined ? undefined : `Line ${wrong} of hunk ${hunk} is no removal or addition`;
}

function wholeOf({ oldCount, newCount }: Hunk): HunkPart {
  return { kind: 'whole', removed: () => true, added: () => true, counts: { added: newCount, removed: oldCount } };
}

function someOf(hunk: Hunk, lines: ReadonlySet<number>): HunkPart {
  const removed = placesOf(hunk, 'removed', lines);
  const added = placesOf(hunk, 'added', lines);
  const count = removed.size + added.size;
  if (count === 0) return NOTHING;
  if (count === hunk.oldCount + hunk.newCount) return wholeOf(hunk);
  return {
    kind: 'some',
    removed: (place) => removed.has(place),
    added: (place) => added.has(place),
    counts: { added: added.size, removed: removed.size },
  };
}

function placesOf({ lines }: Hunk, kind: DiffLine['kind'], wanted: ReadonlySet<number>): Set<number> {
  const places = new Set<number>();
  let place = 0;
  for (const [at, line] of lines.entries()) {
    if (line.kind !== kind) continue;
    if (wanted.has(at)) places.add(place);
    place += 1;
  }
  return places;
}
