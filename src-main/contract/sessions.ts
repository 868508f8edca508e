import { z } from 'zod';
import { QuestionId } from './approvals.ts';
import { PendingItem } from './console.ts';
import { PeakUsage, Repair, StopReason, TokenUsage } from './ledger-values.ts';
import { ContainmentStep, LimitName, LiveUsage, RunLimits } from './limits.ts';
import { procedure, SessionId, stream, Timestamp } from './procedure.ts';
import { FromPrompt } from './prompt-render.ts';
import { PromptId } from './prompt-values.ts';
import { PermissionMode } from './rules.ts';

/** Tokens and US dollars; where a part is not complete, the total is at least that. */
export const Meter = z.object({
  usage: TokenUsage,
  isUsageComplete: z.boolean(),
  cost: z.number().nonnegative(),
  isCostComplete: z.boolean(),
});
export type Meter = z.infer<typeof Meter>;

export const SessionSummary = z.object({
  id: SessionId,
  title: z.string(),
  /** A record is of what the app itself or another program did; one that a message is written in is a conversation. */
  kind: z.enum(['conversation', 'record']).optional(),
  state: z.enum(['idle', 'running', 'needs-you', 'done', 'failed']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  messages: z.int(),
  usage: TokenUsage,
  /** False when a server reported no usage for some request, so that the sum is too low. */
  isUsageComplete: z.boolean(),
  /** In US dollars; partial, and never to be shown as the whole, unless `isCostComplete`. */
  cost: z.number().nonnegative().optional(),
  isCostComplete: z.boolean().optional(),
  /** By profile, or by client where there was none, such as `demo`. */
  meters: z.array(Meter.extend({ profile: z.string() })).optional(),
  repairs: z.int(),
  permission: PermissionMode.optional(),
  /** Of the last message; absent before the first, and with the demo. */
  profile: z.string().optional(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

/** A session whose record is in the trash. */
export const DeletedSession = z.object({
  id: SessionId,
  title: z.string(),
  deletedAt: Timestamp,
  /** Of its record. */
  bytes: z.int().nonnegative(),
});
export type DeletedSession = z.infer<typeof DeletedSession>;

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
  peak: PeakUsage.optional(),
  limits: RunLimits.optional(),
  /** How its processes were held together. */
  heldBy: ContainmentStep.optional(),
  /** Limits that were raised while it ran or after it was stopped by them. */
  raised: z.array(z.object({ limit: LimitName, to: z.number(), scope: z.enum(['once', 'session']) })).optional(),
  spool: z.string().optional(),
  /** What of the workspace was not watched while it ran, and why; what it changed there is not known. */
  notWatched: z.array(z.string()).optional(),
  /** Other commands that ran in the same workspace at some moment of its time. */
  alongside: z.array(z.string()).optional(),
  /** Why its end is not known, as a sentence. */
  interrupted: z.string().optional(),
  sandbox: z.literal('read-only').optional(),
  /** What the guard made of its filters. */
  split: z
    .object({
      producer: z.string(),
      filter: z.string(),
      producerExitCode: z.int().optional(),
      treatment: z.enum(['filtered', 'empty', 'slow', 'filter-failed', 'not-filtered']),
      /** What stopped its filters, where that was not their end. */
      filterStopReason: StopReason.optional(),
      notice: z.string(),
    })
    .optional(),
  /** Times its kept output was filtered in place of running it again, and what that saved. */
  reslices: z.object({ count: z.int(), savedMs: z.number() }).optional(),
});
export type CommandView = z.infer<typeof CommandView>;

/** One entry of a conversation, as the ledger has it or as it is just coming in. */
export const ConversationItem = z.discriminatedUnion('kind', [
  item.extend({
    kind: z.literal('user'),
    text: z.string(),
    profile: z.string().optional(),
    /** What went with it. */
    pending: z.array(PendingItem).optional(),
    mentions: z.string().optional(),
    /** Where a prompt made it: the `prompt.rendered`, to be opened with `prompts.past`, and all the messages that it made. */
    rendered: FromPrompt.pick({ event: true, messages: true }).optional(),
    /** Of the whole turn, background work included; absent before the first reply. */
    meter: Meter.optional(),
    /** The turn did not come to its end, so that the model is not told of it any more. */
    isForgotten: z.boolean().optional(),
  }),
  item.extend({
    kind: z.literal('assistant'),
    text: z.string(),
    model: z.string(),
    state: z.enum(['waiting', 'streaming', 'complete', 'interrupted', 'failed', 'cancelled']),
    /** Why it is waiting or has failed: a retry, an error with the server's own words. */
    note: z.string().optional(),
    /** What the model thought before it spoke, where the server tells. */
    reasoning: z.string().optional(),
    refusal: z.string().optional(),
    canRetry: z.boolean(),
    usage: TokenUsage.optional(),
    /** In US dollars, where it is known. */
    cost: z.number().optional(),
    profile: z.string().optional(),
    durationMs: z.number().optional(),
    /** The `prompt.rendered` that it was asked with: of a prompt, else of the system message. */
    rendered: z.object({ event: z.string() }).optional(),
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
    /** The event that has its output, for `outputs.filter`; absent until there is one. */
    output: z.string().optional(),
    changes: z.array(
      z.object({
        event: z.string(),
        path: z.string(),
        change: z.enum(['created', 'modified', 'deleted']),
        /** Who else may have made it, as a sentence; Undo then asks first. */
        shared: z.string().optional(),
        /** Set while it is undone. Undoing `event`, where there is one, does it again. */
        undone: z.object({ event: z.string().optional() }).optional(),
      }),
    ),
  }),
  /** A line that the person typed in Shell mode, and what came of it. Its id is that of its start on the record. */
  item.extend({
    kind: z.literal('console'),
    line: z.string(),
    cwd: z.string(),
    how: z.enum(['builtin', 'direct', 'pipeline', 'login-shell']),
    /** `interrupted`: the app ended first. */
    state: z.enum(['running', 'done', 'cancelled', 'interrupted']),
    /** What was on the screen at its end, or what a built-in said. */
    text: z.string(),
    exitCode: z.int().optional(),
    signal: z.string().optional(),
    durationMs: z.number().optional(),
    peak: PeakUsage.optional(),
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
  /** More of what the model of the assistant's item `id` thinks. */
  z.object({ kind: z.literal('reasoning'), id: z.string(), text: z.string() }),
  /** More output of the command of tool item `id`; only the last part of it when it comes fast. */
  z.object({ kind: z.literal('output'), id: z.string(), text: z.string() }),
  /** What the running command of tool item `id` uses now, and what it may; several times a second at most. */
  z.object({ kind: z.literal('usage'), id: z.string(), usage: LiveUsage, limits: RunLimits }),
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
  /** What is in the trash, the newest deletion first: now, and whenever it changes. */
  deleted: stream(z.array(DeletedSession).readonly()),
  /** Takes a session's record out of the trash for good. What was kept of changed files stays in the content store. */
  erase: procedure.input(byId).output(z.void()),
  conversation: stream(ConversationUpdate).input(byId),
  /**
   * Starts a turn with this profile: without one, with the session's last, else the default, else the demo where that is on.
   * Fails with CONFLICT while one runs, NOT_FOUND for an unknown profile, UNAVAILABLE when none can be used.
   */
  send: procedure
    .input(
      byId.extend({
        text: z.string().min(1).max(1_000_000),
        profile: z.string().max(64).optional(),
        /** In place of the text: what this prompt renders to with these args (JSON text of an object). Fails with INVALID_INPUT when it does not. */
        prompt: z.object({ id: PromptId, args: z.string().max(4_000_000).optional() }).optional(),
      }),
    )
    .output(z.object({ turn: z.string() })),
  /** Asks the model again after a reply that failed or broke off. */
  retry: procedure.input(byId).output(z.object({ turn: z.string() })),
  /** Replaces what the model is told of the conversation by a summary; says what came of it. Fails with CONFLICT while a turn runs. */
  compact: procedure.input(byId).output(z.object({ text: z.string() })),
  /** Has the model forget messages and pending items; the transcript stays. Fails with CONFLICT while a turn runs. */
  reset: procedure.input(byId).output(z.void()),
  /**
   * Gives a command more room, at once where it runs: `once` for this command, or the session's next where it has ended;
   * `session` for every command of the session. Doubles the limit without `to`. Recorded. Fails with NOT_FOUND for an unknown
   * call, INVALID_INPUT for less than it has.
   */
  raiseLimit: procedure
    .input(
      byId.extend({
        callId: z.string(),
        limit: LimitName,
        scope: z.enum(['once', 'session']),
        to: z.number().positive().optional(),
      }),
    )
    .output(z.object({ to: z.number() })),
  /** Stops the running turn: the request, the question or the command it waits for. */
  stop: procedure.input(byId).output(z.void()),
};
