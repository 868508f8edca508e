import { ChangeOrigin, FileState } from './events/ledger-values.ts';
import { integer, number, optionalInteger, optionalText, text, texts } from './schema/plain-schemas.ts';
import { EventId } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** A file, link or folder that was created, modified or deleted. */
export const FileChanged = z.object({
  /** Absolute, symlinks resolved. */
  path: text,
  change: z.enum(['created', 'modified', 'deleted']),
  before: FileState.optional(),
  after: FileState.optional(),
  callId: optionalText,
  addedLines: optionalInteger,
  removedLines: optionalInteger,
  origin: ChangeOrigin,
  /** The program or client that made it; of an unknown origin, the programs that were alive. */
  by: texts.optional(),
  /** Sentence naming what else may have made the change; if present, Undo asks first. */
  shared: optionalText,
  /** The undo or redo that this is a part of, on the ledger before its effect. Absent in records of before. */
  transaction: optionalText,
  /** The changes of this path that the transaction undoes or makes again, oldest first. */
  settles: z.array(EventId).optional(),
  /** The box took a change back by itself; why, as a clause. Absent in records of before. */
  byBox: optionalText,
});

/** Remarks about a call of a program, package or MCP server, in addition to the files it changed. */
export const CallWatched = z.object({
  callId: text,
  tool: text,
  /** The program that served it. */
  by: optionalText,
  /** Number of files and folders it changed; each is a `file.changed`. */
  changes: integer,
  /** Parts that were not watched or not kept, and why. */
  notWatched: texts,
  /** Other calls that ran in the same workspace at some moment of this one's time, whose changes may be among its own. */
  alongside: texts.optional(),
  /** Reason why its end is unknown: the app ended first, and this was recorded when it started again. */
  interrupted: optionalText,
});

/** Changes that were found while no call was open; each is a `file.changed` that this led to. */
export const ChangesFound = z.object({
  changes: integer,
  /** Programs and clients that were alive at some moment since `since`, and may have made them. */
  alive: texts,
  /** Time of the look before, in milliseconds since 1970. */
  since: number,
  /** Parts that were not watched or not kept, and why. */
  notWatched: texts,
});
