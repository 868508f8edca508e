import type { Diff, Hunk } from '#contract';

/** What the person has decided about one proposed change so far. */
export interface ReviewState {
  /** Of the change. */
  readonly id: string;
  /** Of the hunks that are shown; a decision belongs to it. */
  readonly revision: number;
  readonly hunks: readonly Hunk[];
  /** Numbers of the hunks that would not be written; all others are accepted. */
  readonly rejected: ReadonlySet<number>;
  /** The hunk that the keys act on; undefined when there is none. */
  readonly current: number | undefined;
}

export type ReviewStep =
  /** A revision to show; decisions about hunks that read the same stay. */
  | { readonly kind: 'show'; readonly diff: Shown }
  | { readonly kind: 'accept' | 'reject'; readonly hunk: number }
  | { readonly kind: 'accept-all' | 'reject-all' }
  | { readonly kind: 'go'; readonly to: 'next' | 'previous' | number };

type Shown = Pick<Diff, 'id' | 'revision' | 'hunks'>;

export const nothingToReview: ReviewState = {
  id: '',
  revision: -1,
  hunks: [],
  rejected: new Set(),
  current: undefined,
};

export function reduceReview(state: ReviewState, step: ReviewStep): ReviewState {
  switch (step.kind) {
    case 'show':
      return shown(state.id === step.diff.id ? state : nothingToReview, step.diff);
    case 'accept':
    case 'reject':
      return decided(state, step.kind, step.hunk);
    case 'accept-all':
      return { ...state, rejected: new Set() };
    case 'reject-all':
      return { ...state, rejected: new Set(state.hunks.map((hunk) => hunk.number)) };
    case 'go':
      return { ...state, current: target(state, step.to) };
  }
}

/** Numbers of the hunks to write, in order. */
export function acceptedHunks({ hunks, rejected }: ReviewState): number[] {
  return hunks.map((hunk) => hunk.number).filter((number) => !rejected.has(number));
}

export function isAccepted(state: ReviewState, hunk: number): boolean {
  return !state.rejected.has(hunk);
}

function decided(state: ReviewState, verdict: 'accept' | 'reject', hunk: number): ReviewState {
  if (!state.hunks.some(({ number }) => number === hunk)) return state;
  const rejected = verdict === 'accept' ? without(state.rejected, hunk) : new Set([...state.rejected, hunk]);
  return { ...state, rejected, current: hunk };
}

function shown(state: ReviewState, { id, revision, hunks }: Shown): ReviewState {
  const rejectedTexts = new Set(state.hunks.filter((hunk) => state.rejected.has(hunk.number)).map(wording));
  const rejected = hunks.filter((hunk) => rejectedTexts.has(wording(hunk))).map((hunk) => hunk.number);
  return { id, revision, hunks, rejected: new Set(rejected), current: keptCurrent(state, hunks) };
}

/** A hunk is the same in another revision when it takes and adds the same lines at the same place of the old text. */
const wording = ({ oldStart, lines }: Hunk) =>
  JSON.stringify([oldStart, ...lines.filter((line) => line.kind !== 'same').map((line) => [line.kind, line.text])]);

function keptCurrent({ hunks: before, current }: ReviewState, hunks: readonly Hunk[]): number | undefined {
  const was = before.find((hunk) => hunk.number === current);
  const same = was && hunks.find((hunk) => wording(hunk) === wording(was));
  const near = was && hunks.find((hunk) => hunk.oldStart >= was.oldStart);
  return (same ?? near ?? (was ? hunks.at(-1) : hunks[0]))?.number;
}

function target({ hunks, current }: ReviewState, to: 'next' | 'previous' | number): number | undefined {
  const index = hunks.findIndex((hunk) => hunk.number === (typeof to === 'number' ? to : current));
  if (typeof to === 'number') return index === -1 ? current : to;
  const next = index === -1 ? 0 : index + (to === 'next' ? 1 : -1);
  return hunks[Math.min(Math.max(next, 0), hunks.length - 1)]?.number;
}

function without(numbers: ReadonlySet<number>, number: number): ReadonlySet<number> {
  return new Set([...numbers].filter((one) => one !== number));
}
