import type { MessageImage } from '#contract';
import { MAX_IMAGES } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { HttpRefusal } from '#core/servers/http-refusal';
import type { SocketPorts } from '../ports.ts';

/** Message of a person: a text, images, or both. */
export interface UserMessage {
  readonly text: string;
  readonly images: readonly MessageImage[];
}

/** Message as it was sent, and its place in the body, for error messages. */
export interface RawMessage {
  readonly content: unknown;
  readonly where: string;
  /** Name of the caller in the message itself. */
  readonly name?: unknown;
}

const MAX_TEXT = 1_000_000;

/** The last message of the person in a request for a completion: all before it is the session's own to know. @throws HttpRefusal */
export function lastUserMessage({ messages }: Readonly<Record<string, unknown>>): RawMessage {
  if (!Array.isArray(messages) || messages.length === 0) throw invalidRequest('No messages provided');
  for (let index = messages.length - 1; index >= 0; index--) {
    const message: unknown = messages[index];
    if (!isPlainObject(message) || message.role !== 'user') continue;
    return { content: message.content, where: `messages[${index}].content`, name: message.name };
  }
  throw invalidRequest('No user message found');
}

/** Takes a message apart and keeps its images. @throws HttpRefusal, AppError INVALID_INPUT for what is no image */
export async function userMessage(
  { content, where }: RawMessage,
  keepImage: SocketPorts['keepImage'],
): Promise<UserMessage> {
  if (typeof content === 'string') return checkMessage({ text: content, images: [] }, where);
  if (!Array.isArray(content)) throw invalidRequest(`${where} must be a text, or a list of parts`);
  const texts: string[] = [];
  const sources: ImageSource[] = [];
  for (const [index, part] of content.entries()) takePart(part, `${where}[${index}]`, texts, sources);
  if (sources.length > MAX_IMAGES)
    throw invalidRequest(`${where} has ${sources.length} images; ${MAX_IMAGES} are the most`);
  const images: MessageImage[] = [];
  for (const { data, at } of sources) images.push(await keepImage({ data, name: at }));
  return checkMessage({ text: texts.join('\n'), images }, where);
}

interface ImageSource {
  /** Base64. */
  readonly data: string;
  readonly at: string;
}

function takePart(part: unknown, at: string, texts: string[], sources: ImageSource[]): void {
  if (!isPlainObject(part)) throw invalidRequest(`${at} is no part of a message`);
  if (part.type === 'text' && typeof part.text === 'string') {
    texts.push(part.text);
    return;
  }
  if (part.type !== 'image_url') {
    throw invalidRequest(
      `${at} is of the type ${JSON.stringify(part.type ?? null).slice(0, 60)}; text and image_url are taken`,
    );
  }
  const url = isPlainObject(part.image_url) ? part.image_url.url : part.image_url;
  const data = typeof url === 'string' ? /^data:[^,]{0,200};base64,([\s\S]*)$/i.exec(url.trimStart())?.[1] : undefined;
  if (data === undefined) {
    throw invalidRequest(`The image at ${at} is no data: URL with base64; other addresses are not fetched`);
  }
  sources.push({ data, at });
}

function checkMessage(message: UserMessage, where: string): UserMessage {
  if (message.text.trim() === '' && message.images.length === 0) throw invalidRequest(`${where} says nothing`);
  if (message.text.length > MAX_TEXT) throw invalidRequest(`${where} is longer than ${MAX_TEXT} characters`);
  return message;
}

const invalidRequest = (message: string) => new HttpRefusal(400, message, 'invalid_request');
