import type { ModelMessage, ModelTool } from '#llm';
import type { Conversation } from '../conversation/conversation.ts';

export interface ConversationSizes {
  /** Size of everything sent, in tokens: as the server counted the last turn, else estimated from the bytes. */
  readonly total: number;
  /** Size without the app's own words: the system message and the descriptions of the tools. */
  readonly conversation: number;
}

/**
 * Computes the sizes of a conversation. The app's own texts do not count against the context that a profile leaves to
 * it.
 */
export function conversationSizes(
  conversation: Conversation,
  bytesPerToken: number,
  tools: readonly ModelTool[] = [],
): ConversationSizes {
  const { messages, own, tokens } = conversation.history();
  const inTokens = (bytes: number) => Math.round(bytes / bytesPerToken);
  const ofOwn = messageBytes(own);
  if (tokens === undefined) {
    return { total: messageTokens(messages, bytesPerToken), conversation: messageTokens(own, bytesPerToken) };
  }
  const ofApp = inTokens(messageBytes(messages) - ofOwn + bytesOfTools(tools));
  return { total: tokens, conversation: Math.max(0, tokens - ofApp) };
}

/** Tokens counted for an image if the server reported none. */
const IMAGE_TOKENS = 1200;

/** Messages in tokens, by their bytes and images. */
export function messageTokens(messages: readonly ModelMessage[], bytesPerToken: number): number {
  return Math.round(messageBytes(messages) / bytesPerToken) + imagesIn(messages) * IMAGE_TOKENS;
}

function imagesIn(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, one) => sum + (one.role === 'user' ? (one.images?.length ?? 0) : 0), 0);
}

export function messageBytes(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + bytesOfOne(message), 0);
}

function bytesOfTools(tools: readonly ModelTool[]): number {
  return tools.reduce(
    (sum, { name, description, parameters }) =>
      sum + Buffer.byteLength(JSON.stringify({ name, description, parameters })),
    0,
  );
}

function bytesOfOne(message: ModelMessage): number {
  if (message.role === 'tool') return Buffer.byteLength(message.content);
  const calls = message.role === 'assistant' ? message.calls : [];
  const written = calls.reduce(
    (sum, call) => sum + Buffer.byteLength(call.tool) + Buffer.byteLength(call.arguments),
    0,
  );
  return Buffer.byteLength(message.text) + written;
}
