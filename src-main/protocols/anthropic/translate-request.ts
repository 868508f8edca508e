import { isPlainObject } from '#contract/plain-object';
import type { AnthropicRequest } from './anthropic-request-types.ts';
import { pairMessages } from './request/pair-messages.ts';
import { readMembers } from './request/read-members.ts';
import { readMessages } from './request/read-messages.ts';
import { readRequestTools } from './request/read-request-tools.ts';
import { TranslationError, type TranslationErrorKind } from './request/untranslatable.ts';

export type TranslatedRequest =
  | { readonly request: AnthropicRequest }
  | { readonly problem: { readonly kind: TranslationErrorKind; readonly message: string } };

/** The body of Anthropic's `POST /v1/messages` for one of OpenAI's `POST /v1/chat/completions`, or why there is none. */
export function translateRequest(body: unknown): TranslatedRequest {
  try {
    return { request: translate(body) };
  } catch (error) {
    if (!(error instanceof TranslationError)) throw error;
    return { problem: { kind: error.kind, message: error.message } };
  }
}

function translate(body: unknown): AnthropicRequest {
  if (!isPlainObject(body)) throw new TranslationError('shape', 'The body is no JSON object');
  if (typeof body.model !== 'string') throw new TranslationError('shape', 'The request names no model');
  const read = readMessages(body.messages);
  const system = read.flatMap((message) => (message.role === 'system' ? message.blocks : []));
  return {
    model: body.model,
    ...readMembers(body),
    messages: pairMessages(read),
    ...(system.length > 0 && { system: [...system] }),
    ...readRequestTools(body),
  };
}
