import type { Hunk } from '#contract';
import { decisionsFrom } from './kept-decisions.ts';
import {
  acceptedPlaces,
  allAccepted,
  carriedOver,
  changedPlaces,
  sameHunks,
  verdictOf,
  withHunk,
  withLine,
} from './line-decisions.ts';
import type { DiffRevision, KeptDecisions, LinePlace, ReviewState, ReviewStep } from './review-model.ts';

export { isLineAccepted, verdictOf } from './line-decisions.ts';

export const nothingToReview: ReviewState = {
  ...allAccepted,
  id: '',
  revision: -1,
  hunks: [],
  current: undefined,
  line: undefined,
};

export function reduceReview(state: ReviewState, step: ReviewStep): ReviewState {
  switch (step.kind) {
    case 'show':
      return showRevision(state.id === step.diff.id ? state : beginReview(step.diff, step.kept), step.diff);
    case 'accept':
    case 'reject':
      return decideHunk(state, step.kind, step.hunk);
    case 'accept-all':
      return { ...state, ...allAccepted };
    case 'reject-all':
      return { ...state, rejected: new Set(state.hunks.map((hunk) => hunk.number)), partly: new Map() };
    case 'decide-line':
      return lineDecided(state, step);
    case 'go':
      return { ...state, current: stepTarget(state, step.to), line: undefined };
    case 'enter-lines':
      return { ...state, line: firstChangedLine(currentHunk(state)) };
    case 'leave-lines':
      return { ...state, line: undefined };
    case 'go-line':
      return { ...state, ...cursorAt(lineTarget(state, step.to)) };
  }
}

/** Numbers of the hunks of which all lines are written, in order. */
export function acceptedHunks(state: ReviewState): number[] {
  return state.hunks.map(({ number }) => number).filter((number) => verdictOf(state, number) === 'accepted');
}

/** Hunks of which some lines are written, as the host is told. */
export function partlyAccepted(state: ReviewState): { readonly hunk: number; readonly lines: number[] }[] {
  return state.hunks
    .filter(({ number }) => verdictOf(state, number) === 'partly')
    .map((hunk) => ({ hunk: hunk.number, lines: acceptedPlaces(state, hunk) }));
}

export function currentHunk({ hunks, current }: ReviewState): Hunk | undefined {
  return hunks.find(({ number }) => number === current);
}

/** The line that the keys act on. */
export function currentLine(state: ReviewState): LinePlace | undefined {
  const { current, line } = state;
  return current === undefined || line === undefined ? undefined : { hunk: current, line };
}

function decideHunk(state: ReviewState, verdict: 'accept' | 'reject', number: number): ReviewState {
  if (!state.hunks.some((hunk) => hunk.number === number)) return state;
  const line = number === state.current ? state.line : undefined;
  return { ...state, ...withHunk(state, number, verdict === 'accept'), current: number, line };
}

function lineDecided(state: ReviewState, step: Extract<ReviewStep, { kind: 'decide-line' }>): ReviewState {
  const hunk = state.hunks.find(({ number }) => number === step.hunk);
  if (hunk === undefined) return state;
  return { ...state, ...withLine(state, hunk, step.line, step.isAccepted), current: step.hunk, line: step.line };
}

function beginReview(diff: DiffRevision, kept: KeptDecisions | undefined): ReviewState {
  return { ...nothingToReview, ...decisionsFrom(kept, diff), hunks: diff.hunks };
}

function showRevision(state: ReviewState, { id, revision, hunks }: DiffRevision): ReviewState {
  const current = keptCurrent(state, hunks);
  const length = hunks.find(({ number }) => number === current)?.lines.length ?? 0;
  const line = state.line === undefined || length === 0 ? undefined : Math.min(state.line, length - 1);
  return { ...carriedOver(state, state.hunks, hunks), id, revision, hunks, current, line };
}

function keptCurrent({ hunks: before, current }: ReviewState, hunks: readonly Hunk[]): number | undefined {
  const was = before.find((hunk) => hunk.number === current);
  if (was === undefined) return hunks[0]?.number;
  const same = sameHunks([was], hunks).keys().next().value;
  return same ?? (hunks.find((hunk) => hunk.oldStart >= was.oldStart) ?? hunks.at(-1))?.number;
}

/** Hunk to which a step leads; the same one if there is none further. */
export function stepTarget({ hunks, current }: ReviewState, to: 'next' | 'previous' | number): number | undefined {
  const index = hunks.findIndex((hunk) => hunk.number === (typeof to === 'number' ? to : current));
  if (typeof to === 'number') return index === -1 ? current : to;
  const next = index === -1 ? 0 : index + (to === 'next' ? 1 : -1);
  return hunks[Math.min(Math.max(next, 0), hunks.length - 1)]?.number;
}

/** Line to which a step leads; the same one at the ends. */
export function lineTarget(state: ReviewState, to: 'next' | 'previous' | LinePlace): LinePlace | undefined {
  const here = currentLine(state);
  if (typeof to === 'object') {
    const hunk = state.hunks.find(({ number }) => number === to.hunk);
    return hunk?.lines[to.line] === undefined ? here : to;
  }
  const hunk = currentHunk(state);
  if (here === undefined || hunk === undefined) return here;
  const line = here.line + (to === 'next' ? 1 : -1);
  if (hunk.lines[line] !== undefined) return { hunk: hunk.number, line };
  const beyond = state.hunks[state.hunks.indexOf(hunk) + (to === 'next' ? 1 : -1)];
  if (beyond === undefined || beyond.lines.length === 0) return here;
  return { hunk: beyond.number, line: to === 'next' ? 0 : beyond.lines.length - 1 };
}

function firstChangedLine(hunk: Hunk | undefined): number | undefined {
  return hunk && changedPlaces(hunk)[0];
}

const cursorAt = (place: LinePlace | undefined) =>
  place === undefined ? {} : { current: place.hunk, line: place.line };
