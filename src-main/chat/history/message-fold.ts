import type { LedgerEvent, PendingItem } from '#contract';
import type { ModelMessage } from '#llm';
import { saysNothing } from '../items/assistant-item.ts';
import { inCallOrder } from './call-order.ts';
import { conversationTokens } from './conversation-tokens.ts';
import { fromOpenAi } from './openai-messages.ts';
import type { OpenAiMessage } from './pair-check.ts';
import { PendingFold } from './pending-fold.ts';
import { readableCall } from './readable-call.ts';
import { renderedUserMessages, withSystem } from './rendered-messages.ts';
import { SYSTEM_TEMPLATE } from './system-message.ts';
import { TurnEnd } from './turn-end.ts';
import { UnansweredCalls } from './unanswered-calls.ts';
import { LEFT_OUT, summaryItem } from './user-text.ts';

type EventData<T extends LedgerEvent['type']> = Extract<LedgerEvent, { type: T }>['data'];

/**
 * Messages for a model: the same events give the same messages, before a restart and after. An unfinished turn stays
 * until the next message, so that it can be continued; that message then follows what preceded the turn.
 */
export class MessageFold {
  #system: { readonly text: string; readonly hash: string } | undefined;
  #messages: ModelMessage[] = [];
  /** Messages before the last turn, and their size in tokens if that is known. */
  #before: { readonly length: number; readonly tokens: number | undefined } = { length: 0, tokens: undefined };
  #tokens: number | undefined;
  /** Whether the oldest messages were left out since the conversation was last compacted or emptied. */
  #isShortened = false;
  #last: EventData<'message.user'> | undefined;
  /** Number of messages that the person's last message consists of. */
  #lastSize = 1;
  readonly #turnEnd = new TurnEnd();
  readonly #pending = new PendingFold();
  readonly #calls = new UnansweredCalls();
  #lastStep: string | undefined;

  /** Hash of the system message that was rendered last. */
  get systemHash(): string | undefined {
    return this.#system?.hash;
  }

  /** The last event that said something to the model, or that it said; what comes next follows from it. */
  get lastStep(): string | undefined {
    return this.#lastStep;
  }

  /** Profile of the last message; undefined for the demo. */
  get lastProfile(): string | undefined {
    return this.#last?.profile;
  }

  hasCall(callId: string): boolean {
    return this.#calls.isKnown(callId);
  }

  /** Whether it waits for the model to say something. */
  get owesReply(): boolean {
    const last = this.#messages.at(-1);
    // A prompt may end with the beginning of an answer.
    return this.#calls.isAny || this.isAtStart || (last !== undefined && last.role !== 'assistant');
  }

  /** Whether the turn has nothing yet but the message it begins with. */
  get isAtStart(): boolean {
    return !this.#turnEnd.isComplete && this.#messages.length === this.#before.length + this.#lastSize;
  }

  /** Whether the last message is what a prompt made, and is to be sent as it is. */
  get isExact(): boolean {
    return this.#last?.rendered?.isExact === true;
  }

  /** Lists the items sent with the next message: after an unfinished turn also what that turn had, and what it did. */
  waiting(): PendingItem[] {
    return this.#pending.waiting(this.#turnEnd.isComplete);
  }

  /** Lists the items added since the turn's message, while the turn runs. */
  added(): PendingItem[] {
    return this.#turnEnd.isOver ? this.waiting() : this.#pending.waiting(true);
  }

  messages(): ModelMessage[] {
    return [...this.#withSystem(this.#messages), ...this.#calls.interrupted()];
  }

  /**
   * Returns the messages that a new one would follow, without an unfinished turn; `own`: without the app's own system
   * message.
   */
  history(): {
    readonly messages: ModelMessage[];
    readonly own: readonly ModelMessage[];
    readonly tokens: number | undefined;
  } {
    const isWhole = this.#turnEnd.isComplete;
    const own = isWhole ? this.#messages : this.#messages.slice(0, this.#before.length);
    return { messages: this.#withSystem(own), own, tokens: isWhole ? this.#tokens : this.#before.tokens };
  }

  apply(event: LedgerEvent): void {
    const wasComplete = this.#turnEnd.isComplete;
    this.#turnEnd.apply(event);
    this.#pending.apply(event, wasComplete);
    switch (event.type) {
      case 'prompt.rendered':
        if (event.data.template === SYSTEM_TEMPLATE) this.#system = event.data;
        return;
      case 'message.user':
        this.#lastStep = event.id;
        this.#onMessage(event.data, wasComplete);
        return;
      case 'history.compacted':
        this.#lastStep = event.id;
        this.#onCompacted(event.data);
        return;
      case 'history.replaced':
        this.#lastStep = event.id;
        this.#onReplaced(event.data);
        return;
      case 'history.shortened':
        this.#lastStep = event.id;
        this.#onShortened(event.data);
        return;
      case 'history.reset':
        this.#forget(undefined);
        return;
      default:
        this.#onTurn(event);
        return;
    }
  }

  #onTurn(event: LedgerEvent): void {
    switch (event.type) {
      case 'llm.requested':
        if (event.data.purpose !== undefined) return;
        this.#lastStep = event.id;
        this.#closeOpen();
        return;
      case 'llm.replied':
        if (event.data.purpose !== undefined) return;
        this.#lastStep = event.id;
        this.#onReplied(event.data);
        return;
      case 'tool.called':
        this.#calls.start(event.data.callId);
        return;
      case 'tool.returned':
        this.#onReturned(event);
        return;
      default:
        return;
    }
  }

  #onMessage(message: EventData<'message.user'>, wasComplete: boolean): void {
    if (wasComplete) this.#closeOpen();
    else {
      this.#calls.clear();
      this.#messages.length = this.#before.length;
      this.#tokens = this.#before.tokens;
    }
    this.#before = { length: this.#messages.length, tokens: this.#tokens };
    this.#push(message);
  }

  #push(message: EventData<'message.user'>): void {
    const sent = renderedUserMessages(message);
    this.#last = message;
    this.#lastSize = sent.length;
    this.#messages.push(...sent);
    if (this.#isShortened && this.#messages.length === sent.length) this.#tellShortened();
  }

  /** The summary goes before whatever waits, for the turn's own message or the next. */
  #onCompacted({ summary, sizeAfter, isManual }: EventData<'history.compacted'>): void {
    const last = this.#last;
    this.#forget(sizeAfter);
    if (isManual || !last) return;
    this.#push({ ...last, pending: [summaryItem(summary), ...(last.pending ?? [])] });
  }

  /** The turn's own message follows what took the place of those before it. */
  #onReplaced({ messages, sizeAfter }: EventData<'history.replaced'>): void {
    const own = this.#messages.slice(this.#before.length);
    const before = fromOpenAi(messages as unknown as readonly OpenAiMessage[]);
    this.#forget(sizeAfter);
    this.#before = { length: before.length, tokens: sizeAfter };
    this.#messages = [...before, ...own];
  }

  /** Shortens only what preceded the current turn. */
  #onShortened({ leftOut, sizeAfter }: EventData<'history.shortened'>): void {
    this.#messages.splice(0, leftOut);
    const length = Math.max(0, this.#before.length - leftOut);
    this.#before = { length, tokens: sizeAfter };
    this.#tokens = sizeAfter;
    this.#isShortened = true;
    this.#tellShortened();
  }

  /** The model is told where its messages begin. */
  #tellShortened(): void {
    const [first] = this.#messages;
    if (first?.role === 'user' && !this.isExact) this.#messages[0] = { ...first, text: `${LEFT_OUT}${first.text}` };
  }

  #forget(tokens: number | undefined): void {
    this.#isShortened = false;
    this.#messages = [];
    this.#calls.clear();
    this.#tokens = tokens;
    this.#before = { length: 0, tokens };
  }

  #onReplied(reply: EventData<'llm.replied'>): void {
    const { finish, text, reasoning, thinking, refusal, calls } = reply;
    if (finish === 'failed' || finish === 'interrupted' || finish === 'cancelled') return;
    // Several servers refuse a history with an empty message in it.
    if (saysNothing(reply)) return;
    this.#tokens = conversationTokens(reply);
    this.#messages.push({
      role: 'assistant',
      text: text || (refusal ?? ''),
      ...(reasoning !== undefined && { reasoning }),
      ...(thinking !== undefined && { thinking }),
      calls: calls.map(readableCall),
    });
    for (const { callId } of calls) this.#calls.add(callId);
  }

  #onReturned({ id, data }: Extract<LedgerEvent, { type: 'tool.returned' }>): void {
    if (!this.#calls.answer(data.callId)) return;
    this.#messages.push({ role: 'tool', callId: data.callId, content: data.content });
    inCallOrder(this.#messages);
    this.#lastStep = id;
  }

  #withSystem(messages: readonly ModelMessage[]): ModelMessage[] {
    return withSystem(this.isExact ? undefined : this.#system?.text, messages);
  }

  #closeOpen(): void {
    this.#messages.push(...this.#calls.interrupted());
    this.#calls.clear();
  }
}
