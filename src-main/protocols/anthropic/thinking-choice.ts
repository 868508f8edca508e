import type { AnthropicRequest } from './anthropic-request-types.ts';

/** Choice of a model's reasoning: by itself, not at all, or with so many tokens. */
export type ThinkingChoice = 'adaptive' | 'disabled' | 'enabled' | number;

const LEAST_BUDGET = 1024;

type ThinkingRequest = AnthropicRequest & {
  thinking?: { readonly type: string; readonly budget_tokens?: number };
};

/** The request with a choice of thinking. A budget is below `max_tokens`, which is raised for it; sampling is the service's own then. */
export function withThinking(request: AnthropicRequest, choice: ThinkingChoice): ThinkingRequest {
  if (choice === 'disabled') return { ...request, thinking: { type: 'disabled' } };
  const { temperature: _, top_p: __, ...rest } = request;
  if (choice === 'adaptive') return { ...rest, thinking: { type: 'adaptive' } };
  const budget = Math.max(LEAST_BUDGET, choice === 'enabled' ? Math.floor(rest.max_tokens / 2) : choice);
  const maxTokens = rest.max_tokens > budget ? rest.max_tokens : budget + rest.max_tokens;
  return { ...rest, max_tokens: maxTokens, thinking: { type: 'enabled', budget_tokens: budget } };
}
