/** What the ledger says of an undo or redo. */
import { z } from 'zod';
import { PathOutcome } from './changes.ts';
import { EventId } from './procedure.ts';

/** One change was undone, or made again. */
export const UndoneChange = z.object({
  change: EventId,
  path: z.string(),
  forced: z.boolean(),
  /** The undo or redo of a turn that it belongs to, whose `turn.undone` says what became of all of it. */
  transaction: z.string().optional(),
  /** The box took it back by itself; why, as a clause. */
  byBox: z.string().optional(),
});

/** An undo or redo of a turn has ended. */
export const TurnUndone = z.object({
  turn: z.string(),
  direction: z.enum(['undo', 'redo']),
  transaction: z.string(),
  /** The first 1,000; what was left stands first. */
  paths: z.array(PathOutcome),
  /** Number of paths of each outcome. */
  restored: z.int(),
  left: z.int(),
  unknown: z.int(),
  /** Why it was interrupted, where the app ended during it and it was settled at the next start. */
  interrupted: z.string().optional(),
});
