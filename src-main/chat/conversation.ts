import { randomUUID } from 'node:crypto';
import type { AnyLedgerEvent, ConversationItem, ConversationUpdate } from '#contract';
import { Emitter, type Subscribe } from '#core/emitter';
import { knownEvent, type Ledger } from '#ledger';
import type { ModelMessage } from '#llm';
import { ItemFold } from './item-fold.ts';
import { LiveText } from './live-text.ts';
import { MessageFold } from './message-fold.ts';

type AssistantItem = Extract<ConversationItem, { kind: 'assistant' }>;
type ToolItem = Extract<ConversationItem, { kind: 'tool' }>;

/** Output of a running command that is shown, in UTF-16 units; when there is more, only the last part of it stays. */
const MAX_LIVE_OUTPUT = 64_000;
const KEPT_LIVE_OUTPUT = 16_000;
const OUTPUT_LEFT_OUT = '[… earlier output is left out while the command runs …]\n';

/**
 * A session's conversation as long as somebody reads it or a turn runs: what its ledger says, and over it what is just coming
 * in. Readers get a snapshot and then every change of it.
 */
export class Conversation implements Disposable {
  readonly session: string;
  readonly #items = new ItemFold();
  readonly #messages = new MessageFold();
  readonly #updates: Emitter<ConversationUpdate>;
  readonly #text = new LiveText((id, text) => this.#updates.emit({ kind: 'text', id, text }));
  readonly #output = new LiveText((id, text) => this.#sendOutput(id, text));
  #unsubscribe = () => {};

  private constructor(session: string, onError: (error: unknown) => void) {
    this.session = session;
    this.#updates = new Emitter(onError);
  }

  /** Listens first, then reads, so that no event is missed or taken twice. */
  static async open(ledger: Ledger, session: string, onError: (error: unknown) => void): Promise<Conversation> {
    const conversation = new Conversation(session, onError);
    const early: AnyLedgerEvent[] = [];
    let take = (event: AnyLedgerEvent): void => void early.push(event);
    conversation.#unsubscribe = ledger.onAppended((event) => {
      if (event.session === session) take(event);
    });
    try {
      const read = new Set<string>();
      for await (const event of (await ledger.session(session)).read()) {
        read.add(event.id);
        conversation.#take(event);
      }
      for (const event of early) if (!read.has(event.id)) conversation.#take(event);
    } catch (error) {
      conversation[Symbol.dispose]();
      throw error;
    }
    take = (event) => conversation.#take(event);
    conversation.settle();
    return conversation;
  }

  get items(): ConversationItem[] {
    return this.#items.items;
  }

  messages(): ModelMessage[] {
    return this.#messages.messages();
  }

  get systemHash(): string | undefined {
    return this.#messages.systemHash;
  }

  get lastStep(): string | undefined {
    return this.#messages.lastStep;
  }

  get owesReply(): boolean {
    return this.#messages.owesReply;
  }

  hasCall(callId: string): boolean {
    return this.#messages.hasCall(callId);
  }

  /** Whether the call is on the ledger without a result. */
  isOpen(callId: string): boolean {
    return this.#items.openCall(callId) !== undefined;
  }

  /** The snapshot, then every update from this very moment on. */
  readonly updates: Subscribe<ConversationUpdate> = (listener) => {
    this.#flush();
    listener({ kind: 'snapshot', items: this.items });
    return this.#updates.subscribe(listener);
  };

  /** More of the reply to the request `id`. */
  replyText(id: string, text: string): void {
    const item = this.#items.get(id);
    if (item?.kind !== 'assistant') return;
    const { note: _, ...rest } = item;
    const next: AssistantItem = { ...rest, text: item.text + text, state: 'streaming' };
    if (item.state !== 'streaming' || item.note !== undefined) {
      this.#put(next);
      return;
    }
    this.#items.replace(next);
    this.#text.add(id, text);
  }

  /** What the reply to the request `id` waits for, or what it is doing. */
  replyNote(id: string, note: string): void {
    const item = this.#items.get(id);
    if (item?.kind === 'assistant' && item.note !== note) this.#put({ ...item, note });
  }

  /** More output of the call that runs. */
  callOutput(callId: string, text: string): void {
    const id = this.#items.openCall(callId);
    if (id !== undefined && text !== '') this.#output.add(id, text);
  }

  /** Said to those who look, but not on the ledger: for when that is what does not work. */
  announce(level: 'warning' | 'error', text: string): void {
    this.#put({ id: `live-${randomUUID()}`, at: Date.now(), kind: 'notice', level, text });
  }

  /** Nothing runs any more: what has no end is interrupted. */
  settle(): void {
    for (const item of this.#items.settle()) this.#send(item);
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
    this.#text[Symbol.dispose]();
    this.#output[Symbol.dispose]();
  }

  #take(any: AnyLedgerEvent): void {
    const event = knownEvent(any);
    if (!event) return;
    this.#messages.apply(event);
    for (const item of this.#items.apply(event)) this.#send(item);
  }

  #put(item: ConversationItem): void {
    this.#items.replace(item);
    this.#send(item);
  }

  /** An item says everything that text and output on their way to it would have said. */
  #send(item: ConversationItem): void {
    this.#text.drop(item.id);
    if (hasEnded(item)) this.#output.drop(item.id);
    this.#updates.emit({ kind: 'item', item });
  }

  #sendOutput(id: string, text: string): void {
    const item = this.#items.get(id);
    if (item?.kind !== 'tool' || hasEnded(item) || !item.command) return;
    const output = item.command.output + text;
    if (output.length <= MAX_LIVE_OUTPUT && text.length <= KEPT_LIVE_OUTPUT) {
      this.#items.replace(withOutput(item, item.command, output));
      this.#updates.emit({ kind: 'output', id, text });
      return;
    }
    this.#put(withOutput(item, item.command, OUTPUT_LEFT_OUT + tailOf(output)));
  }

  #flush(): void {
    this.#text.flush();
    this.#output.flush();
  }
}

function withOutput(item: ToolItem, command: NonNullable<ToolItem['command']>, output: string): ToolItem {
  return { ...item, command: { ...command, output } };
}

/** Its command's output is whole, or there will be none. */
function hasEnded(item: ConversationItem): boolean {
  return item.kind === 'tool' && (item.state !== 'running' || item.command?.stopReason !== undefined);
}

/** Does not begin in the middle of a character. */
function tailOf(output: string): string {
  const tail = output.slice(-KEPT_LIVE_OUTPUT);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}
