import type { Api } from 'grammy';
import { textStart } from '#contract/text-ends';
import { messageOf } from '#core/app-error';
import { imageTypeOf } from '#core/files/image-type';
import { tellNotTaken } from '../messenger/last-words.ts';
import { type ConnectionHandlers, type Messenger, type OutgoingText, ServiceFailure } from '../messenger/messenger.ts';
import { downloadFile } from './download-file.ts';
import { type IncomingUpdate, incomingOf } from './incoming.ts';
import { proxiedFetch } from './proxied-fetch.ts';
import { telegramFailure } from './telegram-failure.ts';

export interface TelegramOptions {
  readonly token: string;
  /** URL of the Bot API; by default Telegram's own. */
  readonly apiRoot?: string | undefined;
  /** `http://host:port` of a proxy that all requests go through. */
  readonly proxy?: string | undefined;
}

export const TELEGRAM_ROOT = 'https://api.telegram.org';
/** Longest time Telegram holds a request for news, in seconds; below, the limit for any request. */
const POLL_S = 25;
const LIMIT_S = 60;
/** Longest that the end of a channel waits to tell what it has, in milliseconds. */
const TOLD_MS = 2000;
const MAX_TEXT = 4096;
const ALLOWED = ['message', 'callback_query'] as const;
/** Asks for as little as can be, at once. */
const BRIEF = { timeout: 0, limit: 1, allowed_updates: ALLOWED };

/** Telegram by its Bot API and long polling. grammY is loaded at first use. @throws AppError INVALID_INPUT for an address that is none */
export async function telegramMessenger({ token, apiRoot, proxy }: TelegramOptions): Promise<Messenger> {
  const { Api, InputFile, GrammyError, HttpError } = await import('grammy');
  const root = (apiRoot ?? TELEGRAM_ROOT).replace(/\/+$/, '');
  const fetchThere = proxy === undefined ? fetch : await proxiedFetch(proxy);
  const api = new Api(token, {
    apiRoot: root,
    timeoutSeconds: LIMIT_S,
    ...(proxy !== undefined && { fetch: fetchThere as never }),
  });
  /** Offset of the next update, so that a new connection requests nothing twice. */
  const place = { offset: 0 };
  const asked = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw telegramFailure(error, { token, GrammyError, HttpError });
    });
  const fileOf = async (id: string, signal: AbortSignal) => {
    const { file_path: path } = await asked(api.getFile(id));
    if (path === undefined) throw new ServiceFailure('refused', 'Telegram does not give it out');
    const data = await downloadFile(`${root}/file/bot${token}/${path}`, { fetch: fetchThere, signal, token });
    const type = imageTypeOf(data);
    if (type === undefined) throw new ServiceFailure('refused', 'it is no PNG, JPEG, GIF or WebP');
    return { type, data };
  };
  const send: Messenger['send'] = async (chat, text) => {
    const { message_id: id } = await asked(api.sendMessage(chat, text.text, { ...PLAIN, ...buttonsOf(text) }));
    return { chat, id: String(id) };
  };
  return {
    channel: 'telegram',
    title: 'Telegram',
    maxText: MAX_TEXT,
    chatOf: (person) => person,
    listen: (listening, signal) => poll({ api, asked, fileOf, send, place, listening, signal }),
    send,
    edit: async ({ chat, id }, text) => {
      await asked(api.editMessageText(chat, Number(id), text.text, { ...PLAIN, ...buttonsOf(text) }));
    },
    remove: async ({ chat, id }) => {
      await asked(api.deleteMessage(chat, Number(id)));
    },
    sendImage: async (chat, { data, type }) => {
      const file = new InputFile(data, `image.${type.slice('image/'.length)}`);
      // An animation in a photo stands still.
      await asked<unknown>(type === 'image/gif' ? api.sendAnimation(chat, file) : api.sendPhoto(chat, file));
    },
    typing: async (chat) => {
      await asked(api.sendChatAction(chat, 'typing'));
    },
  };
}

/** Options that disable link previews: text by a model must not cause a fetch. */
const PLAIN = { link_preview_options: { is_disabled: true } };

/** Telegram takes 64 bytes for a button. */
const MAX_DATA = 64;

function buttonsOf({ question }: OutgoingText) {
  if (question === undefined) return {};
  const buttons = [
    { text: 'Allow once', callback_data: `allow:${question}` },
    { text: 'Refuse', callback_data: `refuse:${question}` },
  ];
  const isTooLong = buttons.some(({ callback_data: data }) => Buffer.byteLength(data) > MAX_DATA);
  return isTooLong ? {} : { reply_markup: { inline_keyboard: [buttons] } };
}

interface PollOptions {
  readonly api: Api;
  readonly asked: <T>(work: Promise<T>) => Promise<T>;
  readonly fileOf: Parameters<typeof incomingOf>[1]['fileOf'];
  readonly send: Messenger['send'];
  readonly place: { offset: number };
  readonly listening: ConnectionHandlers;
  readonly signal: AbortSignal;
}

/** Asks for news until `signal` aborts. What was brought is told to Telegram once the session has it. */
async function poll({ api, asked, fileOf, send, place, listening, signal }: PollOptions): Promise<void> {
  const { username, first_name: name } = await asked(api.getMe(signal as never));
  listening.onReady(username === undefined ? name : `@${username}`);
  let isTold = true;
  while (!signal.aborted) {
    const asking = { offset: place.offset, timeout: POLL_S, limit: 100, allowed_updates: ALLOWED };
    const updates = await asked(api.getUpdates(asking, signal as never));
    const incoming = incomingOf(updates, {
      fileOf,
      reply: async (id, text) => {
        // A button that was pressed too long ago takes no answer any more.
        await asked(api.answerCallbackQuery(id, { text: textStart(text, 200) })).catch((error: unknown) => {
          if (!(error instanceof ServiceFailure)) throw new Error(messageOf(error));
        });
      },
    });
    const taken = await Promise.all(incoming.map(({ event }) => listening.onIncoming(event)));
    const left = await firstLeft(incoming, taken, send);
    const next = left?.id ?? Math.max(place.offset, ...updates.map(({ update_id: id }) => id + 1));
    isTold = next <= place.offset;
    place.offset = Math.max(place.offset, next);
  }
  // No other request says it, and the next connection would be given the same once more.
  if (!isTold)
    await api.getUpdates({ ...BRIEF, offset: place.offset }, AbortSignal.timeout(TOLD_MS) as never).catch(() => {});
}

/**
 * Finds the first update that is to come again. Telegram forgets what is before it, and brings all that is behind it: where
 * something there was taken, who wrote what was not is told instead, and it comes again from the first whom that cannot be said.
 */
async function firstLeft(
  incoming: readonly IncomingUpdate[],
  taken: readonly boolean[],
  send: Messenger['send'],
): Promise<IncomingUpdate | undefined> {
  const last = taken.lastIndexOf(true);
  for (const [at, update] of incoming.entries()) {
    if (taken[at]) continue;
    // One after the other: what comes again must not have been told, or it would be sent twice.
    if (at > last || !(await tellNotTaken(update.event, send))) return update;
  }
  return undefined;
}
