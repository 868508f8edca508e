import { z } from 'zod';
import { QuestionId } from './approvals.ts';
import { TokenUsage } from './ledger-values.ts';
import { Timestamp } from './procedure.ts';

/** Who sent a message that was not written in a window or console of the app. */
export const MessageFrom = z.discriminatedUnion('kind', [
  /** A program over the session's socket; `name` is what it calls itself. */
  z.object({ kind: z.literal('socket'), name: z.string().max(200).optional() }),
  /** A person over a channel such as Telegram; `person` is the service's own id of them. */
  z.object({
    kind: z.literal('channel'),
    channel: z.string().max(64),
    person: z.string().max(200),
    name: z.string().max(200).optional(),
  }),
  /** A task of the workspace's `schedules`; `run` is one entry of the inbox. */
  z.object({ kind: z.literal('schedule'), task: z.string(), run: z.string() }),
]);
export type MessageFrom = z.infer<typeof MessageFrom>;

/** Who answered a question over a channel. */
export const Answerer = z.object({
  channel: z.string().max(64),
  /** The service's own id of them. */
  person: z.string().max(200),
  name: z.string().max(200).optional(),
});
export type Answerer = z.infer<typeof Answerer>;

/** What becomes of questions in a session without a person in front of it: see `Attendance`. */
export const UnattendedQuestions = z.enum(['read-only', 'refuse', 'wait']);
export type UnattendedQuestions = z.infer<typeof UnattendedQuestions>;

/** Who answers a session's questions. */
export const Attendance = z.discriminatedUnion('kind', [
  /** The person at the app answers. */
  z.object({ kind: z.literal('attended') }),
  /** The person at the app answers, and so do the people of a channel who are named by the service's own ids. */
  z.object({ kind: z.literal('channel'), approvers: z.array(z.string().max(200)).max(1000) }),
  /**
   * Nobody. `read-only`: the session is held to the mode Read only; `refuse`: mode and rules hold, and each question is answered no,
   * as decided by that rule; `wait`: questions wait in the queue for somebody to come.
   */
  z.object({ kind: z.literal('unattended'), questions: UnattendedQuestions }),
]);
export type Attendance = z.infer<typeof Attendance>;

/** What becomes of one message, in order: `queued` while others are before it, `started`, what its turn does, and last `ended` or `withdrawn`. */
export const TurnProgress = z.discriminatedUnion('kind', [
  /** `ahead`: messages and turns that are before it. */
  z.object({ kind: z.literal('queued'), ahead: z.int().nonnegative() }),
  z.object({ kind: z.literal('started'), turn: z.string() }),
  /** More of the model's words; those of one round of calls begin anew after `returned`. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('reasoning'), text: z.string() }),
  /** A retry, or another remark of the moment. */
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({ kind: z.literal('called'), callId: z.string(), tool: z.string(), sent: z.string() }),
  z.object({
    kind: z.literal('returned'),
    callId: z.string(),
    tool: z.string(),
    outcome: z.enum(['done', 'failed', 'refused', 'skipped', 'cancelled', 'invalid']),
    content: z.string(),
  }),
  z.object({
    kind: z.literal('asked'),
    question: QuestionId,
    callId: z.string(),
    tool: z.string(),
    /** What is asked about, as one line, and why it is asked. */
    title: z.string(),
    why: z.string(),
    /** When it began to wait, and below when that ended: what is between is no time of the turn's own. */
    at: Timestamp.optional(),
  }),
  z.object({
    kind: z.literal('answered'),
    question: QuestionId,
    verdict: z.enum(['allow', 'refuse', 'withdrawn']),
    reason: z.string().optional(),
    at: Timestamp.optional(),
  }),
  z.object({
    kind: z.literal('ended'),
    outcome: z.enum(['done', 'failed', 'cancelled', 'refused']),
    /** The model's last words, whole; empty where it said nothing. */
    text: z.string(),
    /** Why it failed, as a sentence. */
    error: z.string().optional(),
    model: z.string().optional(),
    /** Tokens of the whole turn. */
    usage: TokenUsage.optional(),
    /** In US dollars, where it is known. */
    cost: z.number().nonnegative().optional(),
  }),
  /** It was taken back before its turn began. */
  z.object({ kind: z.literal('withdrawn'), reason: z.string() }),
]);
export type TurnProgress = z.infer<typeof TurnProgress>;
