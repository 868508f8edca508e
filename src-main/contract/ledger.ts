import { z } from 'zod';
import { EventId, procedure, SessionId, stream, Timestamp } from './procedure.ts';

/** SHA-256 in lower-case hex of bytes kept in the content store. */
export const ContentHash = z.string().regex(/^[0-9a-f]{64}$/);
export type ContentHash = z.infer<typeof ContentHash>;

/** Why a thing ended; decided once, by the first to stop it. */
export const StopReason = z.enum([
  'exit',
  'timeout',
  'cpu',
  'memory',
  'disk',
  'output',
  'processes',
  'abort',
  'closed',
  'stopping',
]);
export type StopReason = z.infer<typeof StopReason>;

/** A file as it was at one moment. */
export const FileState = z.object({
  kind: z.enum(['file', 'symlink', 'directory']),
  /** Of the content, or of a link's target. Absent for directories and where `notKept` says why. */
  hash: ContentHash.optional(),
  /** In bytes. */
  size: z.int().nonnegative(),
  /** Permission bits, as in `chmod`. */
  mode: z.int().nonnegative(),
  /** Why the bytes are not in the content store; such a state cannot be restored. */
  notKept: z.string().optional(),
});
export type FileState = z.infer<typeof FileState>;

export const TokenUsage = z.object({ prompt: z.int(), completion: z.int(), total: z.int() });
export type TokenUsage = z.infer<typeof TokenUsage>;

export const Repair = z.object({ rule: z.string(), text: z.string() });
export type Repair = z.infer<typeof Repair>;

/** A call as the model wrote it: `arguments` is its text, unparsed. */
export const RequestedCall = z.object({ callId: z.string(), tool: z.string(), arguments: z.string() });
export type RequestedCall = z.infer<typeof RequestedCall>;

const Decider = z.object({ by: z.enum(['person', 'rule']), rule: z.string().optional() });

/**
 * What each type of event says in `data`. The ledger is the only record of a session, so a
 * conversation, the list of changes and the activity view must all be computable from these.
 */
export const ledgerEvents = {
  'session.created': z.object({ title: z.string(), workspace: z.string(), app: z.string() }),
  'session.renamed': z.object({ title: z.string() }),
  'session.opened': z.object({ app: z.string(), repaired: z.string().optional() }),
  'message.user': z.object({ text: z.string() }),
  'prompt.rendered': z.object({ template: z.string(), text: z.string(), hash: ContentHash }),
  'llm.requested': z.object({
    client: z.string(),
    model: z.string(),
    messages: z.int(),
    tools: z.array(z.string()),
    round: z.int(),
  }),
  'llm.replied': z.object({
    model: z.string(),
    text: z.string(),
    refusal: z.string().optional(),
    calls: z.array(RequestedCall),
    finish: z.enum(['stop', 'tool-calls', 'length', 'content-filter', 'interrupted', 'failed', 'cancelled']),
    error: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).optional(),
    usage: TokenUsage.optional(),
    durationMs: z.number(),
  }),
  'call.repaired': z.object({ callId: z.string(), tool: z.string(), arguments: z.string(), repairs: z.array(Repair) }),
  'approval.asked': z.object({
    question: z.string(),
    callId: z.string(),
    tool: z.string(),
    subject: z.record(z.string(), z.unknown()),
    why: z.string(),
    warnings: z.array(z.string()),
  }),
  'approval.decided': Decider.extend({
    question: z.string().optional(),
    callId: z.string(),
    verdict: z.enum(['allow', 'refuse', 'withdrawn']),
    reason: z.string().optional(),
    /** What the person changed before allowing: an edited command, hunks left out, edited text. */
    edited: z.string().optional(),
  }),
  'tool.called': z.object({ callId: z.string(), tool: z.string(), arguments: z.record(z.string(), z.unknown()) }),
  'tool.returned': z.object({
    callId: z.string(),
    tool: z.string(),
    /** What the model is told. */
    content: z.string(),
    outcome: z.enum(['done', 'failed', 'refused', 'skipped', 'cancelled', 'invalid']),
  }),
  'command.ran': z.object({
    command: z.string(),
    cwd: z.string(),
    exitCode: z.int().optional(),
    signal: z.string().optional(),
    stopReason: StopReason,
    durationMs: z.number(),
    limits: z.object({ timeoutMs: z.number(), maxOutputBytes: z.number() }),
    /** Highest seen over the process tree, in percent of one core and in bytes. */
    peak: z.object({ cpuPercent: z.number(), memoryBytes: z.number() }).optional(),
    /** What is shown and sent: the head and the tail, with a line between them that says what was left out. */
    output: z.string(),
    outputBytes: z.int(),
    /** All of the output that was kept, stdout and stderr as they arrived, in the content store. */
    spool: z.object({ hash: ContentHash, bytes: z.int(), complete: z.boolean() }).optional(),
    /** Files the command changed follow as `file.changed`; this says what was not watched, and why. */
    notWatched: z.array(z.string()),
  }),
  'file.changed': z.object({
    /** Absolute, symlinks resolved. */
    path: z.string(),
    change: z.enum(['created', 'modified', 'deleted']),
    before: FileState.optional(),
    after: FileState.optional(),
    callId: z.string().optional(),
    addedLines: z.int().optional(),
    removedLines: z.int().optional(),
    /** A command's write, or the person's own, is `command` or `undo`; a file tool's is `tool`. */
    origin: z.enum(['tool', 'command', 'undo']),
  }),
  'change.undone': z.object({ change: EventId, path: z.string(), forced: z.boolean() }),
  'error.raised': z.object({ message: z.string(), where: z.string().optional() }),
} as const;

export type LedgerEventType = keyof typeof ledgerEvents;
export type LedgerEventData<T extends LedgerEventType> = z.infer<(typeof ledgerEvents)[T]>;

const envelope = z.object({
  v: z.literal(1),
  id: EventId,
  at: Timestamp,
  session: SessionId,
  /** Groups everything that one message of the person led to. */
  turn: z.string().optional(),
  /** The event that led to this one. */
  cause: EventId.optional(),
  /** SHA-256 of the line before, or the empty string at the start of a file. */
  previous: z.string(),
});

/** An event whose type may be one we do not know: such events are kept and shown as they are. */
export const AnyLedgerEvent = envelope.extend({ type: z.string(), data: z.record(z.string(), z.unknown()) });
export type AnyLedgerEvent = z.infer<typeof AnyLedgerEvent>;

export type LedgerEvent = {
  [T in LedgerEventType]: z.infer<typeof envelope> & { type: T; data: LedgerEventData<T> };
}[LedgerEventType];

export const ActivityQuery = z.object({
  session: SessionId.optional(),
  types: z.array(z.string()).optional(),
  tool: z.string().optional(),
  /** Every word must occur, in any case, in the event or in the output it kept. */
  text: z.string().max(500).optional(),
  /** Events older than this one, for paging. */
  before: z.object({ at: Timestamp, id: EventId }).optional(),
  limit: z.int().min(1).max(500).default(100),
});
export type ActivityQuery = z.input<typeof ActivityQuery>;

export const activityContract = {
  /** Newest first, over all sessions or one. */
  query: procedure
    .input(ActivityQuery)
    .output(z.object({ events: z.array(AnyLedgerEvent), more: z.boolean(), warnings: z.array(z.string()) })),
  /** Every event as it is appended, from the moment of asking. */
  appended: stream(AnyLedgerEvent),
  /** From the event back to what started it, oldest first, and what it led to. */
  chain: procedure
    .input(z.object({ session: SessionId, id: EventId }))
    .output(z.object({ causes: z.array(AnyLedgerEvent), effects: z.array(AnyLedgerEvent) })),
  /** A piece of kept content, decoded as UTF-8 with replacement. */
  content: procedure
    .input(
      z.object({
        hash: ContentHash,
        offset: z.int().nonnegative().default(0),
        limit: z.int().max(1_000_000).default(200_000),
      }),
    )
    .output(z.object({ text: z.string(), bytes: z.int(), nextOffset: z.int().optional() })),
  /** The file's text in pieces; the reader joins them. */
  exported: stream(z.string()).input(z.object({ session: SessionId.optional(), format: z.enum(['json', 'markdown']) })),
  /** Reads a session's file again and checks every line and the chain of hashes. */
  verify: procedure
    .input(z.object({ session: SessionId }))
    .output(z.object({ events: z.int(), problems: z.array(z.string()) })),
};
