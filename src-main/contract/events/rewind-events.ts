/** Events about points, rewinds and forks. */

import { PathOutcome } from '../changes.ts';
import { anything, flag, integer, optionalText, text } from '../schema/plain-schemas.ts';
import { EventId, Timestamp } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { ContentHash } from './ledger-values.ts';

/** HEAD of a git repository: its branch, such as `refs/heads/main`, and the commit, as far as they can be read. */
export const GitHead = z.object({ ref: optionalText, commit: optionalText });
export type GitHead = z.infer<typeof GitHead>;

/** The workspace as it was at the edge of a turn: before its first call that is not proven to read, or after it. */
export const PointTaken = z.object({
  at: z.enum(['before', 'after']),
  /** The workspace, absolute, links resolved. */
  root: text,
  /** Record of the tree in the content store, as `ledger/trees/tree-record.ts` has it. */
  snapshot: ContentHash,
  /** HEAD of git; absent if the workspace is not a repository. */
  head: GitHead.optional(),
});

/** Subject of a rewind, or of the redo of one. */
export const RewindSubject = z.object({
  /** The `message.user` that is folded with all that comes after it; of a redo, where its rewind had gone to. */
  to: EventId,
  /** First line of that message. */
  title: text,
  /** The `session.rewound` that a redo takes back; absent for a rewind. */
  of: EventId.optional(),
  /** Whether the files went with the conversation. */
  withFiles: flag,
  /** HEAD of the repository, where it moved since: a rewind leaves git alone. */
  headMoved: z.object({ from: GitHead, to: GitHead }).optional(),
});
export type RewindSubject = z.infer<typeof RewindSubject>;

/** The conversation, and the files where they went along, are as they were before a message; or again as they were before a rewind. */
export const SessionRewound = RewindSubject.extend({
  direction: z.enum(['undo', 'redo']),
  transaction: text,
  /** The first 1,000; what was left stands first. */
  paths: z.array(PathOutcome),
  /** Number of paths of each outcome. */
  restored: integer,
  left: integer,
  unknown: integer,
  /** Reason why it was interrupted, if the app ended during it and it was completed at the next start. */
  interrupted: optionalText,
});

/** An event of the conversation that a fork began with, as it is on the record of the other session. Nothing of it cost or changed anything here. */
export const EventCopied = z.object({
  id: EventId,
  at: Timestamp,
  type: text,
  turn: optionalText,
  cause: EventId.optional(),
  data: z.record(text, anything),
});
