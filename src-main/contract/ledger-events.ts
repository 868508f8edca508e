import { z } from 'zod';
import { CommandRan } from './command-ran.ts';
import { PendingItem } from './console.ts';
import { CallWatched, ChangesFound, FileChanged } from './file-changes.ts';
import { historyEvents } from './history-events.ts';
import { MessageImage } from './images.ts';
import { Judged } from './judged.ts';
import {
  ContentHash,
  PeakUsage,
  Repair,
  RequestedCall,
  SessionCreated,
  StopReason,
  ThinkingBlock,
  TokenUsage,
} from './ledger-values.ts';
import { LimitName } from './limits.ts';
import { EventId } from './procedure.ts';
import { FromPrompt, PromptRendered } from './prompt-render.ts';
import { RecordCut } from './record-cut.ts';
import { PermissionMode, Rule, RuleScope } from './rules.ts';
import { scheduleEvents } from './schedule-events.ts';
import { Answerer, Attendance, MessageFrom } from './turn-progress.ts';
import { TurnUndone, UndoneChange } from './undo-events.ts';
import { workspaceEvents } from './workspace-events.ts';

/** Of a request that is not part of the conversation; its reply is shown as a remark. */
const Purpose = z.enum(['summary', 'compaction']);

const Decider = z.object({ by: z.enum(['person', 'rule']), rule: z.string().optional() });

/**
 * What each type of event says in `data`. The ledger is the only record of a session, so a
 * conversation, the list of changes and the activity view must all be computable from these.
 */
export const ledgerEvents = {
  'session.created': SessionCreated,
  'session.renamed': z.object({ title: z.string() }),
  'session.opened': z.object({ app: z.string(), repaired: z.string().optional() }),
  'message.user': z.object({
    text: z.string(),
    /** Who is asked; absent: the demo. */
    profile: z.string().optional(),
    /** What waited for this message and went with it. */
    pending: z.array(PendingItem).optional(),
    /** The files it mentions, as the model is told of them. */
    mentions: z.string().optional(),
    images: z.array(MessageImage).optional(),
    /** Absent where a person wrote it in the app. */
    from: MessageFrom.optional(),
    /** The `message.queued` that it was before. */
    queued: EventId.optional(),
    /** A prompt made it; `text` is then what people read. */
    rendered: FromPrompt.optional(),
  }),
  /** It waits in the host until what is before it has ended; its event's id is the message's. */
  'message.queued': z.object({
    text: z.string(),
    profile: z.string().optional(),
    images: z.array(MessageImage).optional(),
    from: MessageFrom.optional(),
    /** A prompt made it; `text` is then what people read. */
    rendered: FromPrompt.optional(),
  }),
  /** A message that waited is not sent. */
  'message.withdrawn': z.object({ queued: EventId, by: z.enum(['person', 'app']), reason: z.string() }),
  /** Who answers the session's questions from now on. */
  'session.attendance': Attendance,
  'prompt.rendered': PromptRendered,
  'llm.requested': z.object({
    client: z.string(),
    model: z.string(),
    messages: z.int(),
    tools: z.array(z.string()),
    round: z.int(),
    profile: z.string().optional(),
    purpose: Purpose.optional(),
  }),
  'llm.replied': z.object({
    model: z.string(),
    profile: z.string().optional(),
    purpose: Purpose.optional(),
    text: z.string(),
    /** What the model thought before it spoke, where the server tells. */
    reasoning: z.string().optional(),
    /** The same in the form that goes back to the service with the next request, where it wants that. */
    thinking: z.array(ThinkingBlock).optional(),
    refusal: z.string().optional(),
    calls: z.array(RequestedCall),
    finish: z.enum(['stop', 'tool-calls', 'length', 'content-filter', 'interrupted', 'failed', 'cancelled']),
    error: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).optional(),
    usage: TokenUsage.optional(),
    /** In US dollars, by the prices of that day; absent where they or the usage were not known. */
    cost: z.number().nonnegative().optional(),
    /** UTF-8 bytes of a token, by the profile's last replies. */
    bytesPerToken: z.number().optional(),
    durationMs: z.number(),
  }),
  'call.repaired': z.object({
    callId: z.string(),
    tool: z.string(),
    arguments: z.string(),
    repairs: z.array(Repair),
    /** Who made the mistake. */
    model: z.string().optional(),
  }),
  'approval.asked': z.object({
    question: z.string(),
    callId: z.string(),
    tool: z.string(),
    subject: z.record(z.string(), z.unknown()),
    why: z.string(),
    warnings: z.array(z.string()),
    /** What the person was told that would not be recorded. */
    notWatched: z.array(z.string()).optional(),
  }),
  'approval.decided': Decider.extend({
    /** A command that was to run in the box was let run outside it. */
    outside: z.boolean().optional(),
    /** The kept output of an earlier run was chosen in place of running it. */
    useKept: z.boolean().optional(),
    question: z.string().optional(),
    callId: z.string(),
    verdict: z.enum(['allow', 'refuse', 'withdrawn']),
    /** Who answered it over a channel; absent where that was done in the app. */
    person: Answerer.optional(),
    reason: z.string().optional(),
    /** Of another program's command, which no reply and no question may have: what was decided about. */
    command: z.object({ command: z.string(), cwd: z.string() }).optional(),
    /** What the person changed before allowing: an edited command, hunks left out, edited text. */
    edited: z.string().optional(),
    /** All that a decision by rule was made of, so that it can be made again. */
    judged: Judged.optional(),
  }),
  'tool.called': z.object({ callId: z.string(), tool: z.string(), arguments: z.record(z.string(), z.unknown()) }),
  'tool.returned': z.object({
    callId: z.string(),
    tool: z.string(),
    /** What the model is told. */
    content: z.string(),
    outcome: z.enum(['done', 'failed', 'refused', 'skipped', 'cancelled', 'invalid']),
  }),
  'command.ran': CommandRan,
  /** A person gave a session's commands more room: its next command, or the one that runs (`once`), or all from then on. */
  'limits.raised': z.object({
    limit: LimitName,
    from: z.number(),
    to: z.number(),
    scope: z.enum(['once', 'session']),
    callId: z.string().optional(),
  }),
  /** A program of elsewhere opened or closed a shell of the Shell Adapter. */
  'shell.opened': z.object({ shell: z.string(), cwd: z.string(), client: z.string() }),
  'shell.closed': z.object({ shell: z.string(), reason: StopReason, commands: z.int() }),
  /** Filter programs were run on an output that is kept, in place of running the command again. */
  'output.filtered': z.object({
    /** The event whose output it was. */
    source: EventId,
    filter: z.string(),
    exitCode: z.int().optional(),
    bytes: z.int(),
    durationMs: z.number(),
    savedMs: z.number(),
    by: z.enum(['person', 'model']),
  }),
  'rule.saved': z.object({ scope: RuleScope, rule: Rule, rules: ContentHash }),
  'rule.removed': z.object({ scope: RuleScope, rule: Rule, rules: ContentHash }),
  'session.permission': z.object({ mode: PermissionMode }),
  /** The rules of the session, all that count from now on. */
  'session.rules': z.object({ rules: z.array(Rule) }),
  'file.changed': FileChanged,
  'call.watched': CallWatched,
  'changes.found': ChangesFound,
  ...historyEvents,
  'push.added': z.object({ item: PendingItem }),
  'push.dropped': z.object({ index: z.int() }),
  'turn.ended': z.object({ outcome: z.enum(['done', 'failed', 'cancelled', 'refused']) }),
  /** A line the person typed in Shell mode. */
  'console.started': z.object({
    line: z.string(),
    cwd: z.string(),
    how: z.enum(['builtin', 'direct', 'pipeline', 'login-shell']),
  }),
  'console.ended': z.object({
    exitCode: z.int().optional(),
    signal: z.string().optional(),
    stopReason: StopReason,
    durationMs: z.number(),
    peak: PeakUsage.optional(),
    /** What was on the screen, escapes resolved, the tail of it when long. */
    text: z.string(),
    isTail: z.boolean(),
  }),
  'session.moved': z.object({ cwd: z.string() }),
  /** A variable the person exported; the value is left out where its name says that it is secret. */
  'session.variable': z.object({ name: z.string(), value: z.string().optional() }),
  'session.modes': z.object({ profiles: z.array(z.string()) }),
  'provider.attached': z.object({
    provider: z.string(),
    title: z.string(),
    cwd: z.string(),
    pid: z.int().optional(),
    tools: z.array(z.string()),
    hash: z.string(),
    /** Variables of the environment with keys that it was given. */
    keys: z.array(z.string()).optional(),
  }),
  'provider.ended': z.object({
    provider: z.string(),
    title: z.string(),
    state: z.enum(['completed', 'failed', 'restarting']),
    reason: z.string(),
  }),
  'provider.tools': z.object({
    provider: z.string(),
    tools: z.array(z.string()),
    hash: z.string(),
    isApproved: z.boolean(),
  }),
  ...workspaceEvents,
  ...scheduleEvents,
  /** A change was undone. Where it is the `file.changed` of an undo or redo: that did not come to be, or was taken back. */
  'change.undone': UndoneChange,
  /** A change that had been undone was made again. */
  'change.redone': UndoneChange,
  /** An undo or redo of a turn has ended: every `file.changed` of the transaction that no `change.undone` names is so. */
  'turn.undone': TurnUndone,
  /** The record had lost events when the next one came; it goes on with what was left. */
  'record.cut': RecordCut,
  'error.raised': z.object({ message: z.string(), where: z.string().optional() }),
} as const;

export type LedgerEventType = keyof typeof ledgerEvents;
export type LedgerEventData<T extends LedgerEventType> = z.infer<(typeof ledgerEvents)[T]>;
