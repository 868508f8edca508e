import type { ThinkingBlock } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import type { ImageBlock, TextBlock, ToolUseBlock } from '../anthropic-request-types.ts';
import { contentBlocks, isBlank, textBlocks } from './content-blocks.ts';
import { thinkingBlocks } from './thinking-blocks.ts';
import { TranslationError } from './untranslatable.ts';

/** A message whose form was checked, with its blocks as Anthropic has them. */
export type ReadMessage =
  | { readonly role: 'system'; readonly blocks: readonly TextBlock[] }
  | { readonly role: 'user'; readonly blocks: readonly (TextBlock | ImageBlock)[] }
  | {
      readonly role: 'assistant';
      readonly blocks: readonly (ThinkingBlock | TextBlock)[];
      readonly calls: readonly ToolUseBlock[];
    }
  | { readonly role: 'tool'; readonly callId: string; readonly content: ToolContent };

/** A result that was text stays text. */
export type ToolContent = string | readonly (TextBlock | ImageBlock)[];

type JsonMessage = Readonly<Record<string, unknown>>;

/** Checks the form of every message. @throws TranslationError */
export function readMessages(messages: unknown): ReadMessage[] {
  if (!Array.isArray(messages)) throw new TranslationError('shape', 'The request has no list of messages');
  return messages.map((message, at) => readMessage(message, `messages[${at}]`));
}

function readMessage(message: unknown, place: string): ReadMessage {
  if (!isPlainObject(message)) throw new TranslationError('shape', `${place} is no object`);
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', blocks: textBlocks(message.content, place) };
    case 'user':
      return { role: 'user', blocks: contentBlocks(message.content, place) };
    case 'assistant':
      return {
        role: 'assistant',
        blocks: [...thinkingBlocks(message, place), ...textBlocks(message.content, place)],
        calls: readCalls(message, place),
      };
    case 'tool':
      return readResult(message, place);
    default:
      throw new TranslationError('shape', `${place} has the role ${JSON.stringify(message.role)}, which is not known`);
  }
}

function readResult(message: JsonMessage, place: string): ReadMessage {
  const { tool_call_id: callId, content } = message;
  if (typeof callId !== 'string') throw new TranslationError('shape', `${place} has no tool_call_id`);
  if (typeof content === 'string') return { role: 'tool', callId, content };
  return { role: 'tool', callId, content: contentBlocks(content, place) };
}

function readCalls(message: JsonMessage, place: string): ToolUseBlock[] {
  const calls = message.tool_calls ?? [];
  if (!Array.isArray(calls)) throw new TranslationError('shape', `${place} has tool_calls that are no list`);
  return calls.map((call, at) => readCall(call, `${place}, call ${at}`));
}

function readCall(call: unknown, place: string): ToolUseBlock {
  const isCall = isPlainObject(call) && typeof call.id === 'string' && (call.type ?? 'function') === 'function';
  if (!isCall || !isPlainObject(call.function)) {
    throw new TranslationError('shape', `${place} is no call of a function with an id`);
  }
  const { name, arguments: text } = call.function;
  if (typeof name !== 'string' || name === '') throw new TranslationError('shape', `${place} names no function`);
  if (typeof text !== 'string') throw new TranslationError('shape', `${place} has arguments that are no text`);
  return { type: 'tool_use', id: call.id as string, name, input: readArguments(text, place) };
}

function readArguments(text: string, place: string): Readonly<Record<string, unknown>> {
  if (isBlank(text)) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isPlainObject(value)) return value;
  throw new TranslationError('arguments', `${place} has arguments that are no JSON object`);
}
