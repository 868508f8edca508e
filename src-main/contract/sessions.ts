import { z } from 'zod';
import { QuestionId } from './approvals.ts';
import { Repair, StopReason, TokenUsage } from './ledger.ts';
import { procedure, SessionId, stream, Timestamp } from './procedure.ts';

export const SessionSummary = z.object({
  id: SessionId,
  title: z.string(),
  state: z.enum(['idle', 'running', 'needs-you', 'done', 'failed']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  messages: z.int(),
  usage: TokenUsage,
  /** False when a server reported no usage for some request, so that the sum is too low. */
  isUsageComplete: z.boolean(),
  repairs: z.int(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

const item = z.object({ id: z.string(), at: Timestamp, turn: z.string().optional() });

export const CommandView = z.object({
  command: z.string(),
  cwd: z.string(),
  output: z.string(),
  outputBytes: z.int(),
  exitCode: z.int().optional(),
  signal: z.string().optional(),
  stopReason: StopReason.optional(),
  durationMs: z.number().optional(),
  peak: z.object({ cpuPercent: z.number(), memoryBytes: z.number() }).optional(),
  spool: z.string().optional(),
});
export type CommandView = z.infer<typeof CommandView>;

/** One entry of a conversation, as the ledger has it or as it is just coming in. */
export const ConversationItem = z.discriminatedUnion('kind', [
  item.extend({ kind: z.literal('user'), text: z.string() }),
  item.extend({
    kind: z.literal('assistant'),
    text: z.string(),
    model: z.string(),
    state: z.enum(['waiting', 'streaming', 'complete', 'interrupted', 'failed', 'cancelled']),
    /** Why it is waiting or has failed: a retry, an error with the server's own words. */
    note: z.string().optional(),
    refusal: z.string().optional(),
    canRetry: z.boolean(),
    usage: TokenUsage.optional(),
    durationMs: z.number().optional(),
  }),
  item.extend({
    kind: z.literal('tool'),
    callId: z.string(),
    tool: z.string(),
    state: z.enum([
      'checking',
      'waiting',
      'running',
      'done',
      'failed',
      'refused',
      'skipped',
      'cancelled',
      'invalid',
      'interrupted',
    ]),
    /** What the model sent, as it wrote it. */
    sent: z.string(),
    /** What ran, where a repair or the person changed it. */
    ran: z.string().optional(),
    repairs: z.array(Repair),
    question: QuestionId.optional(),
    decision: z.string().optional(),
    /** What the model was told. */
    result: z.string().optional(),
    command: CommandView.optional(),
    changes: z.array(
      z.object({ event: z.string(), path: z.string(), change: z.enum(['created', 'modified', 'deleted']) }),
    ),
  }),
  item.extend({ kind: z.literal('notice'), level: z.enum(['info', 'warning', 'error']), text: z.string() }),
]);
export type ConversationItem = z.infer<typeof ConversationItem>;

export const ConversationUpdate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('snapshot'), items: z.array(ConversationItem) }),
  /** Replaces the item of the same id, or is added at the end. */
  z.object({ kind: z.literal('item'), item: ConversationItem }),
  /** More text of the assistant's item `id`. */
  z.object({ kind: z.literal('text'), id: z.string(), text: z.string() }),
  /** More output of the command of tool item `id`; only the last part of it when it comes fast. */
  z.object({ kind: z.literal('output'), id: z.string(), text: z.string() }),
]);
export type ConversationUpdate = z.infer<typeof ConversationUpdate>;

const byId = z.object({ session: SessionId });

export const sessionsContract = {
  /** Newest first: now, and whenever one changes. */
  changed: stream(z.array(SessionSummary).readonly()),
  create: procedure.input(z.object({ title: z.string().max(200).optional() })).output(SessionSummary),
  rename: procedure.input(byId.extend({ title: z.string().min(1).max(200) })).output(z.void()),
  /** Moves the session's record to the trash folder beside the ledger, from where `restore` brings it back. */
  remove: procedure.input(byId).output(z.void()),
  restore: procedure.input(byId).output(z.void()),
  conversation: stream(ConversationUpdate).input(byId),
  /** Starts a turn. Fails with CONFLICT while one runs, UNAVAILABLE when no model is connected. */
  send: procedure.input(byId.extend({ text: z.string().min(1).max(1_000_000) })).output(z.object({ turn: z.string() })),
  /** Asks the model again after a reply that failed or broke off. */
  retry: procedure.input(byId).output(z.object({ turn: z.string() })),
  /** Stops the running turn: the request, the question or the command it waits for. */
  stop: procedure.input(byId).output(z.void()),
};
