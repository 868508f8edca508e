import type { AnyLedgerEvent, LedgerEvent, LedgerEventData } from '#contract';
import { copiedEvent, knownEvent, RewindFold } from '#ledger';

type JsonMessage = Readonly<Record<string, unknown>>;

/**
 * A conversation's record as OpenAI's messages, with what it began with; messages of the system, and what the person went
 * back behind, are left out.
 */
export function historyMessages(events: Iterable<AnyLedgerEvent>): JsonMessage[] {
  const messages: JsonMessage[] = [];
  for (const event of presentEvents(events)) messages.push(...messagesIn(event, messages.length === 0));
  return messages;
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

/** @param isFirst nothing was said before: what replaces the history then is what it begins with */
function messagesIn(event: LedgerEvent, isFirst: boolean): readonly JsonMessage[] {
  switch (event.type) {
    case 'history.replaced':
      return isFirst ? event.data.messages : [];
    case 'message.user':
      return [{ role: 'user', content: event.data.text }];
    case 'llm.replied':
      return replyMessages(event.data);
    case 'tool.returned':
      return [{ role: 'tool', tool_call_id: event.data.callId, content: event.data.content }];
    default:
      return [];
  }
}

function replyMessages({ purpose, text, calls }: LedgerEventData<'llm.replied'>): readonly JsonMessage[] {
  if (purpose !== undefined || (text === '' && calls.length === 0)) return [];
  const content = text === '' ? null : text;
  const tools = calls.map(({ callId, tool, arguments: sent }) => {
    return { id: callId, type: 'function', function: { name: tool, arguments: sent } };
  });
  return [{ role: 'assistant', content, ...(tools.length > 0 && { tool_calls: tools }) }];
}
