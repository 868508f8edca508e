import {
  count,
  integer,
  number,
  optionalCount,
  optionalInteger,
  optionalText,
  text,
  texts,
} from '../schema/plain-schemas.ts';
import { SessionId, Timestamp } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';

/**
 * Method by which the files of a branch were created: blocks shared with the workspace's until one side writes, or
 * copied.
 */
export const BranchMethod = z.enum(['reflink', 'copy']);
export type BranchMethod = z.infer<typeof BranchMethod>;

export const BranchEndState = z.enum(['done', 'failed', 'over-budget', 'stopped', 'interrupted']);
export type BranchEndState = z.infer<typeof BranchEndState>;

const One = z.object({ branch: text, workspace: text });

/** Events about branches, in the record of the workspace that they are copies of. */
export const branchEvents = {
  /** A copy is begun: before its folder is made. */
  'branch.created': One.extend({ set: text, folder: text }),
  /** The copy is whole. */
  'branch.ready': One.extend({
    method: BranchMethod,
    entries: count,
    changedWhileCopied: texts,
    remarks: texts,
  }),
  /** A session works in it; `message` is what it was asked, where it was. */
  'branch.started': One.extend({
    session: SessionId,
    profile: optionalText,
    message: optionalText,
    test: optionalText,
  }),
  /** The work in it has ended, and what it came to; `failed` also where it could not be made. */
  'branch.ended': One.extend({
    state: BranchEndState,
    line: text,
    turn: optionalText,
    tokens: optionalCount,
    cost: number.nonnegative().optional(),
    test: z.object({ command: text, exitCode: optionalInteger }).optional(),
    /** Time at which it ended, where that could not be recorded then. */
    endedAt: Timestamp.optional(),
  }),
  /** A person began to take paths of it into the workspace, in this turn of the session. */
  'branch.taken': One.extend({ session: SessionId, turn: text, paths: texts }),
  'branch.kept': One,
  /** Move of a branch to the trash: by a person, or because it was incomplete when the app ended. */
  'branch.dropped': One.extend({ by: z.enum(['person', 'app']), reason: text }),
  'branch.restored': One,
  /** Its files are removed for good. */
  'branch.erased': One.extend({ entries: integer.nonnegative().optional() }),
} as const;
