import { randomUUID } from 'node:crypto';
import type { AnyLedgerEvent, ConversationItem, ConversationUpdate, LiveUsage, RunLimits } from '#contract';
import { Emitter, type Subscribe } from '#core/async/emitter';
import { knownEvent, type Ledger } from '#ledger';
import type { ModelMessage } from '#llm';
import { SpendingFold } from '../cost/spending-fold.ts';
import { PresentMessages } from '../history/present-messages.ts';
import { withoutNote } from '../items/assistant-item.ts';
import { ItemFold } from '../items/item-fold.ts';
import { CUT_NOTICE, cutNotice } from '../items/notice-item.ts';
import { WaitingItems } from '../items/waiting-items.ts';
import { followRecord } from './follow-record.ts';
import { hasEnded, runningCommand, withLimits, withMoreOutput } from './live-output.ts';
import { LiveText } from './live-text.ts';

type AssistantItem = Extract<ConversationItem, { kind: 'assistant' }>;

export interface ConversationOptions {
  /** Time at which this run of the app began. */
  readonly since: number;
  readonly onError: (error: unknown) => void;
}

/**
 * A session's conversation as long as somebody reads it or a turn runs: what its ledger says, and over it what is just coming
 * in. Readers get a snapshot and then every change of it.
 */
export class Conversation implements Disposable {
  readonly session: string;
  readonly #items: ItemFold;
  readonly #messages = new PresentMessages();
  readonly spending = new SpendingFold();
  readonly waiting = new WaitingItems();
  /** Profiles the person chose for the session; undefined while they chose none. */
  #modes: readonly string[] | undefined;
  readonly #updates: Emitter<ConversationUpdate>;
  readonly #text = new LiveText((id, text) => this.#updates.emit({ kind: 'text', id, text }));
  readonly #reasoning = new LiveText((id, text) => this.#updates.emit({ kind: 'reasoning', id, text }));
  readonly #output = new LiveText((id, text) => this.#sendOutput(id, text));
  #unsubscribe = () => {};

  private constructor(session: string, { since, onError }: ConversationOptions) {
    this.session = session;
    this.#items = new ItemFold(since);
    this.#updates = new Emitter(onError);
  }

  static async open(ledger: Ledger, session: string, options: ConversationOptions): Promise<Conversation> {
    const conversation = new Conversation(session, options);
    try {
      conversation.#unsubscribe = await followRecord(ledger, session, {
        onEvent: (event) => conversation.#take(event),
        onCut: (cut) => conversation.#put(cutNotice(cut)),
      });
    } catch (error) {
      conversation[Symbol.dispose]();
      throw error;
    }
    conversation.settle();
    return conversation;
  }

  get items(): ConversationItem[] {
    return this.#items.items;
  }

  messages(): ModelMessage[] {
    return this.#messages.present.messages();
  }

  get modes(): readonly string[] | undefined {
    return this.#modes;
  }

  get lastProfile(): string | undefined {
    return this.#messages.present.lastProfile;
  }

  get isAtStart(): boolean {
    return this.#messages.present.isAtStart;
  }

  get isExact(): boolean {
    return this.#messages.present.isExact;
  }

  /** Lists the items sent with the next message; while a turn runs, those added since it began. */
  pending(isRunning: boolean) {
    return isRunning ? this.#messages.present.added() : this.#messages.present.waiting();
  }

  history() {
    return this.#messages.present.history();
  }

  get systemHash(): string | undefined {
    return this.#messages.present.systemHash;
  }

  get lastStep(): string | undefined {
    return this.#messages.present.lastStep;
  }

  get owesReply(): boolean {
    return this.#messages.present.owesReply;
  }

  hasCall(callId: string): boolean {
    return this.#messages.hasCall(callId);
  }

  /** Whether the call is on the ledger without a result. */
  hasNoResult(callId: string): boolean {
    return this.#items.openCall(callId) !== undefined;
  }

  /** The snapshot, then every update from this very moment on. */
  readonly updates: Subscribe<ConversationUpdate> = (listener) => {
    this.#flush();
    listener({ kind: 'snapshot', items: this.items });
    if (this.waiting.isAny) listener(this.waiting.update);
    return this.#updates.subscribe(listener);
  };

  /** Tells that there is more of something, without saying what. */
  readonly stirred = (listener: () => void): (() => void) => this.#updates.subscribe(listener);

  get(id: string): ConversationItem | undefined {
    return this.#items.get(id);
  }

  /** Adds text to the reply to the request `id`. */
  replyText(id: string, text: string): void {
    this.#addTo(id, 'text', text);
  }

  /** Adds reasoning that precedes the reply to the request `id`. */
  replyReasoning(id: string, text: string): void {
    this.#addTo(id, 'reasoning', text);
  }

  /** Notes what the reply to the request `id` is waiting for or doing. */
  replyNote(id: string, note: string, isPassing = false): void {
    const item = this.#items.get(id);
    if (item?.kind !== 'assistant' || item.note === note) return;
    const { isPassing: _, ...rest } = item;
    this.#put({ ...rest, note, ...(isPassing && { isPassing }) });
  }

  /** Adds output of the running call. */
  callOutput(callId: string, text: string): void {
    const id = this.#items.openCall(callId);
    if (id !== undefined && text !== '') this.#output.add(id, text);
  }

  /** Updates current usage and limits of the call's command. */
  callUsage(callId: string, usage: LiveUsage, limits: RunLimits): void {
    const item = runningCommand(this.#items.get(this.#items.openCall(callId) ?? ''));
    if (!item) return;
    this.#items.replace(withLimits(item, limits));
    this.#updates.emit({ kind: 'usage', id: item.id, usage, limits });
  }

  /** Said to those who look, but not on the ledger: for when that is what does not work. */
  announce(level: 'warning' | 'error', text: string): void {
    this.#put({ id: `live-${randomUUID()}`, at: Date.now(), kind: 'notice', level, text });
  }

  /** Interrupts everything without an end, because nothing runs any more. */
  settle(): void {
    for (const item of this.#items.settle()) this.#send(item);
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
    this.#text[Symbol.dispose]();
    this.#reasoning[Symbol.dispose]();
    this.#output[Symbol.dispose]();
  }

  #take(any: AnyLedgerEvent): void {
    const event = knownEvent(any);
    if (!event) return;
    const isFolded = this.#messages.apply(event);
    this.spending.apply(event);
    if (event.type === 'record.cut' && this.#items.get(CUT_NOTICE)) {
      // Said already, in the same place.
      this.#put({ ...cutNotice(event.data), at: event.at });
      return;
    }
    if (event.type === 'session.modes') this.#modes = event.data.profiles;
    const touched = this.#items.apply(event);
    if (isFolded) this.#sendAll();
    else for (const item of touched) this.#send(item);
    const changed = this.waiting.apply(event);
    if (changed?.notSent) this.#put(changed.notSent);
    if (changed) this.#updates.emit(this.waiting.update);
  }

  #addTo(id: string, part: 'text' | 'reasoning', more: string): void {
    const item = this.#items.get(id);
    if (item?.kind !== 'assistant') return;
    const next: AssistantItem = { ...withoutNote(item), [part]: (item[part] ?? '') + more, state: 'streaming' };
    if (item[part] === undefined || item.state !== 'streaming' || item.note !== undefined) {
      this.#put(next);
      return;
    }
    this.#items.replace(next);
    (part === 'text' ? this.#text : this.#reasoning).add(id, more);
  }

  #put(item: ConversationItem): void {
    this.#items.replace(item);
    this.#send(item);
  }

  /** An item says everything that text and output on their way to it would have said. */
  #send(item: ConversationItem): void {
    this.#text.drop(item.id);
    this.#reasoning.drop(item.id);
    if (hasEnded(item)) this.#output.drop(item.id);
    this.#updates.emit({ kind: 'item', item });
  }

  /** Many items are changed together. */
  #sendAll(): void {
    this.#flush();
    this.#updates.emit({ kind: 'snapshot', items: this.items });
    if (this.waiting.isAny) this.#updates.emit(this.waiting.update);
  }

  #sendOutput(id: string, text: string): void {
    const item = runningCommand(this.#items.get(id));
    if (!item) return;
    const more = withMoreOutput(item, text);
    if (more.isCut) {
      this.#put(more.item);
      return;
    }
    this.#items.replace(more.item);
    this.#updates.emit({ kind: 'output', id, text });
  }

  #flush(): void {
    this.#text.flush();
    this.#reasoning.flush();
    this.#output.flush();
  }
}
