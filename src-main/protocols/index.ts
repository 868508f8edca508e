/** Protocols of model services other than OpenAI's, translated to it and back; pure, no network. */
export type { AnthropicRequest, ThinkingBlock } from './anthropic/anthropic-request-types.ts';
export type { OpenAiChunk, OpenAiError, ReplyErrorKind, ReplyPart } from './anthropic/reply/openai-chunk.ts';
export { type ReplyHead, ReplyTranslator } from './anthropic/translate-reply.ts';
export { type TranslatedRequest, translateRequest } from './anthropic/translate-request.ts';
