import type { AnthropicMessage, ContentBlock, ToolResultBlock } from '../anthropic-request-types.ts';
import { isBlank } from './content-blocks.ts';
import type { ReadMessage, ToolContent } from './read-messages.ts';
import { TranslationError } from './untranslatable.ts';

type DialogMessage = Exclude<ReadMessage, { role: 'system' }>;
type AssistantMessage = Extract<ReadMessage, { role: 'assistant' }>;
type ToolMessage = Extract<ReadMessage, { role: 'tool' }>;

/**
 * Puts the results of calls where Anthropic wants them, in the user message directly after, and messages of one role in a row together.
 *
 * @throws TranslationError where calls and results do not pair, nothing remains, or it does not begin with the user
 */
export function pairMessages(messages: readonly ReadMessage[]): AnthropicMessage[] {
  const spoken = messages.filter((one): one is DialogMessage => one.role !== 'system' && saysSomething(one));
  const merged: AnthropicMessage[] = [];
  const add = (role: AnthropicMessage['role'], content: readonly ContentBlock[]) => {
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) merged.push({ role, content: [...content] });
  };
  const seen = new Set<string>();
  for (let at = 0; at < spoken.length; at++) {
    const message = spoken[at] as DialogMessage;
    if (message.role === 'tool') throw orphanResult(message);
    if (message.role === 'user') {
      add('user', message.blocks);
      continue;
    }
    add('assistant', [...message.blocks, ...message.calls]);
    refuseKnown(message, seen);
    const results = resultsAfter(spoken, at);
    add('user', inCallOrder(message, results));
    at += results.length;
  }
  if (merged.length === 0) throw new TranslationError('empty', 'No message remains that says anything');
  if (merged[0]?.role !== 'user') throw new TranslationError('first-role', 'The first message is not one of the user');
  return merged;
}

/** Whether a message has more than thinking, which Anthropic refuses as the end of one. */
function saysSomething(message: ReadMessage): boolean {
  if (message.role === 'tool') return true;
  if (message.role !== 'assistant') return message.blocks.length > 0;
  return message.calls.length > 0 || message.blocks.some(({ type }) => type === 'text');
}

function refuseKnown({ calls }: AssistantMessage, seen: Set<string>): void {
  for (const { id } of calls) {
    if (seen.has(id)) throw new TranslationError('duplicate-id', `The id ${JSON.stringify(id)} stands for two calls`);
    seen.add(id);
  }
}

function resultsAfter(messages: readonly DialogMessage[], at: number): ToolMessage[] {
  const results: ToolMessage[] = [];
  for (let next = messages[at + 1]; next?.role === 'tool'; next = messages[at + 1 + results.length]) results.push(next);
  return results;
}

function inCallOrder({ calls }: AssistantMessage, results: readonly ToolMessage[]): ToolResultBlock[] {
  const byId = new Map<string, ToolMessage>();
  const called = new Set(calls.map(({ id }) => id));
  for (const result of results) {
    if (!called.has(result.callId)) throw orphanResult(result);
    if (byId.has(result.callId)) {
      throw new TranslationError('duplicate-id', `The call ${JSON.stringify(result.callId)} has two results`);
    }
    byId.set(result.callId, result);
  }
  return calls.map(({ id }) => {
    const result = byId.get(id);
    if (result) return resultBlock(result);
    throw new TranslationError('orphan-call', `The call ${JSON.stringify(id)} has no result directly after it`);
  });
}

function resultBlock({ callId, content }: ToolMessage): ToolResultBlock {
  const block: ToolResultBlock = { type: 'tool_result', tool_use_id: callId };
  return isNothing(content) ? block : { ...block, content: typeof content === 'string' ? content : [...content] };
}

function isNothing(content: ToolContent): boolean {
  return typeof content === 'string' ? isBlank(content) : content.length === 0;
}

function orphanResult({ callId }: ToolMessage): TranslationError {
  return new TranslationError(
    'orphan-result',
    `The result of ${JSON.stringify(callId)} has no call directly before it`,
  );
}
