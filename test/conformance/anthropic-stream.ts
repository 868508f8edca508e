import { SseParser } from '../../src-main/core/servers/sse-events.ts';
import type { CallDelta, ReplyPart } from '../../src-main/protocols/anthropic/reply/openai-chunk.ts';
import { ReplyTranslator } from '../../src-main/protocols/anthropic/translate-reply.ts';
import { type Case, comparing } from './compare-cases.ts';
import type { Suite } from './run-suite.ts';

interface Input {
  readonly kind: 'sse' | 'json';
  readonly text: string;
}

/** Replies of Anthropic's service, as our OpenAI side gives them; what a case does not name is not compared. */
export const anthropicStream: Suite = (cases, say) =>
  answering(
    Array.isArray(cases) ? (cases as readonly Case[]).map((one) => ({ recommended: one.expected, ...one })) : cases,
    say,
  );

const answering = comparing((input) => fold(partsOf(input as Input)));

function partsOf({ kind, text }: Input): ReplyPart[] {
  const translator = new ReplyTranslator({ id: 'chatcmpl-1', created: 0, model: 'asked' });
  if (kind === 'json') return [...translator.whole(text)];
  const events = new SseParser().push(new TextEncoder().encode(text));
  return [...events.flatMap((event) => [...translator.event(event)]), ...translator.end()];
}

interface FoldedCall {
  id: string;
  name: string;
  arguments: string;
}

/** Folds chunks as a client does: texts are joined, calls gathered by their index, the last usage holds. */
export function fold(parts: readonly ReplyPart[]) {
  const calls = new Map<number, FoldedCall>();
  const texts = { text: '', reasoning: '' };
  const folded = {
    signature: null as string | null,
    thinkingBlocks: [] as unknown[],
    finish_reason: null as string | null,
    usage: null as unknown,
    error: null as string | null,
  };
  for (const part of parts) {
    if ('error' in part) {
      folded.error = part.error.code;
      continue;
    }
    const { delta, finish_reason: reason } = part.choices[0] ?? { delta: {}, finish_reason: null };
    texts.text += delta.content ?? '';
    texts.reasoning += delta.reasoning_content ?? '';
    folded.signature = delta.reasoning_signature ?? folded.signature;
    folded.thinkingBlocks.push(...(delta.thinking_blocks ?? []));
    for (const call of delta.tool_calls ?? []) gather(calls, call);
    folded.finish_reason = reason ?? folded.finish_reason;
    if (part.usage) {
      const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = part.usage;
      folded.usage = { prompt_tokens, completion_tokens, cached: details.cached_tokens };
    }
  }
  const toolCalls = [...calls.values()].map((call) => ({ ...call, arguments: parsedOrText(call.arguments) }));
  return { ...texts, ...folded, toolCalls, toolIndices: [...calls.keys()] };
}

function gather(calls: Map<number, FoldedCall>, { index, id, function: called }: CallDelta): void {
  const call = calls.get(index) ?? { id: '', name: '', arguments: '' };
  calls.set(index, {
    id: call.id + (id ?? ''),
    name: call.name + (called.name ?? ''),
    arguments: call.arguments + called.arguments,
  });
}

function parsedOrText(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
