import { Diff } from './changes.ts';
import { BranchMethod } from './events/branch-events.ts';
import { MessageImage } from './images.ts';
import { MAX_IMAGES, MAX_MESSAGE } from './message-limits.ts';
import { RunBudget } from './schedules.ts';
import {
  count,
  flag,
  integer,
  number,
  optionalCount,
  optionalFlag,
  optionalText,
  text,
  texts,
} from './schema/plain-schemas.ts';
import { procedure, SessionId, stream, Timestamp, WorkspacePath } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

export const BranchId = text.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'a branch id is lower-case letters, digits and dashes');

/** Most branches of one "Try with…". */
export const MAX_TRIES = 8;

/** A copy of a workspace that a session works in while the workspace itself stays as it is. */
export const Branch = z.object({
  id: BranchId,
  /** The branches that one message was sent to have one set. */
  set: text,
  /** Real path of the folder that it is a copy of. */
  workspace: text,
  /** Absolute path of the copy; it is gone once the branch was erased. */
  folder: text,
  /**
   * `making`: it is being copied. `ready`: nothing works in it. `waiting`: its session waits for an answer of a person.
   */
  state: z.enum([
    'making',
    'ready',
    'running',
    'waiting',
    'testing',
    'done',
    'failed',
    'over-budget',
    'stopped',
    'interrupted',
  ]),
  /** Whether the branch is in the trash, from which it can be restored or erased for good. */
  isDropped: flag,
  /** A person said that it is to stay. */
  isKept: flag,
  method: BranchMethod.optional(),
  createdAt: Timestamp,
  /** Files that changed while they were copied, relative to the workspace: they may be neither what was nor what is. */
  changedWhileCopied: texts,
  /** Sentences about what is not in the copy, or leads out of it. */
  remarks: texts,
  session: SessionId.optional(),
  profile: optionalText,
  /** Times at which the branch's message was sent and its work ended. */
  startedAt: Timestamp.optional(),
  endedAt: Timestamp.optional(),
  /** The last reply's first lines, what is asked, or why it ended. */
  line: text,
  tokens: optionalCount,
  /** Cost in US dollars, if known. */
  cost: number.nonnegative().optional(),
  test: z.object({ command: text, exitCode: integer.optional() }).optional(),
  /** Files of it that were taken into the workspace. */
  taken: count,
});
export type Branch = z.infer<typeof Branch>;

/** Change of one path in a branch, compared with the branch's initial state. */
export const BranchChange = z.object({
  /** Relative to the workspace; bytes that are no UTF-8 as lone surrogates. */
  path: text,
  change: z.enum(['added', 'changed', 'deleted']),
  kind: z.enum(['file', 'symlink', 'directory', 'other']),
  addedLines: optionalCount,
  removedLines: optionalCount,
  /** Permission bits before and after, where only they or they too differ. */
  modes: z.object({ before: integer, after: integer }).optional(),
  /** The workspace's own is no longer what the branch began with. */
  isWorkspaceChanged: optionalFlag,
});
export type BranchChange = z.infer<typeof BranchChange>;

/** One path, with what became of it in each branch that was asked about; `null` where it is as it was. */
export const ComparedPath = z.object({ path: text, branches: z.array(BranchChange.nullable()) });
export type ComparedPath = z.infer<typeof ComparedPath>;

export const BranchComparison = z.object({
  branches: z.array(BranchId),
  paths: z.array(ComparedPath),
  /** Paths that differ beyond those listed. */
  left: count,
});
export type BranchComparison = z.infer<typeof BranchComparison>;

/** Paths to take from one branch. */
export const TakenPaths = z.object({ branch: BranchId, paths: texts.min(1).max(10_000) });
export type TakenPaths = z.infer<typeof TakenPaths>;

/** Outcome for one path that was to be taken. */
export const TakeOutcome = z.object({
  branch: BranchId,
  path: text,
  outcome: z.enum(['done', 'failed', 'refused', 'skipped', 'cancelled', 'invalid']),
  /** Outcome as a sentence. */
  text: text,
});
export type TakeOutcome = z.infer<typeof TakeOutcome>;

const byBranch = z.object({ branch: BranchId });

export const branchesContract = {
  /** Every branch, newest first: now, and whenever one changes. */
  changed: stream(z.array(Branch).readonly()),
  /** A branch of a workspace with a session in it. Fails with INVALID_INPUT for a folder that cannot be copied, LIMIT_EXCEEDED without room for it. */
  create: procedure.input(z.object({ workspace: WorkspacePath, title: text.max(200).optional() })).output(Branch),
  /**
   * Sends one message to several profiles, each in a branch of the session's workspace. Answers when all branches are
   * there and asked; one that could not be made is among them as failed. Fails with INVALID_INPUT if nothing can be
   * copied.
   */
  tryWith: procedure
    .input(
      z.object({
        session: SessionId,
        text: text.min(1).max(MAX_MESSAGE),
        /** Images as returned by `keepImage` of sessions. */
        images: z.array(MessageImage).max(MAX_IMAGES).optional(),
        profiles: texts.min(1).max(MAX_TRIES),
        budget: RunBudget.default({}),
        /** A command line that is run in each branch when its turn is over. */
        test: text.max(10_000).optional(),
      }),
    )
    .output(z.object({ set: text, branches: z.array(Branch) })),
  /** Ends what runs in a branch, or in all of its set; what it did until then stays there. */
  stop: procedure.input(byBranch.extend({ all: flag.default(false) })).output(z.void()),
  /** Compares each path in these branches with its branch's initial state. */
  compare: procedure.input(z.object({ branches: z.array(BranchId).min(1).max(MAX_TRIES) })).output(BranchComparison),
  /** A path of a branch beside the workspace's as it is now, what the branch began with, or another branch's. */
  diff: procedure
    .input(byBranch.extend({ path: text, with: z.union([z.enum(['workspace', 'base']), byBranch]) }))
    .output(Diff),
  /**
   * Takes paths of branches into the workspace: each is a proposed change, reviewed and recorded as those of a model are, all of them one
   * turn of the session. Answers when all have been decided. Fails with NOT_FOUND, CONFLICT while one of the branches works.
   */
  take: procedure
    .input(z.object({ session: SessionId, of: z.array(TakenPaths).min(1).max(MAX_TRIES) }))
    .output(z.object({ turn: text, paths: z.array(TakeOutcome) })),
  keep: procedure.input(byBranch).output(z.void()),
  /** Moves it to the trash. Fails with CONFLICT while it works. */
  drop: procedure.input(byBranch).output(z.void()),
  restore: procedure.input(byBranch).output(z.void()),
  /** Removes a dropped branch's files for good; its session stays to be read. Fails with CONFLICT for one that was not dropped. */
  erase: procedure.input(byBranch).output(z.void()),
};
