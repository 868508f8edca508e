import type { Diff, Hunk } from '#contract';
import type { HunkDecisions } from './line-decisions.ts';

/** Decisions on one proposal as they are kept over a reload: JSON, of one revision. */
export interface KeptDecisions {
  readonly revision: number;
  readonly rejected: readonly number[];
  /** Hunks that are accepted in part, each with the places of the lines that count. */
  readonly partly: readonly (readonly [hunk: number, places: readonly number[]])[];
}

/** Decisions of the person so far about one proposed change. */
export interface ReviewState extends HunkDecisions {
  /** Id of the change. */
  readonly id: string;
  /** Revision of the hunks that are shown; a decision belongs to it. */
  readonly revision: number;
  readonly hunks: readonly Hunk[];
  /** The hunk that the keys act on; undefined if there is none. */
  readonly current: number | undefined;
  /** The place, in the current hunk's lines, of the line that the keys act on; undefined while they act on hunks. */
  readonly line: number | undefined;
}

export type ReviewStep =
  /** A revision to show; decisions about what reads the same stay. Of a change that is shown first, `kept` are those from before. */
  | { readonly kind: 'show'; readonly diff: DiffRevision; readonly kept?: KeptDecisions | undefined }
  | { readonly kind: 'accept' | 'reject'; readonly hunk: number }
  | { readonly kind: 'accept-all' | 'reject-all' }
  | { readonly kind: 'decide-line'; readonly hunk: number; readonly line: number; readonly isAccepted: boolean }
  | { readonly kind: 'go'; readonly to: 'next' | 'previous' | number }
  | { readonly kind: 'enter-lines' | 'leave-lines' }
  /** Step to the next or previous line, also into another hunk; or to a line of the current hunk. */
  | { readonly kind: 'go-line'; readonly to: 'next' | 'previous' | LinePlace };

/** A line, by its hunk and its place there. */
export interface LinePlace {
  readonly hunk: number;
  readonly line: number;
}

/** A revision of a change, as far as its review needs it. */
export type DiffRevision = Pick<Diff, 'id' | 'revision' | 'hunks'>;
