import { Repair } from '../events/ledger-values.ts';
import { RunLimits } from '../limits.ts';
import { MAX_REASON } from '../message-limits.ts';
import {
  anything,
  flag,
  integer,
  number,
  optionalFlag,
  optionalInteger,
  optionalText,
  text,
  texts,
} from '../schema/plain-schemas.ts';
import { procedure, SessionId, stream, Timestamp } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { Judgement } from './rules.ts';

export const QuestionId = text;

/** Warning to read before answering, with levels from mild to severe. */
export const Warning = z.object({ level: z.enum(['note', 'caution', 'danger']), text: text });
export type Warning = z.infer<typeof Warning>;

/** The code of an agent workspace that a call would run. */
export const CallCode = z.object({
  /** Absolute, symlinks resolved. */
  workspace: text,
  /** Relative to it. */
  file: text,
  /** SHA-256. */
  hash: text,
  /** Box in which it runs, `network` with the network; absent outside of any box. */
  box: z.enum(['workspace', 'network']).optional(),
});
export type CallCode = z.infer<typeof CallCode>;

/**
 * Subject of a question. Paths are absolute with symlinks resolved; `shownPath` is relative to the workspace if it is
 * inside.
 */
export const Subject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('command'),
    command: text,
    cwd: text,
    limits: RunLimits,
  }),
  z.object({
    kind: z.literal('change'),
    /** Id of the proposal under which Changes finds the diff. */
    proposal: text,
    path: text,
    shownPath: text,
    isNew: flag,
    addedLines: integer,
    removedLines: integer,
  }),
  z.object({ kind: z.literal('read'), path: text, shownPath: text, size: optionalInteger }),
  z.object({
    kind: z.literal('delete'),
    path: text,
    shownPath: text,
    recursive: flag,
    /** Number of files that would be removed, itself included. */
    files: integer,
    bytes: integer,
    /** The first of them. */
    sample: texts,
  }),
  /** Filter programs on an output that is kept, in the sandbox where one works: nothing is changed, and nothing outside read. */
  z.object({ kind: z.literal('filter'), source: text, filter: text }),
  /** A turn that has used up its rounds asks whether it may go on. */
  z.object({ kind: z.literal('rounds'), used: integer }),
  /** A tool of a provider: `arguments` are its leaves, `path` such as `place.city` or `days[0]`. */
  z.object({
    kind: z.literal('call'),
    provider: text,
    /** The tool's name in words, such as `get weather`. */
    title: text,
    description: text,
    code: CallCode.optional(),
    arguments: z.array(z.object({ path: text, text: text })),
  }),
  /** The session has cost what it may; amounts in US dollars. */
  z.object({ kind: z.literal('spending'), spent: number, cap: number, isComplete: flag }),
  /** An MCP server asks the person for values: a form made of its schema. */
  z.object({
    kind: z.literal('form'),
    server: text,
    message: text,
    schema: z.record(text, anything),
  }),
  /** Confirmation for an operation of our own: install scripts, a build. */
  z.object({
    kind: z.literal('confirm'),
    title: text,
    text: text,
    command: optionalText,
    /** Label of the button that allows it. */ yes: optionalText,
  }),
]);
export type Subject = z.infer<typeof Subject>;

export const Question = z.object({
  id: QuestionId,
  session: SessionId,
  sessionTitle: text,
  callId: text,
  tool: text,
  at: Timestamp,
  subject: Subject,
  /** Reason for the question: the rule that decided, or that there is none. */
  why: text,
  workspace: text,
  isOutside: flag,
  warnings: z.array(Warning),
  /** Known changes that will not be recorded and cannot be undone; short sentences. */
  notWatched: texts.optional(),
  repairs: z.array(Repair),
  /** Arguments that the model sent, as it wrote them. */
  sent: text,
  /** Judgement of the policy, part by part. */
  judgement: Judgement.optional(),
  /** Calls of one reply that change files are reviewed together; each waits until all of its group are answered. */
  group: z.object({ id: text, /** Place in the model's order, from 0. */ index: integer, count: integer }).optional(),
  /** The third of its kind in the session: the mode Workspace would not have asked it. */
  offersWorkspace: optionalFlag,
  /** Kept output of the same command, which ran before in the session; nothing that is watched has changed since, so it can be used in place of running it. */
  kept: z
    .object({
      at: Timestamp,
      durationMs: number,
      outputBytes: integer,
      /** Whether it had neither the network nor, by its words, the clock. */
      isOfWorkspace: flag,
    })
    .optional(),
  /** A program of elsewhere asks for exactly this: another text cannot be run in its place. */
  isExact: optionalFlag,
});
export type Question = z.infer<typeof Question>;

/** Parts of a change to write: whole hunks, and some lines of others. */
export const AcceptedChange = z.object({
  revision: integer,
  /** Numbers of the hunks that are written whole. */
  accepted: z.array(integer),
  /** Hunks of which some lines are written: `lines` are indices into the hunk's `lines` of the removals and additions that count. */
  partly: z.array(z.object({ hunk: integer, lines: z.array(integer) })).optional(),
  /**
   * Comments passed to the model together with the line they refer to; `line` counts from 1 in the old or the new text.
   */
  comments: z
    .array(z.object({ side: z.enum(['old', 'new']), line: integer.positive(), text: text.min(1).max(10_000) }))
    .max(1000)
    .optional(),
});
export type AcceptedChange = z.infer<typeof AcceptedChange>;

export const Decision = z.discriminatedUnion('verdict', [
  z.object({
    verdict: z.literal('allow'),
    /** Command to run instead of the model's; only for a command. */
    command: text.max(1_000_000).optional(),
    /** Whether to run the command outside the box although the question would run it inside; only for a command. */
    outside: optionalFlag,
    /**
     * Whether to filter the output kept from an earlier run instead of running the command; only where there is a kept
     * output.
     */
    useKept: optionalFlag,
    /**
     * Hunks to write, by their number in the revision that was shown; the other hunks are not written. Only for a
     * change.
     */
    change: AcceptedChange.optional(),
    /** Values the person entered; only for a form. */
    form: z.record(text, anything).optional(),
    /** Note to the model, sent beside the result. */
    note: text.max(MAX_REASON).optional(),
  }),
  z.object({ verdict: z.literal('refuse'), reason: text.max(MAX_REASON).optional() }),
]);
export type Decision = z.infer<typeof Decision>;

export const approvalsContract = {
  /** Streams the waiting questions, oldest first: once at the start and after each change. */
  waiting: stream(z.array(Question).readonly()),
  /** Fails with NOT_FOUND once answered or withdrawn, CONFLICT if the change was revised in the meantime. */
  decide: procedure.input(z.object({ question: QuestionId, decision: Decision })).output(z.void()),
  /** Answers several questions as one: all of them, or none if one cannot be answered. Fails as `decide` does. */
  decideAll: procedure
    .input(
      z.object({
        answers: z
          .array(z.object({ question: QuestionId, decision: Decision }))
          .min(1)
          .max(1000),
      }),
    )
    .output(z.void()),
};
