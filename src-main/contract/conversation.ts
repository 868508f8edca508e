import { BoxStrength } from './box.ts';
import { PendingItem } from './console.ts';
import { PeakUsage, Repair, StopReason, TokenUsage } from './events/ledger-values.ts';
import { MessageImage } from './images.ts';
import { ContainmentStep, LimitName, LiveUsage, RunLimits } from './limits.ts';
import { PromptOrigin } from './prompts/prompt-render.ts';
import { QuestionId } from './rules/approvals.ts';
import {
  flag,
  integer,
  number,
  optionalFlag,
  optionalInteger,
  optionalNumber,
  optionalText,
  text,
  texts,
} from './schema/plain-schemas.ts';
import { EventId, Timestamp } from './schema/procedure.ts';
import * as z from './schema/zod.ts';
import { MessageFrom } from './turn-progress.ts';

/** Tokens and US dollars; where a part is not complete, the total is at least that. */
export const Meter = z.object({
  usage: TokenUsage,
  isUsageComplete: flag,
  cost: number.nonnegative(),
  isCostComplete: flag,
});
export type Meter = z.infer<typeof Meter>;

const item = z.object({
  id: text,
  at: Timestamp,
  turn: optionalText,
  /** The `session.rewound` that folds it: the conversation goes on as if it had not been said. */
  rewound: EventId.optional(),
});

export const CommandView = z.object({
  command: text,
  cwd: text,
  output: text,
  outputBytes: integer,
  exitCode: optionalInteger,
  signal: optionalText,
  stopReason: StopReason.optional(),
  durationMs: optionalNumber,
  peak: PeakUsage.optional(),
  limits: RunLimits.optional(),
  /** Containment of its processes. */
  heldBy: ContainmentStep.optional(),
  /** Limits that were raised while it ran or after it was stopped by them. */
  raised: z.array(z.object({ limit: LimitName, to: number, scope: z.enum(['once', 'session']) })).optional(),
  spool: optionalText,
  /** Parts of the workspace that were not watched while it ran, and why; changes there are unknown. */
  notWatched: texts.optional(),
  /** Other commands that ran in the same workspace at some moment of its time. */
  alongside: texts.optional(),
  /** Reason why its end is unknown, as a sentence. */
  interrupted: optionalText,
  sandbox: BoxStrength.optional(),
  refusedByBox: texts.optional(),
  /** Filters that the guard split from the command. */
  split: z
    .object({
      producer: text,
      filter: text,
      producerExitCode: optionalInteger,
      treatment: z.enum(['filtered', 'empty', 'slow', 'filter-failed', 'not-filtered']),
      /** Reason why its filters stopped, unless they ended by themselves. */
      filterStopReason: StopReason.optional(),
      notice: text,
    })
    .optional(),
  /** Times its kept output was filtered in place of running it again, and what that saved. */
  reslices: z.object({ count: integer, savedMs: number }).optional(),
});
export type CommandView = z.infer<typeof CommandView>;

/** One entry of a conversation, as the ledger has it or as it is just coming in. */
export const ConversationItem = z.discriminatedUnion('kind', [
  item.extend({
    kind: z.literal('user'),
    text: text,
    profile: optionalText,
    /** Pending items that were sent with it. */
    pending: z.array(PendingItem).optional(),
    mentions: optionalText,
    images: z.array(MessageImage).optional(),
    /** Sender; absent if a person wrote it in the app. */
    from: MessageFrom.optional(),
    /**
     * Origin in a prompt: the `prompt.rendered`, to be opened with `prompts.past`, and all the messages that it
     * produced.
     */
    rendered: PromptOrigin.pick({ event: true, messages: true }).optional(),
    /** Usage of the whole turn, including background work; absent before the first reply. */
    meter: Meter.optional(),
    /** The turn did not come to its end, so that the model is not told of it any more. */
    isForgotten: optionalFlag,
    /** Reason why it was not sent, if it waited and then could not be. */
    notSent: optionalText,
  }),
  item.extend({
    kind: z.literal('assistant'),
    text: text,
    model: text,
    state: z.enum(['waiting', 'streaming', 'complete', 'interrupted', 'failed', 'cancelled']),
    /** Reason why it waits or has failed: a retry, an error with the server's own words. */
    note: optionalText,
    /** The note is of this moment alone, such as how much of a call has come, and is soon replaced. */
    isPassing: optionalFlag,
    /** Reasoning of the model before its answer, if the server reports it. */
    reasoning: optionalText,
    refusal: optionalText,
    canRetry: flag,
    usage: TokenUsage.optional(),
    /** Cost in US dollars, if known. */
    cost: optionalNumber,
    profile: optionalText,
    durationMs: optionalNumber,
    /** The `prompt.rendered` that it was asked with: of a prompt, else of the system message. */
    rendered: z.object({ event: text }).optional(),
  }),
  item.extend({
    kind: z.literal('tool'),
    callId: text,
    tool: text,
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
    /** Arguments that the model sent, as it wrote them. */
    sent: text,
    /** Arguments that were used, if a repair or the person changed them. */
    ran: optionalText,
    repairs: z.array(Repair),
    question: QuestionId.optional(),
    decision: optionalText,
    /** Result that the model received. */
    result: optionalText,
    command: CommandView.optional(),
    /** The event that has its output, for `outputs.filter`; absent until there is one. */
    output: optionalText,
    changes: z.array(
      z.object({
        event: text,
        path: text,
        change: z.enum(['created', 'modified', 'deleted']),
        /** Sentence naming what else may have made the change; if present, Undo asks first. */
        shared: optionalText,
        /** Set while it is undone. Undoing `event`, where there is one, does it again. */
        undone: z.object({ event: optionalText }).optional(),
      }),
    ),
  }),
  /** A line that the person typed in Shell mode, and what came of it. Its id is that of its start on the record. */
  item.extend({
    kind: z.literal('console'),
    line: text,
    cwd: text,
    how: z.enum(['builtin', 'direct', 'pipeline', 'login-shell']),
    /** `interrupted`: the app ended first. */
    state: z.enum(['running', 'done', 'cancelled', 'interrupted']),
    /** Text on the screen at its end, or the output of a built-in. */
    text: text,
    exitCode: optionalInteger,
    signal: optionalText,
    durationMs: optionalNumber,
    peak: PeakUsage.optional(),
  }),
  item.extend({
    kind: z.literal('notice'),
    level: z.enum(['info', 'warning', 'error']),
    text: text,
    /** The turn, or the change, in Changes that it tells of. */
    changes: optionalText,
    /** Rewind that the notice is about, whose event has its id. */
    rewind: z
      .object({
        /** Number of the person's messages that it folds. */
        messages: integer,
        withFiles: flag,
        isRedone: flag,
        canRedo: flag,
      })
      .optional(),
  }),
]);
export type ConversationItem = z.infer<typeof ConversationItem>;

/** A message that waits in the host until what is before it has ended. */
export const WaitingMessage = z.object({
  id: EventId,
  at: Timestamp,
  /** Its beginning, where it is long. */
  text: text,
  isCut: flag,
  images: z.array(MessageImage),
  profile: optionalText,
  /** Sender; absent if a person wrote it in the app. */
  from: MessageFrom.optional(),
});
export type WaitingMessage = z.infer<typeof WaitingMessage>;

export const ConversationUpdate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('snapshot'), items: z.array(ConversationItem) }),
  /** Goes before all items that are known. */
  z.object({ kind: z.literal('earlier'), items: z.array(ConversationItem) }),
  /** Replaces the item of the same id, or is added at the end. */
  z.object({ kind: z.literal('item'), item: ConversationItem }),
  /** Additional text of the assistant's item `id`. */
  z.object({ kind: z.literal('text'), id: text, text: text }),
  /** Additional reasoning of the assistant's item `id`. */
  z.object({ kind: z.literal('reasoning'), id: text, text: text }),
  /** Additional output of the command of tool item `id`; only its last part if it comes fast. */
  z.object({ kind: z.literal('output'), id: text, text: text }),
  /** Current usage and limits of the running command of tool item `id`; several times a second at most. */
  z.object({ kind: z.literal('usage'), id: text, usage: LiveUsage, limits: RunLimits }),
  /** All messages that wait, in their order; after a snapshot there are none until this says so. */
  z.object({ kind: z.literal('waiting'), messages: z.array(WaitingMessage) }),
]);
export type ConversationUpdate = z.infer<typeof ConversationUpdate>;
