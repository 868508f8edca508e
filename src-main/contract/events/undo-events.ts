/** Events about an undo or redo. */

import { PathOutcome } from '../changes.ts';
import { flag, integer, optionalFlag, optionalText, text } from '../schema/plain-schemas.ts';
import { EventId } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';

/** Record of one change that was undone, or made again. */
export const UndoneChange = z.object({
  change: EventId,
  path: text,
  forced: flag,
  /** The undo or redo of a turn that it belongs to, whose `turn.undone` says what became of all of it. */
  transaction: optionalText,
  /** The box took it back by itself; why, as a clause. */
  byBox: optionalText,
  /** The change never came to be, or not to stay: it was on the record when it failed. Absent in records of before. */
  hasFailed: optionalFlag,
});

/** Record of an undo or redo of a turn that has ended. */
export const TurnUndone = z.object({
  turn: text,
  direction: z.enum(['undo', 'redo']),
  transaction: text,
  /** The first 1,000; what was left stands first. */
  paths: z.array(PathOutcome),
  /** Number of paths of each outcome. */
  restored: integer,
  left: integer,
  unknown: integer,
  /** Reason why it was interrupted, if the app ended during it and it was settled at the next start. */
  interrupted: optionalText,
});
