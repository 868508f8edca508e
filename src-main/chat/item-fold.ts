import type { ConversationItem, LedgerEvent } from '#contract';
import { type AssistantItem, brokenOff, replied, requested } from './assistant-item.ts';
import { isRoundsQuestion, noticeOf, roundsDecided } from './notice-item.ts';
import * as toolItem from './tool-item.ts';

type Event<T extends LedgerEvent['type']> = Extract<LedgerEvent, { type: T }>;

/**
 * The conversation as the ledger has it: events in, items out, in the order they first appeared. The same events give the
 * same items, whether they come one by one while a turn runs or all at once after a restart.
 */
export class ItemFold {
  /** In order; what is replaced keeps its place. */
  readonly #items = new Map<string, ConversationItem>();
  /** Item of each call without a result, by call id. */
  readonly #openCalls = new Map<string, string>();
  /** Item of each call by the event that started it, for the effects that follow. */
  readonly #started = new Map<string, string>();
  /** Notice of each unanswered question whether to go on, by question. */
  readonly #rounds = new Map<string, string>();
  #openRequest: string | undefined;
  #retryable: string | undefined;
  #touched = new Set<string>();

  get items(): ConversationItem[] {
    return [...this.#items.values()];
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
    this.#items.set(item.id, item);
  }

  /** The items that the event added or changed. */
  apply(event: LedgerEvent): ConversationItem[] {
    this.#take(event);
    return this.#takeTouched();
  }

  /** Marks what has no end as interrupted; to be called when nothing runs. */
  settle(): ConversationItem[] {
    this.#interruptOpen();
    return this.#takeTouched();
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
        return;
    }
  }

  #takeMore(event: LedgerEvent): void {
    if (event.type === 'call.repaired') {
      this.#updateTool(this.#openCalls.get(event.data.callId), (item) => toolItem.repaired(item, event.data));
      return;
    }
    if (event.type === 'command.ran') {
      this.#updateTool(this.#started.get(event.cause ?? ''), (item) => toolItem.ran(item, event.data));
      return;
    }
    if (event.type === 'file.changed') {
      this.#updateTool(this.#started.get(event.cause ?? ''), (item) => toolItem.changed(item, event.id, event.data));
      return;
    }
    const notice = noticeOf(event);
    if (notice) this.#put(notice);
  }

  #onMessage({ id, at, turn, data }: Event<'message.user'>): void {
    this.#interruptOpen();
    this.#endRetry();
    this.#put({ id, at, ...(turn !== undefined && { turn }), kind: 'user', text: data.text });
  }

  #onRequested(event: Event<'llm.requested'>): void {
    this.#interruptOpen();
    this.#endRetry();
    this.#put(requested(event));
    this.#openRequest = event.id;
  }

  #onReplied(event: Event<'llm.replied'>): void {
    const item = this.#items.get(event.cause ?? '');
    if (item?.kind !== 'assistant') return;
    this.#openRequest = undefined;
    this.#putReply(replied(item, event));
    for (const [index, call] of event.data.calls.entries()) {
      const id = `${event.id}-${index}`;
      this.#put(toolItem.newToolItem(id, call, event));
      this.#openCalls.set(call.callId, id);
    }
  }

  #onAsked(event: Event<'approval.asked'>): void {
    if (isRoundsQuestion(event)) this.#rounds.set(event.data.question, event.id);
    const notice = noticeOf(event);
    if (notice) this.#put(notice);
    this.#updateTool(this.#openCalls.get(event.data.callId), (item) => toolItem.asked(item, event.data));
  }

  #onDecided({ data }: Event<'approval.decided'>): void {
    const notice = this.#items.get(this.#rounds.get(data.question ?? '') ?? '');
    if (notice?.kind === 'notice') this.#put(roundsDecided(notice, data));
    this.#updateTool(this.#openCalls.get(data.callId), (item) => toolItem.decided(item, data));
  }

  #onCalled(event: Event<'tool.called'>): void {
    const id = this.#openCalls.get(event.data.callId);
    if (id === undefined) return;
    this.#started.set(event.id, id);
    this.#updateTool(id, (item) => toolItem.called(item, event.data));
  }

  #onReturned({ data }: Event<'tool.returned'>): void {
    this.#updateTool(this.#openCalls.get(data.callId), (item) => toolItem.returned(item, data));
    this.#openCalls.delete(data.callId);
  }

  #interruptOpen(): void {
    for (const id of this.#openCalls.values()) this.#updateTool(id, toolItem.interrupted);
    this.#openCalls.clear();
    const waiting = this.#items.get(this.#openRequest ?? '');
    if (waiting?.kind === 'assistant') this.#putReply(brokenOff(waiting));
    this.#openRequest = undefined;
  }

  #putReply(item: AssistantItem): void {
    this.#put(item);
    if (item.canRetry) this.#retryable = item.id;
  }

  /** Only the last reply can be asked for again. */
  #endRetry(): void {
    const item = this.#items.get(this.#retryable ?? '');
    if (item?.kind === 'assistant') this.#put({ ...item, canRetry: false });
    this.#retryable = undefined;
  }

  #put(item: ConversationItem): void {
    this.#items.set(item.id, item);
    this.#touched.add(item.id);
  }

  #updateTool(id: string | undefined, change: (item: toolItem.ToolItem) => toolItem.ToolItem): void {
    const item = id === undefined ? undefined : this.#items.get(id);
    if (item?.kind === 'tool') this.#put(change(item));
  }

  #takeTouched(): ConversationItem[] {
    const touched = [...this.#touched].map((id) => this.#items.get(id)).filter((item) => item !== undefined);
    this.#touched = new Set();
    return touched;
  }
}
