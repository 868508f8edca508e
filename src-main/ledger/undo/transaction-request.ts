import type { AnyLedgerEvent, PathOutcome, RewindSubject } from '#contract';
import type { Direction, PathGoal } from './net-changes.ts';
import type { UndoRefusal } from './refusal.ts';

/** An undo or redo of one change, of a turn, or of all that came after a message. */
export interface TransactionRequest {
  readonly id: string;
  readonly session: string;
  /** The turn it is about; absent for a single change, and where it is a rewind. */
  readonly turn?: string | undefined;
  /** The rewind, or the redo of one, that it is the files of: it ends with `session.rewound`. */
  readonly rewind?: RewindSubject | undefined;
  readonly direction: Direction;
  /** The person wants it whatever happened to the file since. */
  readonly isForced: boolean;
  /** The box does it by itself: why each path is protected, as a clause. */
  readonly byBox?: Readonly<Record<string, string>> | undefined;
  /** Adds to the outcome of a path what others know of it. */
  readonly tell?: (outcome: PathOutcome) => PathOutcome;
  /** Reason why it was interrupted, if it is settled at the next start. */
  readonly interrupted?: string;
}

/** Outcome for one path. */
export interface SettledPath {
  readonly goal: PathGoal;
  /** Reason why it stays as it is; absent if it is in the wanted state. */
  readonly refusal?: UndoRefusal | undefined;
  /** Clause about what could not be restored of it. */
  readonly remark?: string | undefined;
  /** Its `file.changed`; absent if there was nothing to do. */
  readonly recorded?: string | undefined;
}

export interface TransactionResult {
  /** Outcome for each path, in the order of the goals. */
  readonly paths: readonly SettledPath[];
  /** The last event about it; absent if there was nothing to record. */
  readonly ended: AnyLedgerEvent | undefined;
}

/** Whether one event at its end says what became of all paths; else each change is told by itself. */
export function isToldTogether({ turn, rewind }: Pick<TransactionRequest, 'turn' | 'rewind'>): boolean {
  return turn !== undefined || rewind !== undefined;
}

/** Reason of the box for a path that it takes back by itself, as events have it; empty for any other path. */
export function heldBack(
  path: string,
  byBox: TransactionRequest['byBox'] = {},
): { readonly byBox?: string | undefined } {
  return Object.hasOwn(byBox, path) ? { byBox: byBox[path] } : {};
}
