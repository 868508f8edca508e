import type { LedgerEvent, RequestedCall } from '#contract';
import type { ModelMessage } from '#llm';
import { saysNothing } from './assistant-item.ts';
import { SYSTEM_TEMPLATE } from './system-message.ts';

/** What the model is told of a call that has no result, by whether it had been started. */
const NEVER_RUN = 'Interrupted: Sigma Shell ended before this was run. It was not run, and will not be by itself.';
const CUT_SHORT =
  'Interrupted: Sigma Shell ended while this ran. It may have taken effect in part; look before you repeat it.';

/** What a model is sent: the same events give the same messages, before a restart and after. */
export class MessageFold {
  #system: { readonly text: string; readonly hash: string } | undefined;
  readonly #messages: ModelMessage[] = [];
  /** Calls of the last reply that have no result yet, and whether each was started. */
  readonly #open = new Map<string, boolean>();
  readonly #callIds = new Set<string>();
  /** What came of a stopped reply: part of the conversation unless the model is asked for it again. */
  #stopped = '';
  #lastStep: string | undefined;

  /** Hash of the system message that was rendered last. */
  get systemHash(): string | undefined {
    return this.#system?.hash;
  }

  /** The last event that said something to the model, or that it said; what comes next follows from it. */
  get lastStep(): string | undefined {
    return this.#lastStep;
  }

  hasCall(callId: string): boolean {
    return this.#callIds.has(callId);
  }

  /** Whether it waits for the model to say something. */
  get owesReply(): boolean {
    const last = this.#messages.at(-1);
    return this.#open.size > 0 || (last !== undefined && last.role !== 'assistant');
  }

  messages(): ModelMessage[] {
    const system = this.#system ? [{ role: 'system', text: this.#system.text } as const] : [];
    return [...system, ...this.#messages, ...this.#interrupted()];
  }

  apply(event: LedgerEvent): void {
    switch (event.type) {
      case 'prompt.rendered':
        if (event.data.template === SYSTEM_TEMPLATE) this.#system = event.data;
        return;
      case 'message.user':
        this.#lastStep = event.id;
        this.#onMessage(event.data.text);
        return;
      case 'llm.requested':
        this.#lastStep = event.id;
        this.#closeOpen();
        this.#stopped = '';
        return;
      case 'llm.replied':
        this.#lastStep = event.id;
        this.#onReplied(event.data);
        return;
      case 'tool.called':
        if (this.#open.has(event.data.callId)) this.#open.set(event.data.callId, true);
        return;
      case 'tool.returned':
        this.#onReturned(event);
        return;
      default:
        return;
    }
  }

  #onMessage(text: string): void {
    this.#closeOpen();
    if (this.#stopped.trim() !== '') this.#messages.push({ role: 'assistant', text: this.#stopped, calls: [] });
    this.#stopped = '';
    const last = this.#messages.at(-1);
    // Several servers' templates refuse two messages of the person in a row, as after a reply that failed.
    if (last?.role === 'user') this.#messages[this.#messages.length - 1] = joined(last.text, text);
    else this.#messages.push({ role: 'user', text });
  }

  #onReplied(reply: Extract<LedgerEvent, { type: 'llm.replied' }>['data']): void {
    const { finish, text, refusal, calls } = reply;
    if (finish === 'failed' || finish === 'interrupted') return;
    if (finish === 'cancelled') {
      this.#stopped = text;
      return;
    }
    // Several servers refuse a history with an empty message in it.
    if (saysNothing(reply)) return;
    this.#messages.push({ role: 'assistant', text: text || (refusal ?? ''), calls: calls.map(readable) });
    for (const { callId } of calls) {
      this.#open.set(callId, false);
      this.#callIds.add(callId);
    }
  }

  #onReturned({ id, data }: Extract<LedgerEvent, { type: 'tool.returned' }>): void {
    if (!this.#open.delete(data.callId)) return;
    this.#messages.push({ role: 'tool', callId: data.callId, content: data.content });
    this.#lastStep = id;
  }

  #closeOpen(): void {
    this.#messages.push(...this.#interrupted());
    this.#open.clear();
  }

  #interrupted(): ModelMessage[] {
    return [...this.#open].map(([callId, wasStarted]) => ({
      role: 'tool',
      callId,
      content: wasStarted ? CUT_SHORT : NEVER_RUN,
    }));
  }
}

function joined(first: string, second: string): ModelMessage {
  return { role: 'user', text: `${first}\n\n${second}` };
}

/** Servers that parse the arguments of earlier calls refuse the whole request over one that is no JSON object. */
function readable(call: RequestedCall): RequestedCall {
  try {
    const value: unknown = JSON.parse(call.arguments);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return call;
  } catch {
    // Not JSON: sent back as text inside of JSON.
  }
  const wrapped = call.arguments.trim() === '' ? {} : { not_an_object: call.arguments };
  return { ...call, arguments: JSON.stringify(wrapped) };
}
