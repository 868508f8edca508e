import { ChangeOrigin } from './events/ledger-values.ts';
import { Warning } from './rules/approvals.ts';
import { flag, integer, optionalFlag, optionalInteger, optionalText, text, texts } from './schema/plain-schemas.ts';
import { EventId, procedure, SessionId, Timestamp } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

export const DiffLine = z.object({
  kind: z.enum(['same', 'removed', 'added']),
  /** Text of the line, without its line ending. */
  text: text,
  /** 1-based, in the old and in the new text. */
  oldLine: optionalInteger,
  newLine: optionalInteger,
  /** Set where the ending matters: the last line has none, or it differs from the file's own. */
  ending: z.enum(['none', 'lf', 'crlf']).optional(),
});
export type DiffLine = z.infer<typeof DiffLine>;

/**
 * A run of changed lines; `number` counts from 1 and belongs to one revision. Starts count from 1 and, with a count of 0,
 * name the line the run stands before. `lines` has up to three unchanged lines on each side for reading; neighbours may
 * show the same ones. A change without lines to show (`noText`, a new empty file) is one hunk without `lines`.
 *
 * Where only some lines of a hunk are accepted, the result has its lines in this order: first the first removed line (where
 * it stays), then the first added one (where it is accepted), then the second of each, and so on; what one side has more
 * follows. So an added line stands where the removed line of the same place stood.
 */
export const Hunk = z.object({
  number: integer.positive(),
  oldStart: integer,
  oldCount: integer,
  newStart: integer,
  newCount: integer,
  /** Whether only blanks, line breaks or line endings differ. */
  isBlank: optionalFlag,
  lines: z.array(DiffLine),
});
export type Hunk = z.infer<typeof Hunk>;

/** One file of the Changes list. */
export const Change = z.object({
  /** The proposal's id while it waits, the event's once it has happened. */
  id: text,
  /** The first of several changes of the file in its turn that are listed as one; `id` is then the last. */
  since: EventId.optional(),
  session: SessionId,
  sessionTitle: text,
  /** Absolute path of the session's workspace; absent if its record does not say. */
  workspace: optionalText,
  path: text,
  shownPath: text,
  state: z.enum(['proposed', 'applied', 'rejected', 'undone', 'interrupted']),
  change: z.enum(['created', 'modified', 'deleted']),
  origin: ChangeOrigin,
  /** The program or client that made it; of an unknown origin, the programs that were alive. */
  by: texts.optional(),
  addedLines: optionalInteger,
  removedLines: optionalInteger,
  at: Timestamp,
  callId: optionalText,
  /** The turn that it is a part of, or the set where no message led to it. */
  turn: optionalText,
  /**
   * Paths before and after a move or rename, as shown: the file's deletion carries `movedTo`, its creation `movedFrom`.
   * Each of the two is a change of its own.
   */
  movedFrom: optionalText,
  movedTo: optionalText,
  /** Permission bits before and after, where they differ. */
  modes: z.object({ before: integer, after: integer }).optional(),
  /** Whether Undo can restore it: the old bytes are kept. */
  canUndo: flag,
  /** Whether Redo can make it again: it was undone, and what it had made is kept. */
  canRedo: flag,
  /** Sentence naming what else may have made the change; if present, Undo asks first. */
  shared: optionalText,
});
export type Change = z.infer<typeof Change>;

/** Both sides of a change. Texts have LF endings, whatever the file's own, which `lineEnding` names. */
export const Diff = z.object({
  id: text,
  path: text,
  shownPath: text,
  revision: integer,
  original: text,
  proposed: text,
  hunks: z.array(Hunk),
  lineEnding: z.enum(['lf', 'crlf', 'mixed', 'none']),
  /** Reason why there is no text to show: binary, too large, not kept. */
  noText: optionalText,
  warnings: z.array(Warning),
});
export type Diff = z.infer<typeof Diff>;

/** Outcome of an undo or redo for one path, planned or done. */
export const PathOutcome = z.object({
  /** The last change of the path that was to be undone or made again. */
  event: EventId,
  path: text,
  /** `left`: it stays as it is. `unknown`: nobody can tell whose work is there, so it stays, too, until it is confirmed. */
  outcome: z.enum(['restored', 'left', 'unknown']),
  /** A clause about the path: why it stays, or what could not be restored of it, such as `its content was changed since`. */
  why: optionalText,
  /** The path can be restored all the same by naming `event` in `confirmed`; what is there now is kept first. */
  canConfirm: optionalFlag,
  /** The later change that is in the way, where it is on the ledger. */
  changedBy: z.object({ session: SessionId, event: EventId, at: Timestamp, turn: optionalText }).optional(),
});
export type PathOutcome = z.infer<typeof PathOutcome>;

/** Outcome of an undo or redo of a turn, planned or done, path by path in the order of the turn. */
export const TurnUndoOutcome = z.object({ direction: z.enum(['undo', 'redo']), paths: z.array(PathOutcome) });
export type TurnUndoOutcome = z.infer<typeof TurnUndoOutcome>;

const Turn = z.object({
  session: SessionId,
  turn: text,
  /** Absolute paths to include; every path the turn changed if absent. */
  paths: texts.optional(),
});
const ConfirmedTurn = Turn.extend({ confirmed: z.array(EventId).default([]) });
const OneChange = z.object({ session: SessionId, event: EventId, force: flag.default(false) });

export const changesContract = {
  /** The diff of a proposal or of a past change; of all changes of the file from `since` to `id` where there were several. */
  diff: procedure.input(z.object({ id: text, since: EventId.optional() })).output(Diff),
  /** Replaces the proposed side by what the person typed and computes its hunks again. */
  revise: procedure.input(z.object({ id: text, proposed: text })).output(Diff),
  /** Whether the file of a proposal is still as it was when the change was worked out. */
  isCurrent: procedure.input(z.object({ id: text })).output(flag),
  /** Works the proposal out again against the file as it is now. Fails with CONFLICT if it fits no longer. */
  renew: procedure.input(z.object({ id: text })).output(Diff),
  /**
   * Puts back what was there before the change. Fails with CONFLICT if the file is no longer as the change
   * left it; `force` then keeps the present bytes on the ledger first.
   */
  undo: procedure.input(OneChange).output(z.void()),
  /** Makes a change that was undone again, and fails as `undo` does. */
  redo: procedure.input(OneChange).output(z.void()),
  /**
   * Says what `undoTurn` or `redoTurn` would do now, and does nothing. Fails with NOT_FOUND if there is nothing to do.
   */
  planTurn: procedure.input(Turn.extend({ direction: z.enum(['undo', 'redo']) })).output(TurnUndoOutcome),
  /**
   * Undoes all that one turn changed as one transaction: a path in conflict is left, with why, and the rest is undone.
   * `confirmed` names the events of paths that are restored over what is there now. Fails with NOT_FOUND if nothing of
   * the turn stands, and with UNAVAILABLE if it cannot be recorded; nothing was done then.
   */
  undoTurn: procedure.input(ConfirmedTurn).output(TurnUndoOutcome),
  /** Makes all of the turn that was undone again, in the same way. */
  redoTurn: procedure.input(ConfirmedTurn).output(TurnUndoOutcome),
};
