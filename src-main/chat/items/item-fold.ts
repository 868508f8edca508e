import type { ConversationItem, LedgerEvent, LedgerEventData } from '#contract';
import { copiedEvent } from '#ledger';
import { addToMeter, EMPTY_METER } from '../cost/meter.ts';
import { SystemTextFold } from '../history/system-text-fold.ts';
import { TurnEnd } from '../history/turn-end.ts';
import { applyReply, failedBefore, newAssistantItem } from './assistant-item.ts';
import * as consoleItem from './console-item.ts';
import { FoldedItems } from './folded-items.ts';
import { ItemStore } from './item-store.ts';
import { LastReply } from './last-reply.ts';
import { backgroundText, isOwnQuestion, noticeOf, ownDecided } from './notice-item.ts';
import { OpenCalls } from './open-calls.ts';
import * as raisedLimits from './raised-limits.ts';
import * as reslices from './reslices.ts';
import * as toolItem from './tool-item.ts';
import { UndoneChanges } from './undone-changes.ts';

type StartedCall = Pick<LedgerEventData<'tool.called'>, 'callId' | 'tool'>;
type EventOfType<T extends LedgerEvent['type']> = Extract<LedgerEvent, { type: T }>;

/**
 * The conversation as the ledger has it: events in, items out, in the order they first appeared. The same events give the
 * same items, whether they come one by one while a turn runs or all at once after a restart.
 */
export class ItemFold {
  readonly #items = new ItemStore();
  /** Item of each call without a result, by call id. */
  readonly #openCalls = new OpenCalls();
  /** Item of each call by the event that started it, for the effects that follow. */
  readonly #started = new Map<string, string>();
  /** Notice of each question whether to go on, by question. */
  readonly #questions = new Map<string, string>();
  readonly #turnEnd = new TurnEnd();
  /** Item of the last message. */
  #message: string | undefined;
  /** The `prompt.rendered` that the next request is made with. */
  readonly #asked = new SystemTextFold();
  readonly #undone = new UndoneChanges();
  readonly #lastReply = new LastReply(this.#items);
  readonly #folded = new FoldedItems(this.#items);
  readonly #since: number;
  /** Time from which what has no end yet may still run; nothing does of what a fork was given. */
  #runsSince: number;

  /** `since`: when this run of the app began. */
  constructor(since: number) {
    this.#since = since;
    this.#runsSince = since;
  }

  get items(): ConversationItem[] {
    return this.#items.all;
  }

  get(id: string): ConversationItem | undefined {
    return this.#items.get(id);
  }

  /** The item of a call that has no result yet. */
  openCall(callId: string): string | undefined {
    return this.#openCalls.get(callId);
  }

  /** Lays what is just coming in over what the ledger has; the next event of the item takes its place. */
  replace(item: ConversationItem): void {
    this.#items.replace(item);
  }

  /** The items that the event added or changed. */
  apply(event: LedgerEvent): ConversationItem[] {
    const isFolded = this.#folded.begin(event);
    const isCopy = event.type === 'event.copied';
    const said = isCopy ? copiedEvent(event) : event;
    this.#runsSince = isCopy ? Number.POSITIVE_INFINITY : this.#since;
    if (said) this.#apply(said);
    this.#folded.end(event, isFolded);
    return this.#items.takeTouched();
  }

  /** Marks what has no end as interrupted; to be called when nothing runs. */
  settle(): ConversationItem[] {
    this.#interruptOpen();
    return this.#items.takeTouched();
  }

  #apply(event: LedgerEvent): void {
    if (event.type === 'message.user' && !this.#turnEnd.isComplete) this.#forgetTurn();
    this.#turnEnd.apply(event);
    this.#asked.apply(event);
    this.#take(event);
  }

  #take(event: LedgerEvent): void {
    switch (event.type) {
      case 'message.user':
        this.#onMessage(event);
        return;
      case 'llm.requested':
        this.#onRequested(event);
        return;
      case 'llm.replied':
        this.#onReplied(event);
        return;
      case 'approval.asked':
        this.#onAsked(event);
        return;
      case 'approval.decided':
        this.#onDecided(event);
        return;
      case 'tool.called':
        this.#onCalled(event);
        return;
      case 'tool.returned':
        this.#onReturned(event);
        return;
      default:
        this.#takeMore(event);
    }
  }

  #takeMore(event: LedgerEvent): void {
    const undone = this.#undone.apply(event);
    for (const one of undone) this.#items.update(one.item, 'tool', (item) => toolItem.applyUndo(item, one));
    if (event.type === 'call.repaired') {
      this.#items.update(this.#openCalls.get(event.data.callId), 'tool', (item) =>
        toolItem.applyRepair(item, event.data),
      );
      return;
    }
    if (event.type === 'command.ran') {
      this.#items.update(this.#started.get(event.cause ?? ''), 'tool', (item) => toolItem.applyCommandRan(item, event));
      return;
    }
    if (event.type === 'file.changed') {
      this.#onChanged(event);
      return;
    }
    if (event.type === 'history.shortened' || event.type === 'session.rewound') this.#lastReply.endRetry(event.turn);
    if (consoleItem.takeConsoleEvent(this.#items, event, this.#runsSince)) return;
    if (reslices.takeResliceEvent(this.#items, event) || raisedLimits.takeLimitEvent(this.#items, event)) return;
    const notice = noticeOf(event, undone);
    if (notice) this.#items.put(notice);
  }

  #onChanged({ id, cause = '', data }: EventOfType<'file.changed'>): void {
    const item = this.#started.get(cause);
    if (item === undefined) return;
    this.#undone.addChange(id, item);
    this.#items.update(item, 'tool', (one) => toolItem.changedItem(one, id, data));
  }

  #onMessage({ id, at, turn, data }: EventOfType<'message.user'>): void {
    this.#interruptOpen();
    this.#lastReply.endRetry(turn);
    this.#message = id;
    this.#items.put({ id, at, ...(turn !== undefined && { turn }), kind: 'user', ...data });
  }

  /** The model is told no more of a turn that did not come to its end. */
  #forgetTurn(): void {
    this.#items.update(this.#message, 'user', (item) => ({ ...item, isForgotten: true }));
  }

  #onRequested(event: EventOfType<'llm.requested'>): void {
    if (event.data.purpose !== undefined) {
      this.#putBackground(event, event.data.purpose, undefined);
      return;
    }
    this.#interruptOpen();
    this.#lastReply.endRetry(event.turn);
    this.#lastReply.begin({ ...newAssistantItem(event), ...this.#asked.rendered });
  }

  #onReplied(event: EventOfType<'llm.replied'>): void {
    const { cause = '', turn, data } = event;
    if (turn !== undefined) {
      this.#items.update(this.#message, 'user', (item) => ({
        ...item,
        meter: addToMeter(item.meter ?? EMPTY_METER, data),
      }));
    }
    if (data.purpose !== undefined) {
      this.#putBackground({ ...event, id: cause }, data.purpose, data);
      return;
    }
    const item = this.#items.get(cause);
    if (item?.kind !== 'assistant') return;
    this.#lastReply.end(applyReply(item, event));
    for (const [index, call] of event.data.calls.entries()) {
      const id = `${event.id}-${index}`;
      this.#items.put(toolItem.newToolItem(id, call, event));
      this.#openCalls.add(call.callId, id);
    }
  }

  /** A compaction that failed ends its turn, so it is what can be asked for again. */
  #putBackground(
    { id, at, turn, data }: EventOfType<'llm.requested'> | EventOfType<'llm.replied'>,
    purpose: 'summary' | 'compaction',
    reply: EventOfType<'llm.replied'>['data'] | undefined,
  ): void {
    const place = { id, at: this.#items.get(id)?.at ?? at, ...(turn !== undefined && { turn }) };
    if (purpose === 'compaction' && turn !== undefined) this.#lastReply.endRetry(turn);
    const said = backgroundText(purpose, data.profile ?? data.model, reply);
    const isEnd = purpose === 'compaction' && turn !== undefined && said.level === 'warning';
    if (isEnd) this.#lastReply.putBefore(failedBefore(place, data.model, said.text));
    else this.#items.put({ ...place, kind: 'notice', ...said });
  }

  #onAsked(event: EventOfType<'approval.asked'>): void {
    if (isOwnQuestion(event)) this.#questions.set(event.data.question, event.id);
    else this.#openUnasked(event, event.data);
    const notice = noticeOf(event, []);
    if (notice) this.#items.put(notice);
    this.#items.update(this.#openCalls.get(event.data.callId), 'tool', (item) => toolItem.askedItem(item, event.data));
  }

  #onDecided(event: EventOfType<'approval.decided'>): void {
    const { data } = event;
    if (data.command) this.#openUnasked(event, { callId: data.callId, tool: 'execute_command' });
    const notice = this.#items.get(this.#questions.get(data.question ?? '') ?? '');
    if (notice?.kind === 'notice') this.#items.put(ownDecided(notice, data));
    this.#items.update(this.#openCalls.get(data.callId), 'tool', (item) => toolItem.applyDecision(item, data));
  }

  /** A call that no reply of a model asked for, as of a program that calls our tools. */
  #openUnasked({ id, at, turn }: LedgerEvent, { callId, tool }: StartedCall, sent = ''): void {
    if (this.#openCalls.get(callId) !== undefined) return;
    this.#items.put(toolItem.newToolItem(id, { callId, tool, arguments: sent }, { at, turn }));
    this.#openCalls.add(callId, id, at >= this.#runsSince);
  }

  #onCalled(event: EventOfType<'tool.called'>): void {
    this.#openUnasked(event, event.data, JSON.stringify(event.data.arguments));
    const id = this.#openCalls.get(event.data.callId);
    if (id === undefined) return;
    this.#started.set(event.id, id);
    this.#items.update(id, 'tool', (item) => toolItem.applyToolCalled(item, event.data));
  }

  #onReturned(event: EventOfType<'tool.returned'>): void {
    const { callId } = event.data;
    this.#items.update(this.#openCalls.close(callId), 'tool', (item) => toolItem.applyToolReturned(item, event));
  }

  #interruptOpen(): void {
    for (const id of this.#openCalls.closeTurn()) this.#items.update(id, 'tool', toolItem.markInterrupted);
    this.#lastReply.breakOff();
  }
}
