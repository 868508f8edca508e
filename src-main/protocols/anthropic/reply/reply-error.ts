import { isPlainObject } from '#contract/plain-object';
import type { OpenAiError, ReplyErrorKind } from './openai-chunk.ts';

const KINDS: ReadonlyMap<unknown, ReplyErrorKind> = new Map([
  ['overloaded_error', 'overloaded'],
  ['rate_limit_error', 'rate'],
  ['invalid_request_error', 'invalid'],
]);

/** The error that the service reports, in OpenAI's form. */
export function reportedError(value: unknown): OpenAiError {
  const error = isPlainObject(value) && isPlainObject(value.error) ? value.error : {};
  const type = typeof error.type === 'string' ? error.type : 'api_error';
  const message = typeof error.message === 'string' && error.message !== '' ? error.message : type;
  return { error: { message, type, code: KINDS.get(error.type) ?? 'api' } };
}

export function replyError(code: 'cut' | 'protocol', message: string): OpenAiError {
  return { error: { message, type: 'api_error', code } };
}
