import { z } from 'zod';
import { Warning } from './approvals.ts';
import { EventId, procedure, SessionId, stream, Timestamp } from './procedure.ts';

export const DiffLine = z.object({
  kind: z.enum(['same', 'removed', 'added']),
  /** Without its line ending. */
  text: z.string(),
  /** 1-based, in the old and in the new text. */
  oldLine: z.int().optional(),
  newLine: z.int().optional(),
  /** Set where the ending matters: the last line has none, or it differs from the file's own. */
  ending: z.enum(['none', 'lf', 'crlf']).optional(),
});
export type DiffLine = z.infer<typeof DiffLine>;

/**
 * A run of changed lines; `number` counts from 1 and belongs to one revision. Starts count from 1 and, with a count of 0,
 * name the line the run stands before. `lines` has up to three unchanged lines on each side for reading; neighbours may
 * show the same ones. A change without lines to show (`noText`, a new empty file) is one hunk without `lines`.
 */
export const Hunk = z.object({
  number: z.int().positive(),
  oldStart: z.int(),
  oldCount: z.int(),
  newStart: z.int(),
  newCount: z.int(),
  lines: z.array(DiffLine),
});
export type Hunk = z.infer<typeof Hunk>;

/** One file of the Changes list. */
export const Change = z.object({
  /** The proposal's id while it waits, the event's once it has happened. */
  id: z.string(),
  session: SessionId,
  sessionTitle: z.string(),
  path: z.string(),
  shownPath: z.string(),
  state: z.enum(['proposed', 'applied', 'rejected', 'undone', 'interrupted']),
  change: z.enum(['created', 'modified', 'deleted']),
  origin: z.enum(['tool', 'command', 'undo']),
  addedLines: z.int().optional(),
  removedLines: z.int().optional(),
  at: Timestamp,
  callId: z.string().optional(),
  /** Whether Undo can restore it: the old bytes are kept. */
  canUndo: z.boolean(),
});
export type Change = z.infer<typeof Change>;

/** Both sides of a change. Texts have LF endings, whatever the file's own, which `lineEnding` names. */
export const Diff = z.object({
  id: z.string(),
  path: z.string(),
  shownPath: z.string(),
  revision: z.int(),
  original: z.string(),
  proposed: z.string(),
  hunks: z.array(Hunk),
  lineEnding: z.enum(['lf', 'crlf', 'mixed', 'none']),
  /** Why there is no text to show: binary, too large, not kept. */
  noText: z.string().optional(),
  warnings: z.array(Warning),
});
export type Diff = z.infer<typeof Diff>;

export const changesContract = {
  /** Waiting first, then newest first; now, and whenever it changes. */
  changed: stream(z.array(Change).readonly()),
  /** The diff of a proposal or of a past change. */
  diff: procedure.input(z.object({ id: z.string() })).output(Diff),
  /** Replaces the proposed side by what the person typed and computes its hunks anew. */
  revise: procedure.input(z.object({ id: z.string(), proposed: z.string() })).output(Diff),
  /**
   * Puts the bytes from before the change back. Fails with CONFLICT when the file is no longer as the change
   * left it; `force` then keeps the present bytes on the ledger first.
   */
  undo: procedure
    .input(z.object({ session: SessionId, event: EventId, force: z.boolean().default(false) }))
    .output(z.void()),
};
