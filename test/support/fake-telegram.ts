import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serverEnder } from '#core/servers/http-ends';

export const TELEGRAM_TOKEN = '424242:fake-telegram-token-of-a-test';

interface TelegramMessage {
  readonly id: number;
  text: string;
  buttons: readonly { readonly text: string; readonly data: string }[];
}

interface TelegramCall {
  readonly method: string;
  readonly body: Record<string, unknown>;
}

/** An answer in place of the ordinary one. */
interface PlannedAnswer {
  readonly method: string;
  readonly code: number;
  readonly description: string;
  readonly retryAfter?: number;
  /** Closes the connection without an answer. */
  readonly isDropped?: boolean;
}

/** Telegram's Bot API on this machine: one bot, any number of people. */
export interface FakeTelegram extends AsyncDisposable {
  readonly root: string;
  readonly calls: readonly TelegramCall[];
  /** The messages of a chat as people see them. */
  shown(chat: string): readonly TelegramMessage[];
  write(person: number, text: string, more?: Record<string, unknown>): void;
  /** Several updates that come at once. */
  writeAll(messages: readonly { readonly person: number; readonly more: Record<string, unknown> }[]): void;
  press(person: number, data: string): void;
  /** The next call of the method fails so. */
  fail(...planned: readonly PlannedAnswer[]): void;
  readonly files: Map<string, Uint8Array>;
}

export async function fakeTelegram({ token = TELEGRAM_TOKEN } = {}): Promise<FakeTelegram> {
  const calls: TelegramCall[] = [];
  const chats = new Map<string, TelegramMessage[]>();
  const files = new Map<string, Uint8Array>();
  const planned: PlannedAnswer[] = [];
  let updates: { readonly update_id: number; readonly [part: string]: unknown }[] = [];
  let wake = () => {};
  let last = 100;
  const add = (...parts: readonly Record<string, unknown>[]) => {
    updates.push(...parts.map((part) => ({ update_id: ++last, ...part })));
    wake();
  };
  const messageOf = (person: number, more: Record<string, unknown>) => ({
    message: {
      message_id: ++last,
      date: 1,
      chat: { id: person, type: 'private' },
      from: { id: person, is_bot: false, first_name: `Person ${person}` },
      ...more,
    },
  });
  const textProblem = (text: unknown) => {
    if (typeof text !== 'string' || text.trim() === '') return 'Bad Request: message text is empty';
    return text.length > 4096 ? 'Bad Request: message is too long' : undefined;
  };
  const buttonsOf = ({ reply_markup: markup }: Record<string, unknown>): TelegramMessage['buttons'] => {
    const rows = (markup as { inline_keyboard?: { text: string; callback_data: string }[][] })?.inline_keyboard ?? [];
    return rows.flat().map(({ text, callback_data: data }) => ({ text, data }));
  };
  const methods: Record<string, (body: Record<string, unknown>, response: ServerResponse) => unknown> = {
    getMe: () => ({ id: 1, is_bot: true, first_name: 'Fake', username: 'fake_bot' }),
    getUpdates: async ({ offset, timeout }, response) => {
      updates = updates.filter(({ update_id: id }) => id >= Number(offset));
      if (updates.length === 0 && timeout !== 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          response.on('close', resolve);
        });
      }
      return updates;
    },
    sendMessage: (body) => {
      const problem = textProblem(body.text);
      if (problem) return { problem };
      const chat = String(body.chat_id);
      const shown = { id: ++last, text: String(body.text), buttons: buttonsOf(body) };
      chats.set(chat, [...(chats.get(chat) ?? []), shown]);
      return { message_id: shown.id, date: 1, chat: { id: chat, type: 'private' } };
    },
    editMessageText: (body) => {
      const shown = chats.get(String(body.chat_id))?.find(({ id }) => id === body.message_id);
      if (!shown) return { problem: 'Bad Request: message to edit not found' };
      const buttons = buttonsOf(body);
      if (shown.text === body.text && JSON.stringify(buttons) === JSON.stringify(shown.buttons)) {
        return { problem: 'Bad Request: message is not modified: specified new message content is the same' };
      }
      const problem = textProblem(body.text);
      if (problem) return { problem };
      Object.assign(shown, { text: String(body.text), buttons });
      return true;
    },
    deleteMessage: (body) => {
      const chat = String(body.chat_id);
      chats.set(
        chat,
        (chats.get(chat) ?? []).filter(({ id }) => id !== body.message_id),
      );
      return true;
    },
    getFile: ({ file_id: id }) => ({ file_id: id, file_path: `photos/${String(id)}` }),
  };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const [, isFile, given, method = ''] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(request.url ?? '') ?? [];
    if (given !== token) return answer(response, { code: 401, description: 'Unauthorized' });
    if (isFile) return void response.end(files.get(method.replace('photos/', '')));
    const text = Buffer.concat(pieces).toString('latin1');
    const isJson = String(request.headers['content-type']).includes('json');
    const body = isJson ? JSON.parse(Buffer.concat(pieces).toString('utf8')) : { multipart: text };
    calls.push({ method, body });
    const at = planned.findIndex((one) => one.method === method);
    const [plan] = at < 0 ? [] : planned.splice(at, 1);
    if (plan?.isDropped) return void request.socket.destroy();
    if (plan) return answer(response, plan);
    const result = (await methods[method]?.(body, response)) ?? true;
    const problem = typeof result === 'object' && result !== null && 'problem' in result ? result.problem : undefined;
    if (problem !== undefined) return answer(response, { code: 400, description: String(problem) });
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, result }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const end = serverEnder(server);
  return {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    files,
    shown: (chat) => chats.get(chat) ?? [],
    write: (person, text, more = {}) => add(messageOf(person, { text, ...more })),
    writeAll: (messages) => add(...messages.map(({ person, more }) => messageOf(person, more))),
    press: (person, data) =>
      add({
        callback_query: {
          id: `press-${++last}`,
          from: { id: person, is_bot: false, first_name: `Person ${person}` },
          data,
        },
      }),
    fail: (...more) => void planned.push(...more),
    [Symbol.asyncDispose]: end,
  };
}

function answer(response: ServerResponse, { code, description, retryAfter }: Omit<PlannedAnswer, 'method'>): void {
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } };
  response
    .writeHead(code, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ok: false, error_code: code, description, ...parameters }));
}
