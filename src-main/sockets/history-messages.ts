import type { AnyLedgerEvent, LedgerEvent, LedgerEventData } from '#contract';
import { copiedEvent, knownEvent, RewindFold } from '#ledger';

type JsonMessage = Readonly<Record<string, unknown>>;

/**
 * A conversation's record as OpenAI's messages, with what it began with; messages of the system, and what the person went
 * back behind, are left out.
 */
export function historyMessages(events: Iterable<AnyLedgerEvent>): JsonMessage[] {
  const messages = new MessageList();
  for (const event of presentEvents(events)) messages.take(event);
  return messages.end();
}

/** The events of the conversation as it goes on now. */
function presentEvents(events: Iterable<AnyLedgerEvent>): LedgerEvent[] {
  const rewinds = new RewindFold();
  const placed: { readonly event: LedgerEvent; readonly place: number }[] = [];
  for (const any of events) {
    const event = knownEvent(any);
    if (!event) continue;
    rewinds.add(event);
    const said = event.type === 'event.copied' ? copiedEvent(event) : event;
    if (said) placed.push({ event: said, place: rewinds.place });
  }
  return placed.filter(({ place }) => rewinds.at(place) === undefined).map(({ event }) => event);
}

/** Result of a call that has none: whoever reads the messages asks for one each. */
const NO_RESULT = 'There is no result of this on the record';
/** Endings of replies that were broken off: what came of them was not said. */
const BROKEN: readonly LedgerEventData<'llm.replied'>['finish'][] = ['interrupted', 'failed', 'cancelled'];

/** The messages so far, in which every call has one result. */
class MessageList {
  readonly #messages: JsonMessage[] = [];
  /** Calls of the last reply that have no result yet. */
  readonly #open = new Set<string>();

  take(event: LedgerEvent): void {
    switch (event.type) {
      case 'history.replaced':
        // Where nothing was said before, it is what the conversation begins with.
        if (this.#messages.length === 0) for (const message of event.data.messages) this.#messages.push(message);
        return;
      case 'message.user':
        this.#closeOpen();
        this.#messages.push({ role: 'user', content: event.data.text });
        return;
      case 'llm.replied':
        this.#reply(event.data);
        return;
      case 'tool.returned':
        if (this.#open.delete(event.data.callId)) this.#result(event.data.callId, event.data.content);
        return;
      default:
    }
  }

  end(): JsonMessage[] {
    this.#closeOpen();
    return this.#messages;
  }

  #reply({ purpose, finish, text, refusal = '', calls }: LedgerEventData<'llm.replied'>): void {
    const said = text === '' ? refusal : text;
    if (purpose !== undefined || BROKEN.includes(finish) || (said === '' && calls.length === 0)) return;
    this.#closeOpen();
    const tools = calls.map(({ callId, tool, arguments: sent }) => {
      return { id: callId, type: 'function', function: { name: tool, arguments: sent } };
    });
    for (const { callId } of calls) this.#open.add(callId);
    const content = said === '' ? null : said;
    this.#messages.push({ role: 'assistant', content, ...(tools.length > 0 && { tool_calls: tools }) });
  }

  #closeOpen(): void {
    for (const callId of this.#open) this.#result(callId, NO_RESULT);
    this.#open.clear();
  }

  #result(callId: string, content: string): void {
    this.#messages.push({ role: 'tool', tool_call_id: callId, content });
  }
}
