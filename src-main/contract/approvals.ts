import { z } from 'zod';
import { Repair } from './ledger.ts';
import { procedure, SessionId, stream, Timestamp } from './procedure.ts';

export const QuestionId = z.string();

/** Something a person should know before answering, from the mildest to the worst. */
export const Warning = z.object({ level: z.enum(['note', 'caution', 'danger']), text: z.string() });
export type Warning = z.infer<typeof Warning>;

/** What is asked about. Paths are absolute with symlinks resolved; `shownPath` is relative to the workspace where it lies inside. */
export const Subject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('command'),
    command: z.string(),
    cwd: z.string(),
    limits: z.object({ timeoutMs: z.number(), maxOutputBytes: z.number() }),
  }),
  z.object({
    kind: z.literal('change'),
    /** Where Changes finds the diff. */
    proposal: z.string(),
    path: z.string(),
    shownPath: z.string(),
    isNew: z.boolean(),
    addedLines: z.int(),
    removedLines: z.int(),
  }),
  z.object({ kind: z.literal('read'), path: z.string(), shownPath: z.string(), size: z.int().optional() }),
  z.object({
    kind: z.literal('delete'),
    path: z.string(),
    shownPath: z.string(),
    recursive: z.boolean(),
    /** What would go, itself included. */
    files: z.int(),
    bytes: z.int(),
    /** The first of them. */
    sample: z.array(z.string()),
  }),
  /** A turn that has used up its rounds asks whether it may go on. */
  z.object({ kind: z.literal('rounds'), used: z.int() }),
]);
export type Subject = z.infer<typeof Subject>;

export const Question = z.object({
  id: QuestionId,
  session: SessionId,
  sessionTitle: z.string(),
  callId: z.string(),
  tool: z.string(),
  at: Timestamp,
  subject: Subject,
  /** Why it is asked: the rule that decided, or that there is none. */
  why: z.string(),
  workspace: z.string(),
  isOutside: z.boolean(),
  warnings: z.array(Warning),
  repairs: z.array(Repair),
  /** What the model sent, as it wrote it. */
  sent: z.string(),
});
export type Question = z.infer<typeof Question>;

export const Decision = z.discriminatedUnion('verdict', [
  z.object({
    verdict: z.literal('allow'),
    /** For a command: the text to run in place of the model's. */
    command: z.string().max(1_000_000).optional(),
    /** For a change: hunks to write, by number, of the revision that was shown; none of the others are written. */
    change: z.object({ revision: z.int(), accepted: z.array(z.int()) }).optional(),
    /** Told to the model beside the result. */
    note: z.string().max(10_000).optional(),
  }),
  z.object({ verdict: z.literal('refuse'), reason: z.string().max(10_000).optional() }),
]);
export type Decision = z.infer<typeof Decision>;

export const approvalsContract = {
  /** Everything that waits for a person, oldest first: now, and whenever it changes. */
  waiting: stream(z.array(Question).readonly()),
  /** Fails with NOT_FOUND once answered or withdrawn, CONFLICT when the change was revised meanwhile. */
  decide: procedure.input(z.object({ question: QuestionId, decision: Decision })).output(z.void()),
};
