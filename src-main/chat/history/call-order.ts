import type { ModelMessage } from '#llm';

/** Results for calls without one, depending on whether they had been started. */
const NEVER_RUN = 'Interrupted: Sigma Shell ended before this was run. It was not run, and will not be by itself.';
const CUT_SHORT =
  'Interrupted: Sigma Shell ended while this ran. It may have taken effect in part; look before you repeat it.';

/** Results of calls that have none; `open`: whether each was started. */
export function interruptedCalls(open: ReadonlyMap<string, boolean>): ModelMessage[] {
  return [...open].map(([callId, wasStarted]) => ({
    role: 'tool',
    callId,
    content: wasStarted ? CUT_SHORT : NEVER_RUN,
  }));
}

/** Puts the results at the end into the order of their calls: calls that ran side by side come back in any order. */
export function inCallOrder(messages: ModelMessage[]): void {
  let first = messages.length;
  while (messages[first - 1]?.role === 'tool') first--;
  const asked = messages[first - 1];
  if (asked?.role !== 'assistant' || messages.length - first < 2) return;
  const places = new Map(asked.calls.map(({ callId }, index) => [callId, index]));
  const placeOf = (message: ModelMessage) =>
    message.role === 'tool' ? (places.get(message.callId) ?? places.size) : places.size;
  const results = messages.splice(first).sort((one, other) => placeOf(one) - placeOf(other));
  messages.push(...results);
}
