/** Protocols of model services other than OpenAI's, translated to it and back; pure, no network. */
export type { AnthropicRequest } from './anthropic/anthropic-request-types.ts';
export { withCacheMarks } from './anthropic/cache-marks.ts';
export type { OpenAiChunk, OpenAiError, ReplyPart } from './anthropic/reply/openai-chunk.ts';
export { type ThinkingChoice, withThinking } from './anthropic/thinking-choice.ts';
export { ReplyTranslator } from './anthropic/translate-reply.ts';
export { translateRequest } from './anthropic/translate-request.ts';
export { callIdsOf, FreshIds, withServiceIds } from './call-ids.ts';
export { RefusedParameters } from './refused-parameters.ts';
export { WholeCompletion } from './whole-completion.ts';
