import type { MessageImage } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import type { ModelMessage } from '#llm';
import { imagePart, partImage } from './image-parts.ts';
import type { OpenAiMessage } from './pair-check.ts';

/** Messages in the form of OpenAI's chat completions, as workspaces' functions know them. */
export function toOpenAi(messages: readonly ModelMessage[]): OpenAiMessage[] {
  return messages.flatMap((message): OpenAiMessage[] => {
    if (message.role === 'tool') return [{ role: 'tool', tool_call_id: message.callId, content: message.content }];
    if (message.role === 'system') return [];
    if (message.role === 'user') return [{ role: 'user', content: userContent(message) }];
    const calls = message.calls.map(({ callId, tool, arguments: text }) => ({
      id: callId,
      type: 'function',
      function: { name: tool, arguments: text },
    }));
    const content = message.text === '' && calls.length > 0 ? null : message.text;
    return [{ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }];
  });
}

/** Converts messages from OpenAI's form; of parts, it takes the texts and the images that are references of ours. The history must be one that `wrongHistory` finds nothing wrong with. */
export function fromOpenAi(messages: readonly OpenAiMessage[]): ModelMessage[] {
  return messages.map((message): ModelMessage => {
    const text = contentText(message.content);
    if (message.role === 'tool') return { role: 'tool', callId: message.tool_call_id ?? '', content: text };
    if (message.role === 'user') {
      const images = contentImages(message.content);
      return { role: 'user', text, ...(images.length > 0 && { images }) };
    }
    const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: sent } }) => {
      return { callId: id, tool: name, arguments: sent };
    });
    return { role: 'assistant', text, calls };
  });
}

function userContent({ text, images = [] }: Extract<ModelMessage, { role: 'user' }>): unknown {
  return images.length === 0 ? text : [{ type: 'text', text }, ...images.map(imagePart)];
}

function contentImages(content: unknown): MessageImage[] {
  return Array.isArray(content) ? content.flatMap((part) => partImage(part) ?? []) : [];
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isPlainObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}
