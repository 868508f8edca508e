import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { objectIn } from '#contract/plain-object';
import type { ModelMessage, ModelRequest } from '../model-client.ts';
import { withWholeCharacters } from './whole-characters.ts';

/** Parameters we can do without where a server does not know them. */
export const OPTIONAL_PARAMETERS = ['stream_options', 'top_p'] as const;
export type OptionalParameter = (typeof OPTIONAL_PARAMETERS)[number];

export interface RequestOptions {
  readonly model: string;
  readonly topP: number;
  readonly echoesReasoning?: boolean;
  /** Whether earlier reasoning is sent along in Anthropic's form. */
  readonly echoesThinking?: boolean;
}

/** The body of `POST /chat/completions`. */
export function completionRequest(
  request: ModelRequest,
  options: RequestOptions,
  leftOut: Pick<ReadonlySet<OptionalParameter>, 'has'>,
): ChatCompletionCreateParamsStreaming {
  const { tools } = request;
  return {
    model: options.model,
    messages: withWholeCharacters(request.messages.flatMap((message) => toMessage(message, options))),
    stream: true,
    ...(leftOut.has('top_p') ? {} : { top_p: options.topP }),
    ...(leftOut.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    // An empty list is refused by some servers.
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool) => ({ type: 'function', function: withWholeCharacters(tool) })) }),
  };
}

/**
 * Finds the optional parameter that a server's refusal is about. One that only mentions unknown fields means
 * `stream_options`, the younger of the two.
 */
export function refusedParameter(
  said: string,
  leftOut: Pick<ReadonlySet<OptionalParameter>, 'has'>,
): OptionalParameter | undefined {
  const candidates = OPTIONAL_PARAMETERS.filter((name) => !leftOut.has(name));
  const named = candidates.find((name) => said.includes(name));
  if (named !== undefined) return named;
  const isUnknownField =
    /include_usage|(extra|unknown|unrecognized|unexpected|additional|unsupported).{0,40}(field|input|param|argument|propert|key)/i;
  return isUnknownField.test(said) ? candidates.find((name) => name === 'stream_options') : undefined;
}

function toMessage(message: ModelMessage, options: RequestOptions): ChatCompletionMessageParam[] {
  if (message.role === 'tool') return [{ role: 'tool', tool_call_id: message.callId, content: message.content }];
  if (message.role === 'user') return [{ role: 'user', content: userContent(message) }];
  if (message.role === 'system') return [{ role: 'system', content: message.text }];
  const thought = {
    ...(options.echoesReasoning && { reasoning_content: message.reasoning ?? '' }),
    ...(options.echoesThinking && message.thinking && { thinking_blocks: message.thinking }),
  };
  if (message.calls.length === 0) {
    return message.text === '' ? [] : [{ role: 'assistant', content: message.text, ...thought }];
  }
  return [
    {
      role: 'assistant',
      content: message.text === '' ? null : message.text,
      ...thought,
      tool_calls: message.calls.map(({ callId, tool, arguments: text }) => ({
        id: callId,
        type: 'function',
        function: { name: tool, arguments: parsableArguments(text) },
      })),
    },
  ];
}

/** Text alone stays text: several servers know no parts. */
function userContent({
  text,
  images = [],
}: Extract<ModelMessage, { role: 'user' }>): string | ChatCompletionContentPart[] {
  if (images.length === 0) return text;
  return [
    // Several servers refuse an empty part.
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...images.map(
      ({ type, data, name = 'without a name' }): ChatCompletionContentPart =>
        data === undefined
          ? { type: 'text', text: `[An image that is not shown here: ${name}]` }
          : { type: 'image_url', image_url: { url: `data:${type};base64,${data}` } },
    ),
  ];
}

/** An escape that may stand for half a character alone. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/**
 * Several servers parse the arguments of earlier calls and fail the whole request on those that are no JSON object, and on escapes of
 * half a character.
 */
function parsableArguments(text: string): string {
  const given = objectIn(text);
  if (!given) return JSON.stringify({ not_json: text });
  if (!SURROGATE_ESCAPE.test(text)) return text;
  const whole = JSON.stringify(withWholeCharacters(given));
  return whole === JSON.stringify(given) ? text : whole;
}
