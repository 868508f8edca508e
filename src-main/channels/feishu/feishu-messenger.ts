import type { EventDispatcher, WSClient } from '@larksuiteoapi/node-sdk';
import { AppError } from '#core/app-error';
import { abortableDelay } from '#core/async/abort';
import type { Logger } from '#core/logger';
import { type Messenger, ServiceFailure } from '../messenger/messenger.ts';
import type { WaitFunction } from '../messenger/pace.ts';
import { cardOf } from './card.ts';
import { failureOfCode, feishuFailure } from './feishu-failure.ts';
import { feishuImage } from './image-of.ts';
import { Events } from './incoming.ts';
import { holdConnection } from './long-connection.ts';
import { tokenCache } from './token-cache.ts';

export interface FeishuOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** URL of the service; by default Feishu's own, `https://open.larksuite.com` for Lark. */
  readonly apiRoot?: string | undefined;
  readonly log: Logger;
  readonly wait?: WaitFunction;
}

export const FEISHU_ROOT = 'https://open.feishu.cn';
/** A card takes 30 KB; a character may take three bytes, and more with its escapes. */
const MAX_TEXT = 7000;

/** Feishu (Lark) by its long connection. The SDK is loaded at first use. @throws AppError INVALID_INPUT for an app id that is none */
export async function feishuMessenger({
  appId,
  appSecret,
  apiRoot,
  log,
  wait = abortableDelay,
}: FeishuOptions): Promise<Messenger> {
  if (!/^cli_[0-9a-fA-F]{16}$/.test(appId)) {
    throw new AppError('INVALID_INPUT', 'A Feishu app id is cli_ and 16 hexadecimal digits', { where: 'app id' });
  }
  const { Client, WSClient, EventDispatcher, LoggerLevel, defaultHttpInstance } = await import(
    '@larksuiteoapi/node-sdk'
  );
  const domain = (apiRoot ?? FEISHU_ROOT).replace(/\/+$/, '');
  const common = { appId, appSecret, domain, logger, loggerLevel: LoggerLevel.error };
  const client = new Client({ ...common, cache: tokenCache() as never });
  const asked = async <T extends { code?: number | undefined; msg?: string | undefined } | null>(
    work: Promise<T>,
  ): Promise<T> => {
    const answer = await work.catch((error: unknown) => {
      throw feishuFailure(error, appSecret);
    });
    if (answer?.code) throw failureOfCode(answer.code, answer.msg);
    return answer;
  };
  const image = (message: string, key: string) =>
    feishuImage(client, message, key, (error) => feishuFailure(error, appSecret));
  const create = (chat: string, type: string, content: unknown, uuid: string | undefined) => {
    const params = { receive_id_type: chat.startsWith('ou_') ? ('open_id' as const) : ('chat_id' as const) };
    const data = { receive_id: chat, msg_type: type, content: JSON.stringify(content), ...(uuid && { uuid }) };
    return asked(client.im.message.create({ params, data }));
  };
  const send: Messenger['send'] = async (chat, text) => {
    const id = (await create(chat, 'interactive', cardOf(text), text.delivery))?.data?.message_id;
    if (id === undefined) throw new ServiceFailure('refused', 'Feishu did not say which message it made');
    return { chat, id };
  };
  const events = new Events({ image, send });

  return {
    channel: 'feishu',
    title: 'Feishu',
    maxText: MAX_TEXT,
    chatOf: (person) => person,
    listen: async ({ onIncoming, onReady }, signal) => {
      await signIn(defaultHttpInstance, { domain, appId, appSecret, signal });
      const dispatcher = new EventDispatcher({ logger, loggerLevel: LoggerLevel.error }).register(
        events.handlers(onIncoming, log) as never,
      );
      await holdConnection({
        connect: (told) => {
          return heldClient(new WSClient({ ...common, autoReconnect: false, ...told }), dispatcher);
        },
        onReady: () => onReady(appId),
        settled: () => events.settled(),
        signal,
        wait,
      });
    },
    send,
    edit: async ({ id }, text) => {
      await asked(
        client.im.message.patch({ path: { message_id: id }, data: { content: JSON.stringify(cardOf(text)) } }),
      );
    },
    remove: async ({ id }) => {
      await asked(client.im.message.delete({ path: { message_id: id } }));
    },
    sendImage: async (chat, { data }, delivery) => {
      const made = await asked(
        client.im.image
          .create({ data: { image_type: 'message', image: Buffer.from(data) } })
          .then((answer) => answer as { image_key?: string; code?: number | undefined; msg?: string | undefined }),
      );
      await create(chat, 'image', { image_key: made?.image_key }, delivery);
    },
  };
}

/** The client as what holds its connection sees it. */
const heldClient = (client: WSClient, eventDispatcher: EventDispatcher) => ({
  state: () => client.getConnectionStatus().state,
  start: () => client.start({ eventDispatcher }),
  close: () => client.close({ force: true }),
});

const ignore = () => {};
/**
 * Logger that drops everything: what the SDK logs about a failure includes the request with its token; `ServiceFailure`
 * reports failures instead.
 */
const logger = { error: ignore, warn: ignore, info: ignore, debug: ignore, trace: ignore };

interface SignInOptions extends Pick<FeishuOptions, 'appId' | 'appSecret'> {
  readonly domain: string;
  readonly signal: AbortSignal;
}

/** Shows the app id and its secret, so that a refusal is known for one. @throws ServiceFailure */
async function signIn(
  http: { post(url: string, body: object, options: never): Promise<unknown> },
  { domain, appId, appSecret, signal }: SignInOptions,
): Promise<void> {
  const url = `${domain}/open-apis/auth/v3/tenant_access_token/internal`;
  const body = { app_id: appId, app_secret: appSecret };
  const answer = await http.post(url, body, { signal, timeout: 15_000 } as never).catch((error: unknown) => {
    throw feishuFailure(error, appSecret);
  });
  const { code, msg } = (answer ?? {}) as { readonly code?: number; readonly msg?: string };
  if (code === 0) return;
  if (code === undefined)
    throw new ServiceFailure('network', 'Feishu cannot be reached: the answer is none of its own');
  const failure = failureOfCode(code, msg);
  if (failure.kind === 'rate') throw failure;
  throw new ServiceFailure('credentials', `Feishu refuses the app id or its secret (${msg ?? code})`);
}
