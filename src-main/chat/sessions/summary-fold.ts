import type { Attendance, ForkOrigin, LedgerEvent, Meter, PermissionMode, RecordCut, SessionSummary } from '#contract';
import { copiedEvent, RewindFold } from '#ledger';
import { addToMeter, EMPTY_METER } from '../cost/meter.ts';
import { WaitingFold } from '../history/waiting-fold.ts';
import { titleFrom } from './title.ts';

export const DEFAULT_TITLE = 'New session';

/** Ids of the app's own records from before their first event said what they are. */
const OLD_RECORD = /^(?:rules|providers)-[0-9a-f]{8}(?:-\d+)?$/;

type ReplyData = Extract<LedgerEvent, { type: 'llm.replied' }>['data'];

/** One line of the list of sessions, computed from the session's events without keeping them. */
export class SummaryFold {
  readonly #id: string;
  #given = DEFAULT_TITLE;
  /** The first line typed in Shell mode, which stands for a name until there is one. */
  #typed: string | undefined;
  /** Replacement for the name of a record that was emptied. */
  #lostName: string | undefined;
  #isRecord: boolean;
  #workspace: string | undefined;
  #createdAt: number | undefined;
  #updatedAt = 0;
  /** Places in the record of messages and replies. */
  readonly #said: number[] = [];
  readonly #rewinds = new RewindFold();
  /** Number of them that are not folded. */
  #messages = 0;
  #forkOf: ForkOrigin | undefined;
  #meter: Meter = EMPTY_METER;
  /** Usage by profile or client. */
  readonly #meters = new Map<string, Meter>();
  /** Profile or client of each request that has no reply yet. */
  readonly #asked = new Map<string, string>();
  #profile: string | undefined;
  #repairs = 0;
  #permission: PermissionMode = 'ask';
  /** Calls with a question that is open: those of one reply may run side by side. */
  readonly #askedCalls = new Set<string>();
  #recordCut: RecordCut['how'] | undefined;
  readonly #waiting = new WaitingFold(() => true);
  #attendance: Attendance = { kind: 'attended' };
  /** State if nothing more happened. */
  #rest: 'idle' | 'done' | 'failed' = 'idle';

  constructor(id: string) {
    this.#id = id;
    this.#isRecord = OLD_RECORD.test(id);
  }

  get title(): string {
    return this.isNamed ? this.#given : (this.#typed ?? this.#lostName ?? this.#given);
  }

  /** Whether the session has a name, given by a person or taken from its first message. */
  get isNamed(): boolean {
    return this.#given !== DEFAULT_TITLE;
  }

  /** Ids of the messages that wait, in their order. */
  get waiting(): readonly string[] {
    return this.#waiting.ids;
  }

  get attendance(): Attendance {
    return this.#attendance;
  }

  summary(isRunning: boolean): SessionSummary {
    const running = this.#askedCalls.size === 0 ? 'running' : 'needs-you';
    return {
      id: this.#id,
      title: this.title,
      kind: this.#isRecord && this.#messages === 0 ? 'record' : 'conversation',
      ...(this.#workspace !== undefined && { workspace: this.#workspace }),
      state: isRunning ? running : this.#rest,
      createdAt: this.#createdAt ?? this.#updatedAt,
      updatedAt: this.#updatedAt,
      messages: this.#messages,
      ...this.#meter,
      meters: [...this.#meters].map(([profile, meter]) => ({ profile, ...meter })),
      repairs: this.#repairs,
      permission: isHeldToReading(this.#attendance) ? 'read-only' : this.#permission,
      ...(this.#recordCut !== undefined && { recordCut: this.#recordCut }),
      ...(this.#waiting.size > 0 && { waiting: this.#waiting.size }),
      ...(this.#profile !== undefined && { profile: this.#profile }),
      ...(this.#forkOf && { forkOf: this.#forkOf }),
    };
  }

  /** Marks a session whose record was found cut and does not say so itself. One without events is known by its id and its anchor. */
  markCut({ how, at }: RecordCut): void {
    this.#recordCut = how;
    if (this.#createdAt !== undefined) return;
    this.#lostName = `Session ${this.#id}`;
    this.#createdAt = at;
    this.#updatedAt = at;
  }

  apply(event: LedgerEvent): void {
    this.#createdAt ??= event.at;
    if (event.type !== 'session.opened') this.#updatedAt = event.at;
    this.#waiting.apply(event);
    if (this.#rewinds.add(event)) this.#onFolded();
    switch (event.type) {
      case 'event.copied':
        this.#onCopied(copiedEvent(event));
        return;
      case 'session.created':
        this.#onCreated(event.data);
        return;
      case 'session.renamed':
        this.#given = event.data.title;
        return;
      case 'console.started':
        this.#onTyped(event.data);
        return;
      case 'message.user':
        this.#count();
        this.#rest = 'idle';
        this.#askedCalls.clear();
        this.#profile = event.data.profile;
        return;
      case 'llm.requested':
        this.#asked.set(event.id, event.data.profile ?? event.data.client);
        this.#askedCalls.clear();
        if (event.data.purpose === undefined) this.#rest = 'failed';
        return;
      case 'llm.replied':
        this.#measure(event.data, event.cause ?? '');
        if (event.data.purpose === undefined) this.#onReplied(event.data);
        return;
      case 'record.cut':
        this.#recordCut = event.data.how;
        return;
      case 'session.attendance':
        this.#attendance = event.data;
        return;
      case 'session.permission':
        this.#permission = event.data.mode;
        return;
      case 'turn.ended':
        if (event.data.outcome === 'failed') this.#rest = 'failed';
        return;
      case 'call.repaired':
        this.#repairs += event.data.repairs.length;
        return;
      default:
        this.#onApproval(event);
        return;
    }
  }

  #onCreated({ title, workspace, kind, forkOf }: Extract<LedgerEvent, { type: 'session.created' }>['data']): void {
    this.#given = title;
    this.#isRecord ||= kind === 'record';
    this.#workspace = workspace;
    this.#forkOf = forkOf;
  }

  /** `cd` and `help` say nothing of what is done here. */
  #onTyped({ how, line }: Extract<LedgerEvent, { type: 'console.started' }>['data']): void {
    if (how !== 'builtin') this.#typed ??= titleFrom(line);
  }

  #count(): void {
    this.#said.push(this.#rewinds.place);
    this.#messages += 1;
  }

  #onFolded(): void {
    this.#messages = this.#said.filter((place) => !this.#rewinds.at(place)).length;
    this.#askedCalls.clear();
    this.#rest = 'idle';
  }

  /** Processes an event from before the fork; its cost belongs to the other session. */
  #onCopied(event: LedgerEvent | undefined): void {
    if (event?.type === 'message.user') this.#profile = event.data.profile;
    const isReply = event?.type === 'llm.replied' && event.data.purpose === undefined;
    if (event?.type === 'message.user' || isReply) this.#count();
  }

  #onReplied(reply: ReplyData): void {
    this.#count();
    this.#rest = restAfter(reply);
  }

  #measure(reply: ReplyData, request: string): void {
    const who = this.#asked.get(request) ?? reply.profile ?? reply.model;
    this.#asked.delete(request);
    this.#meter = addToMeter(this.#meter, reply);
    this.#meters.set(who, addToMeter(this.#meters.get(who) ?? EMPTY_METER, reply));
  }

  /** A call without a turn, as of another program, does not say how the conversation went. */
  #onApproval(event: LedgerEvent): void {
    if (event.type === 'approval.asked') this.#askedCalls.add(event.data.callId);
    if (event.type === 'approval.decided' || event.type === 'tool.returned') this.#askedCalls.delete(event.data.callId);
    if (event.turn !== undefined) this.#rest = restAfterCall(event) ?? this.#rest;
  }
}

/** Calls that never got a result, and a reply that broke off, have failed unless more comes. */
function restAfter({ finish, calls }: ReplyData): 'idle' | 'done' | 'failed' {
  if (finish === 'cancelled') return 'idle';
  if (finish === 'failed' || finish === 'interrupted') return 'failed';
  return calls.length > 0 ? 'failed' : 'done';
}

/** State after an event of a call, if it changes that: one that was started has failed unless more comes. */
function restAfterCall({ type, data }: LedgerEvent): 'idle' | 'failed' | undefined {
  if (type === 'tool.called') return 'failed';
  if (type === 'approval.decided' && data.verdict !== 'allow') return 'idle';
  return type === 'tool.returned' && data.outcome === 'cancelled' ? 'idle' : undefined;
}

function isHeldToReading(attendance: Attendance): boolean {
  return attendance.kind === 'unattended' && attendance.questions === 'read-only';
}
