import type { ThinkingBlock } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { TranslationError } from './untranslatable.ts';

type JsonMessage = Readonly<Record<string, unknown>>;

/**
 * Reasoning of the model, as the service sent it; without a signature it would be refused, and is left out. @throws
 * TranslationError
 */
export function thinkingBlocks(message: JsonMessage, place: string): ThinkingBlock[] {
  const { reasoning_content: reasoning = null, reasoning_signature: signature = null } = message;
  const blocks = givenBlocks(message.thinking_blocks ?? [], place);
  if (blocks.length > 0) return blocks;
  if (!isTextOrNull(reasoning) || !isTextOrNull(signature)) {
    throw new TranslationError('shape', `${place} has reasoning that is no text`);
  }
  return signature ? [{ type: 'thinking', thinking: reasoning ?? '', signature }] : [];
}

function givenBlocks(blocks: unknown, place: string): ThinkingBlock[] {
  if (Array.isArray(blocks) && blocks.every(isThinking)) return blocks;
  throw new TranslationError('shape', `${place} has thinking_blocks that are no list of Anthropic's blocks`);
}

function isThinking(block: unknown): block is ThinkingBlock {
  return isPlainObject(block) && (block.type === 'thinking' || block.type === 'redacted_thinking');
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
