import type { AnthropicRequest } from './anthropic-request-types.ts';

const MARK = { cache_control: { type: 'ephemeral' } } as const;

/**
 * The request with marks up to which the service is to keep what it read: after tools and system message, and after the last message, so
 * that the next round of a turn reads all of this one from the cache.
 */
export function withCacheMarks(request: AnthropicRequest): AnthropicRequest {
  const { system, tools, messages } = request;
  const last = messages.at(-1);
  return {
    ...request,
    ...(system ? { system: markLast(system) } : tools && { tools: markLast(tools) }),
    ...(last && { messages: [...messages.slice(0, -1), { ...last, content: markLast(last.content) }] }),
  };
}

/** Thinking cannot be marked; such a message is left as it is. */
function markLast<T extends object>(blocks: readonly T[]): T[] {
  const last = blocks.at(-1);
  const isThinking = last && 'type' in last && /thinking$/.test(String(last.type));
  return last === undefined || isThinking ? [...blocks] : [...blocks.slice(0, -1), { ...last, ...MARK }];
}
