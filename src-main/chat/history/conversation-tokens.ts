import type { LedgerEventData } from '#contract';

/** Bytes of a token in records that do not tell it. */
const BYTES_PER_TOKEN = 3.25;

type CountedReply = Pick<
  LedgerEventData<'llm.replied'>,
  'usage' | 'text' | 'refusal' | 'calls' | 'reasoning' | 'thinking' | 'thoughtTokens' | 'bytesPerToken'
>;

/** Whether the model thought about its reply, shown or not: the server counts the thought with the reply. */
export function hasThought({ reasoning, thinking, thoughtTokens }: CountedReply): boolean {
  return Boolean(reasoning || thinking || thoughtTokens);
}

/**
 * Computes the tokens of a conversation that ends with this reply, by what the server counted; undefined if it did not.
 * A thought is a part of it only where the service sent blocks of it, which it gets back.
 */
export function conversationTokens(reply: CountedReply): number | undefined {
  const { usage, thinking, thoughtTokens } = reply;
  if (usage === undefined || thinking) return usage?.total;
  // Some servers count what was thought in the total alone.
  const told = Math.min(usage.total, usage.prompt + usage.completion) || usage.total;
  if (!hasThought(reply)) return told;
  const withoutThought =
    thoughtTokens === undefined ? usage.prompt + writtenTokens(reply) : usage.total - thoughtTokens;
  return Math.max(0, Math.min(told, withoutThought));
}

function writtenTokens({ text, refusal, calls, bytesPerToken = BYTES_PER_TOKEN }: CountedReply): number {
  const written = [text || (refusal ?? ''), ...calls.flatMap((call) => [call.tool, call.arguments])];
  return Math.round(Buffer.byteLength(written.join('')) / bytesPerToken);
}
