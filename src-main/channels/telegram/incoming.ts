import type { Update } from 'grammy/types';
import type { ImageBytes, IncomingEvent, IncomingMessage, Person, RemoteImage } from '../messenger/messenger.ts';

export interface IncomingPorts {
  readonly fileOf: (id: string, signal: AbortSignal) => Promise<ImageBytes>;
  readonly reply: (press: string, text: string) => Promise<void>;
}

/** An event with the number of the update that brought it, or of the first of several. */
export interface IncomingUpdate {
  readonly id: number;
  readonly event: IncomingEvent;
}

type TelegramMessage = NonNullable<Update['message']>;

/**
 * Converts updates to messages, in their order. The pictures of an album arrive as separate messages: those that
 * arrived together become one. Messages of groups are left out, since everybody there would read what the agent says.
 */
export function incomingOf(updates: readonly Update[], ports: IncomingPorts): IncomingUpdate[] {
  const found = new Map<string, IncomingUpdate>();
  for (const { update_id: id, message, callback_query: press } of updates) {
    const one = press ? pressOf(press, ports) : message && fromPerson(message, ports);
    if (!one) continue;
    const key = `${message?.media_group_id ?? `update ${id}`}`;
    const before = found.get(key);
    const isAlbum = before?.event.kind === 'message' && one.kind === 'message';
    found.set(key, isAlbum ? { id: before.id, event: together(before.event, one) } : { id, event: one });
  }
  return [...found.values()];
}

function fromPerson(message: TelegramMessage, ports: IncomingPorts): IncomingMessage | undefined {
  const { chat, from } = message;
  return chat.type === 'private' && from !== undefined && !from.is_bot
    ? incomingMessage(message, from, ports)
    : undefined;
}

function pressOf({ id, from, data }: NonNullable<Update['callback_query']>, ports: IncomingPorts) {
  const [, verdict, question] = /^(allow|refuse):(.+)$/s.exec(data ?? '') ?? [];
  if (question === undefined) return undefined;
  const reply = (text: string) => ports.reply(id, text);
  return { kind: 'press', person: personOf(from), question, verdict: verdict as 'allow' | 'refuse', reply } as const;
}

function together(one: IncomingMessage, other: IncomingMessage): IncomingMessage {
  const text = [one.text, other.text].filter((part) => part !== '').join('\n');
  return { ...one, text, images: [...one.images, ...other.images], leftOut: one.leftOut ?? other.leftOut };
}

function incomingMessage(
  message: TelegramMessage,
  from: NonNullable<TelegramMessage['from']>,
  { fileOf }: IncomingPorts,
): IncomingMessage {
  const images = remoteImages(message, fileOf);
  const text = message.text ?? message.caption ?? '';
  const leftOut = images.length > 0 ? undefined : leftOutOf(message, text);
  return {
    kind: 'message',
    person: personOf(from),
    chat: String(message.chat.id),
    text,
    images,
    ...(leftOut !== undefined && { leftOut }),
  };
}

function personOf({ id, first_name: first, last_name: last, username }: NonNullable<TelegramMessage['from']>): Person {
  const name = [first, last].filter(Boolean).join(' ');
  return { id: String(id), name: name === '' ? username : name };
}

function remoteImages({ photo, document }: TelegramMessage, fileOf: IncomingPorts['fileOf']): RemoteImage[] {
  const largest = photo?.toSorted((one, other) => one.width * one.height - other.width * other.height).at(-1);
  const image = (id: string, name: string) => ({ name, download: (signal: AbortSignal) => fileOf(id, signal) });
  if (largest) return [image(largest.file_id, 'photo')];
  if (!document?.mime_type?.startsWith('image/')) return [];
  return [image(document.file_id, document.file_name ?? 'image')];
}

const KINDS = [
  'voice',
  'audio',
  'video',
  'video_note',
  'sticker',
  'document',
  'location',
  'contact',
  'poll',
  'animation',
] as const;

function leftOutOf(message: TelegramMessage, text: string): string | undefined {
  const kind = KINDS.find((name) => name in message);
  if (kind !== undefined) return `a message of the kind ${kind.replace('_', ' ')}`;
  return text === '' ? 'a message of this kind' : undefined;
}
