import { PendingItem } from '../console.ts';
import { CallWatched, ChangesFound, FileChanged } from '../file-changes.ts';
import { LimitName } from '../limits.ts';
import { PromptRendered } from '../prompts/prompt-render.ts';
import { Judged } from '../rules/judged.ts';
import { PermissionMode, Rule, RuleScope } from '../rules/rules.ts';
import {
  anything,
  flag,
  integer,
  number,
  optionalFlag,
  optionalInteger,
  optionalNumber,
  optionalText,
  text,
  texts,
} from '../schema/plain-schemas.ts';
import { EventId } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { Answerer, Attendance } from '../turn-progress.ts';
import { branchEvents } from './branch-events.ts';
import { CommandRan } from './command-ran.ts';
import { historyEvents } from './history-events.ts';
import { imageEvents } from './image-events.ts';
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
import { messageEvents } from './message-events.ts';
import { RecordCut } from './record-cut.ts';
import { retentionEvents } from './retention-events.ts';
import { EventCopied, PointTaken, SessionRewound } from './rewind-events.ts';
import { scheduleEvents } from './schedule-events.ts';
import { TurnUndone, UndoneChange } from './undo-events.ts';
import { workspaceEvents } from './workspace-events.ts';

/** Purpose of a request outside the conversation; its reply is shown as a remark. */
const Purpose = z.enum(['summary', 'compaction']);

const Decider = z.object({ by: z.enum(['person', 'rule']), rule: optionalText });

/**
 * Content of `data` for each type of event. The ledger is the only record of a session, so a conversation, the list of
 * changes and the activity view must all be computable from these.
 */
export const ledgerEvents = {
  'session.created': SessionCreated,
  'session.renamed': z.object({ title: text }),
  'session.opened': z.object({ app: text, repaired: optionalText }),
  ...messageEvents,
  /** Attendance that applies from this event on: how the session's questions are answered. */
  'session.attendance': Attendance,
  'prompt.rendered': PromptRendered,
  'llm.requested': z.object({
    client: text,
    model: text,
    messages: integer,
    tools: texts,
    round: integer,
    profile: optionalText,
    purpose: Purpose.optional(),
  }),
  'llm.replied': z.object({
    model: text,
    profile: optionalText,
    purpose: Purpose.optional(),
    text: text,
    /** Reasoning of the model before its answer, if the server reports it. */
    reasoning: optionalText,
    /** Reasoning in the form that goes back to the service with the next request, where it wants that. */
    thinking: z.array(ThinkingBlock).optional(),
    /** Tokens of a thought among those of the reply, if the server tells; it may show nothing of that thought. */
    thoughtTokens: optionalInteger,
    refusal: optionalText,
    calls: z.array(RequestedCall),
    finish: z.enum(['stop', 'tool-calls', 'length', 'content-filter', 'interrupted', 'failed', 'cancelled']),
    error: z.object({ code: text, message: text, retryable: flag }).optional(),
    usage: TokenUsage.optional(),
    /** Cost in US dollars at the prices of that day; absent if the prices or the usage were unknown. */
    cost: number.nonnegative().optional(),
    /** UTF-8 bytes of a token, by the profile's last replies. */
    bytesPerToken: optionalNumber,
    durationMs: number,
  }),
  'call.repaired': z.object({
    callId: text,
    tool: text,
    arguments: text,
    repairs: z.array(Repair),
    /** Model that made the mistake. */
    model: optionalText,
  }),
  'approval.asked': z.object({
    question: text,
    callId: text,
    tool: text,
    subject: z.record(text, anything),
    why: text,
    warnings: texts,
    /** Effects that the person was told would not be recorded. */
    notWatched: texts.optional(),
  }),
  'approval.decided': Decider.extend({
    /** A command that was to run in the box was let run outside it. */
    outside: optionalFlag,
    /** The kept output of an earlier run was chosen in place of running it. */
    useKept: optionalFlag,
    question: optionalText,
    callId: text,
    verdict: z.enum(['allow', 'refuse', 'withdrawn']),
    /** Person who answered over a channel; absent if the answer came from the app. */
    person: Answerer.optional(),
    reason: optionalText,
    /**
     * Command of another program that the decision was about; such a command has neither a reply nor a question to
     * refer to.
     */
    command: z.object({ command: text, cwd: text }).optional(),
    /** Changes the person made before allowing it: an edited command, hunks left out, edited text. */
    edited: optionalText,
    /** Everything a decision by rule was based on, so that it can be repeated. */
    judged: Judged.optional(),
  }),
  'tool.called': z.object({ callId: text, tool: text, arguments: z.record(text, anything) }),
  'tool.returned': z.object({
    callId: text,
    tool: text,
    /** Text that the model receives. */
    content: text,
    outcome: z.enum(['done', 'failed', 'refused', 'skipped', 'cancelled', 'invalid']),
  }),
  'command.ran': CommandRan,
  /** A person gave a session's commands more room: its next command, or the one that runs (`once`), or all from then on. */
  'limits.raised': z.object({
    limit: LimitName,
    from: number,
    to: number,
    scope: z.enum(['once', 'session']),
    callId: optionalText,
  }),
  /** A program of elsewhere opened or closed a shell of the Shell Adapter. */
  'shell.opened': z.object({ shell: text, cwd: text, client: text }),
  'shell.closed': z.object({ shell: text, reason: StopReason, commands: integer }),
  /** Filter programs were run on an output that is kept, in place of running the command again. */
  'output.filtered': z.object({
    /** The event whose output it was. */
    source: EventId,
    filter: text,
    exitCode: optionalInteger,
    bytes: integer,
    durationMs: number,
    savedMs: number,
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
  'push.dropped': z.object({ index: integer }),
  'turn.ended': z.object({ outcome: z.enum(['done', 'failed', 'cancelled', 'refused']) }),
  /** A line the person typed in Shell mode. */
  'console.started': z.object({
    line: text,
    cwd: text,
    how: z.enum(['builtin', 'direct', 'pipeline', 'login-shell']),
  }),
  'console.ended': z.object({
    exitCode: optionalInteger,
    signal: optionalText,
    stopReason: StopReason,
    durationMs: number,
    peak: PeakUsage.optional(),
    /** Text on the screen, escapes resolved; only its tail if it is long. */
    text: text,
    isTail: flag,
  }),
  'session.moved': z.object({ cwd: text }),
  /** A variable the person exported; the value is left out where its name says that it is secret. */
  'session.variable': z.object({
    name: text,
    value: optionalText,
    /** The person took it away. */
    isUnset: optionalFlag,
  }),
  'session.modes': z.object({ profiles: texts }),
  'provider.attached': z.object({
    provider: text,
    title: text,
    cwd: text,
    pid: optionalInteger,
    tools: texts,
    hash: text,
    /** Variables of the environment with keys that it was given. */
    keys: texts.optional(),
  }),
  'provider.ended': z.object({
    provider: text,
    title: text,
    state: z.enum(['completed', 'failed', 'restarting']),
    reason: text,
  }),
  'provider.tools': z.object({
    provider: text,
    tools: texts,
    hash: text,
    isApproved: flag,
  }),
  ...workspaceEvents,
  ...imageEvents,
  ...scheduleEvents,
  ...branchEvents,
  ...retentionEvents,
  /** A change was undone. Where it is the `file.changed` of an undo or redo: that did not come to be, or was taken back. */
  'change.undone': UndoneChange,
  /** A change that had been undone was made again. */
  'change.redone': UndoneChange,
  /** An undo or redo of a turn has ended: every `file.changed` of the transaction that no `change.undone` names is so. */
  'turn.undone': TurnUndone,
  'point.taken': PointTaken,
  /** A rewind, or the redo of one, has ended: as `turn.undone` ends the transaction of a turn. */
  'session.rewound': SessionRewound,
  'event.copied': EventCopied,
  /** The record had lost events when the next one came; it goes on with what was left. */
  'record.cut': RecordCut,
  'error.raised': z.object({ message: text, where: optionalText }),
} as const;

export type LedgerEventType = keyof typeof ledgerEvents;
export type LedgerEventData<T extends LedgerEventType> = z.infer<(typeof ledgerEvents)[T]>;
