import { Change } from './changes.ts';
import { flag, integer, optionalText, text, texts } from './schema/plain-schemas.ts';
import { procedure, SessionId, stream, Timestamp } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** One origin of a turn's changes, with the number of files it changed. */
export const ChangeMaker = z.object({
  origin: Change.shape.origin,
  /** The program or client. */
  name: optionalText,
  files: integer,
});
export type ChangeMaker = z.infer<typeof ChangeMaker>;

/** A turn and its session; `turn` also names a set of changes that no message led to. */
export const TurnId = z.object({ session: SessionId, turn: text.min(1).max(200) });
export type TurnId = z.infer<typeof TurnId>;

/**
 * Changes of one turn, file by file: folders count with the files in them, and a file that was created and removed in
 * the same turn does not count. An undo and a redo are states of the turn and not turns.
 */
export const TurnChanges = TurnId.extend({
  sessionTitle: text,
  /** Absolute path of the session's workspace; absent if its record does not say. */
  workspace: optionalText,
  /** Cause of the turn: a message of the person, a call of a client, or nothing known. */
  source: z.enum(['message', 'call', 'found']),
  /** The first line of the message, or the command or tool that was called; empty for `found`. */
  title: text,
  /** Time of the turn's last change; an undo does not move it. */
  at: Timestamp,
  /** `partly`: some of it is undone. `rejected`: none of it was written. */
  state: z.enum(['applied', 'partly', 'undone', 'rejected']),
  canUndo: flag,
  canRedo: flag,
  by: z.array(ChangeMaker).readonly(),
  /** Number of files by what became of them; `rejected` were not written. */
  counts: z.object({ created: integer, modified: integer, deleted: integer, rejected: integer }),
  /** The first files, as shown; all of them are in `changes.files`. */
  names: texts.readonly(),
});
export type TurnChanges = z.infer<typeof TurnChanges>;

/** Proposals waiting for the person, oldest first, and changes of turns, newest first. */
export const ChangeList = z.object({
  proposals: z.array(Change).readonly(),
  turns: z.array(TurnChanges).readonly(),
  /** Number of turns that are older than those listed. */
  older: integer,
});
export type ChangeList = z.infer<typeof ChangeList>;

/** Files of a turn, by path. */
export const TurnFiles = z.object({ files: z.array(Change).readonly(), total: integer });
export type TurnFiles = z.infer<typeof TurnFiles>;

/** Position of a change in the list. */
export const ChangePlace = TurnId.extend({
  /** Path of the file; absent if the place of the turn itself was requested. */
  path: optionalText,
  /** Number of turns that are newer. */
  newer: integer,
});
export type ChangePlace = z.infer<typeof ChangePlace>;

/** Turns listed unless more are asked for. */
export const LISTED_TURNS = 50;
/** Files of a turn that are sent unless more are asked for. */
export const LISTED_FILES = 200;
/** Most files of a turn that can be asked for. */
export const MAX_LISTED_FILES = 100_000;

/** The part of `changes` that is about what has happened. */
export const changeTurnsContract = {
  /** Streams the proposals and the newest `turns` turns: once at the start and after each change. */
  changed: stream(ChangeList).input(
    z
      .object({
        turns: integer.min(1).max(10_000).default(LISTED_TURNS),
        /** Session whose turns to list; every session if absent. */
        session: SessionId.optional(),
      })
      .default({ turns: LISTED_TURNS }),
  ),
  /**
   * Streams what a turn did to each file: once at the start and after each change. Empty if it changed nothing that is
   * known.
   */
  files: stream(TurnFiles).input(
    TurnId.extend({
      /** Path of the only file to include; every file if absent. */
      path: optionalText,
      most: integer.min(1).max(MAX_LISTED_FILES).default(LISTED_FILES),
    }),
  ),
  /** Finds the turn of a change by the change's event, or a turn by its own id. Fails with NOT_FOUND. */
  find: procedure.input(z.object({ id: text })).output(ChangePlace),
};
