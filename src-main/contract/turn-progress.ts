import { TokenUsage } from './events/ledger-values.ts';
import { QuestionId } from './rules/approvals.ts';
import { count, number, optionalText, text } from './schema/plain-schemas.ts';
import { Timestamp } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** Sender of a message that was not written in a window or console of the app. */
export const MessageFrom = z.discriminatedUnion('kind', [
  /** A program over the session's socket; `name` is what it calls itself. */
  z.object({ kind: z.literal('socket'), name: text.max(200).optional() }),
  /** A person over a channel such as Telegram; `person` is the service's own id of them. */
  z.object({
    kind: z.literal('channel'),
    channel: text.max(64),
    person: text.max(200),
    name: text.max(200).optional(),
  }),
  /** A task of the workspace's `schedules`; `run` is one entry of the inbox. */
  z.object({ kind: z.literal('schedule'), task: text, run: text }),
]);
export type MessageFrom = z.infer<typeof MessageFrom>;

/** Person who answered a question over a channel. */
export const Answerer = z.object({
  channel: text.max(64),
  /** The service's own id of them. */
  person: text.max(200),
  name: text.max(200).optional(),
});
export type Answerer = z.infer<typeof Answerer>;

/** Handling of questions in a session that no person attends: see `Attendance`. */
export const UnattendedQuestions = z.enum(['read-only', 'refuse', 'wait']);
export type UnattendedQuestions = z.infer<typeof UnattendedQuestions>;

/** Attendance of a session: who answers its questions. */
export const Attendance = z.discriminatedUnion('kind', [
  /** The person at the app answers. */
  z.object({ kind: z.literal('attended') }),
  /** The person at the app answers, and so do the people of a channel who are named by the service's own ids. */
  z.object({ kind: z.literal('channel'), approvers: z.array(text.max(200)).max(1000) }),
  /**
   * Attendance without a person. `read-only`: the session is held to the mode Read only; `refuse`: mode and rules
   * apply, and each question is answered no, as decided by that rule; `wait`: questions stay in the queue until someone
   * answers.
   */
  z.object({ kind: z.literal('unattended'), questions: UnattendedQuestions }),
]);
export type Attendance = z.infer<typeof Attendance>;

/**
 * Progress of one message, in order: `queued` while others are ahead of it, `started`, the steps of its turn, and last
 * `ended` or `withdrawn`.
 */
export const TurnProgress = z.discriminatedUnion('kind', [
  /** `ahead`: messages and turns that are before it. */
  z.object({ kind: z.literal('queued'), ahead: count }),
  z.object({ kind: z.literal('started'), turn: text }),
  /** Additional text of the model; after `returned` it belongs to the next round of calls. */
  z.object({ kind: z.literal('text'), text: text }),
  z.object({ kind: z.literal('reasoning'), text: text }),
  /** A retry, why a reply is not whole, or another remark of the moment. */
  z.object({ kind: z.literal('note'), text: text }),
  z.object({ kind: z.literal('called'), callId: text, tool: text, sent: text }),
  z.object({
    kind: z.literal('returned'),
    callId: text,
    tool: text,
    outcome: z.enum(['done', 'failed', 'refused', 'skipped', 'cancelled', 'invalid']),
    content: text,
  }),
  z.object({
    kind: z.literal('asked'),
    question: QuestionId,
    callId: text,
    tool: text,
    /** Subject of the question, as one line, and why it is asked. */
    title: text,
    why: text,
    /**
     * Time at which the wait began; the event below marks its end. The time between is not counted as the turn's own.
     */
    at: Timestamp.optional(),
  }),
  z.object({
    kind: z.literal('answered'),
    question: QuestionId,
    verdict: z.enum(['allow', 'refuse', 'withdrawn']),
    reason: optionalText,
    at: Timestamp.optional(),
  }),
  z.object({
    kind: z.literal('ended'),
    outcome: z.enum(['done', 'failed', 'cancelled', 'refused']),
    /** The model's last words, whole; empty if it said nothing. */
    text: text,
    /** Cause that broke these words off; absent if they are whole. */
    cut: z.enum(['length', 'content-filter']).optional(),
    /** Reason why it failed, as a sentence. */
    error: optionalText,
    model: optionalText,
    /** Tokens of the whole turn. */
    usage: TokenUsage.optional(),
    /** Cost in US dollars, if known. */
    cost: number.nonnegative().optional(),
  }),
  /** Withdrawal of the message before its turn began. */
  z.object({ kind: z.literal('withdrawn'), reason: text }),
]);
export type TurnProgress = z.infer<typeof TurnProgress>;
