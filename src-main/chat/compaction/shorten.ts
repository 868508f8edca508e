import type { AppError } from '#core/app-error';
import type { ModelMessage } from '#llm';
import type { TurnContext } from '../turn/turn-context.ts';
import { conversationSizes, messageTokens } from './conversation-size.ts';

/** Part of the context that is kept, so that the next turns have room before the conversation is compacted again. */
const KEPT_PART = 1 / 2;

/**
 * Leaves the oldest messages out of what the model is sent, where they could not be compacted: the newest that fit half the
 * context stay, from a message of the person on. Answers with the event to go on from.
 *
 * @throws AppError UNAVAILABLE where it cannot be recorded: nothing has changed then
 */
export async function shortenConversation(context: TurnContext, why: AppError): Promise<string> {
  const { conversation, answering, runner, ledger, turn } = context;
  const { profile, client } = answering;
  if (!profile) throw why;
  const { own } = conversation.history();
  const sizes = conversationSizes(conversation, client.bytesPerToken, runner.tools);
  const { bytesPerToken } = client;
  const room = profile.context * KEPT_PART;
  const estimated = messageTokens(own, bytesPerToken);
  // Where the server counted more than the bytes tell, all of it would seem to fit.
  const scale = estimated > room ? 1 : sizes.conversation / Math.max(1, estimated);
  const leftOut = oldestBeyond(own, { tokens: room / scale, bytesPerToken });
  const kept = Math.round(messageTokens(own.slice(leftOut), bytesPerToken) * scale);
  const data = {
    profile: profile.name,
    why: why.message,
    leftOut,
    kept: own.length - leftOut,
    sizeBefore: sizes.total,
    sizeAfter: sizes.total - sizes.conversation + kept,
  };
  return (await ledger.append('history.shortened', data, { turn, cause: conversation.lastStep })).id;
}

/** Number of the oldest messages that do not fit; the rest begins with a message of the person, as servers require. */
export function oldestBeyond(
  messages: readonly ModelMessage[],
  { tokens, bytesPerToken }: { readonly tokens: number; readonly bytesPerToken: number },
): number {
  let first = messages.length;
  let sum = 0;
  for (let at = messages.length - 1; at >= 0; at--) {
    sum += messageTokens(messages.slice(at, at + 1), bytesPerToken);
    if (sum > tokens) break;
    if (messages[at]?.role === 'user') first = at;
  }
  return first;
}
