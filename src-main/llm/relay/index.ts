/** Requests of OpenAI's protocol, handed on to a model service as they come: no profile, no conversation. */
export { RequestFailure } from '../failures/request-failure.ts';
export { AnthropicRelay } from './anthropic-relay.ts';
export { OpenAiRelay } from './openai-relay.ts';
export type { CompletionBody, Relay, RelayOptions } from './relay.ts';
