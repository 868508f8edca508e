import { isPlainObject } from '#contract/plain-object';
import { messageOf } from '#core/app-error';
import { PendingWork } from '#core/async/pending-work';
import type { Logger } from '#core/logger';
import { tellNotTaken } from '../messenger/last-words.ts';
import type {
  ConnectionHandlers,
  ImageBytes,
  IncomingMessage,
  Messenger,
  PressedButton,
  RemoteImage,
} from '../messenger/messenger.ts';

type EventPayload = Readonly<Record<string, unknown>>;

/** Feishu sends an event again that it takes for lost: so many are remembered. */
const MAX_KNOWN = 5000;
/** Feishu waits 3 s for what an event came to. */
const REPLY_MS = 2500;

export interface EventsOptions {
  readonly image: (message: string, key: string) => Promise<ImageBytes>;
  readonly send: Messenger['send'];
  readonly replyMs?: number;
}

/**
 * Takes the events of the long connection, each once. A message is answered when it was handed over, since Feishu does not send it
 * again then; the answer to one that takes long does not wait for that, and who wrote it is told if the channel ends before.
 */
export class Events {
  readonly #options: EventsOptions;
  readonly #known = new Set<string>();
  readonly #handing = new PendingWork();

  constructor(options: EventsOptions) {
    this.#options = options;
  }

  /** Resolves when what came is answered, and handed over or told of. */
  async settled(): Promise<void> {
    await this.#handing.settled();
  }

  handlers(onIncoming: ConnectionHandlers['onIncoming'], log: Logger) {
    return {
      'im.message.receive_v1': async (data: unknown) => {
        const found = isPlainObject(data) ? this.#messageOf(data) : undefined;
        if (!found) return;
        const handing = onIncoming(found.message);
        const inTime = this.#inTime(handing);
        // From the beginning: the end of the channel waits for it.
        void this.#handing.add(
          inTime.then((isTaken) => (isTaken === undefined ? this.#followLate(handing, found.message, log) : undefined)),
        );
        if ((await inTime) !== false) return;
        this.#known.delete(found.id);
        // The SDK answers by it that the event is to come again.
        throw new Error('The channel ended before it was handed over');
      },
      'card.action.trigger': async (data: unknown) => {
        return isPlainObject(data) ? await toastOf(data, onIncoming, log) : undefined;
      },
    };
  }

  /** Whether a message was handed over; undefined if that takes longer than Feishu waits. */
  async #inTime(handing: Promise<boolean>): Promise<boolean | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.#options.replyMs ?? REPLY_MS, undefined);
    });
    return await Promise.race([handing, late]).finally(() => clearTimeout(timer));
  }

  /** Feishu was told that it has come, and does not send it again. */
  async #followLate(handing: Promise<boolean>, message: IncomingMessage, log: Logger): Promise<void> {
    if (await handing) return;
    const isTold = await tellNotTaken(message, this.#options.send);
    log.warn('channel.message-lost', { channel: 'feishu', person: message.person.id, isTold });
  }

  #messageOf({
    sender,
    message,
  }: EventPayload): { readonly id: string; readonly message: IncomingMessage } | undefined {
    if (!isPlainObject(sender) || !isPlainObject(message) || message.chat_type !== 'p2p') return undefined;
    const id = isPlainObject(sender.sender_id) ? sender.sender_id.open_id : undefined;
    const { message_id: own, chat_id: chat, message_type: type, content } = message;
    if (typeof id !== 'string' || typeof own !== 'string' || typeof chat !== 'string') return undefined;
    if (this.#isKnown(own)) return undefined;
    const said = payloadContent(String(type), typeof content === 'string' ? content : '{}');
    const images: RemoteImage[] = said.images.map((key) => ({
      name: 'image',
      download: () => this.#options.image(own, key),
    }));
    const { text, leftOut } = said;
    return { id: own, message: { kind: 'message', person: { id, name: undefined }, chat, text, images, leftOut } };
  }

  #isKnown(id: string): boolean {
    if (this.#known.has(id)) return true;
    this.#known.add(id);
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.values().next().value ?? '');
    return false;
  }
}

/** A press, and what is told of it in a corner of the app. */
async function toastOf({ operator, action }: EventPayload, onIncoming: ConnectionHandlers['onIncoming'], log: Logger) {
  const id = isPlainObject(operator) ? operator.open_id : undefined;
  const value = isPlainObject(action) && isPlainObject(action.value) ? action.value : {};
  const { question, verdict } = value;
  if (typeof id !== 'string' || typeof question !== 'string') return undefined;
  if (verdict !== 'allow' && verdict !== 'refuse') return undefined;
  return await new Promise<object | undefined>((resolve) => {
    const late = setTimeout(() => resolve({ toast: { type: 'info', content: 'It is being answered.' } }), REPLY_MS);
    const reply = async (content: string) => {
      clearTimeout(late);
      resolve({ toast: { type: 'info', content } });
    };
    const press: PressedButton = { kind: 'press', person: { id, name: undefined }, question, verdict, reply };
    onIncoming(press).catch((error: unknown) => log.warn('channel.not-taken', { why: messageOf(error) }));
  });
}

/** Extracts the content of a message of one of Feishu's kinds. */
function payloadContent(type: string, json: string): { text: string; images: string[]; leftOut?: string } {
  const content = parsePayload(json);
  if (type === 'text') return { text: stringValue(content.text), images: [] };
  if (type === 'image') return { text: '', images: keysOf(content.image_key) };
  if (type !== 'post') return { text: '', images: [], leftOut: `a message of the kind ${type}` };
  const lines = Array.isArray(content.content) ? content.content.filter(Array.isArray) : [];
  const parts = lines.map((line) => line.filter(isPlainObject));
  const text = parts.map((line) => line.map(partText).join('')).join('\n');
  const title = stringValue(content.title);
  const images = parts.flat().flatMap((part: EventPayload) => (part.tag === 'img' ? keysOf(part.image_key) : []));
  const hasMedia = parts.flat().some(({ tag }: EventPayload) => tag === 'media');
  return {
    text: [title, text].filter((one) => one.trim() !== '').join('\n'),
    images,
    ...(hasMedia && { leftOut: 'a message of the kind media' }),
  };
}

/** Words of a part of a post; a link has its address beside them. */
function partText({ text, href }: EventPayload): string {
  const [words, address] = [stringValue(text), stringValue(href)];
  if (address === '' || address === words) return words;
  return words === '' ? address : `${words} (${address})`;
}

const stringValue = (value: unknown) => (typeof value === 'string' ? value : '');
const keysOf = (value: unknown) => (typeof value === 'string' ? [value] : []);

function parsePayload(json: string): EventPayload {
  try {
    const value: unknown = JSON.parse(json);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}
