import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { Events } from '../../../../src-main/channels/feishu/incoming.ts';
import type { IncomingEvent, OutgoingText } from '../../../../src-main/channels/messenger/messenger.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

const PAY = {
  sender: { sender_id: { open_id: 'ou_ann' } },
  message: { message_id: 'om_1', chat_id: 'oc_1', chat_type: 'p2p', message_type: 'text', content: '{"text":"Pay"}' },
};
const noImage = async () => ({ type: 'image/png' as const, data: new Uint8Array() });
const noSend = () => Promise.reject(new Error('Nothing is to be sent'));

/** Events that come of messages with these types and contents. */
async function taken(...messages: readonly (readonly [type: string, content: unknown])[]) {
  const found: IncomingEvent[] = [];
  const events = new Events({ image: noImage, send: noSend });
  const handlers = events.handlers(async (one) => found.push(one) > 0, silentLogger);
  for (const [at, [type, content]] of messages.entries()) {
    await handlers['im.message.receive_v1']({
      sender: { sender_id: { open_id: 'ou_ann' } },
      message: {
        message_id: `om_${at}`,
        chat_id: 'oc_1',
        chat_type: 'p2p',
        message_type: type,
        content: typeof content === 'string' ? content : JSON.stringify(content),
      },
    });
  }
  return found;
}

test('a message is said to have come once it was handed over, and comes again where the channel ended before', async () => {
  const events = new Events({ image: noImage, send: noSend });
  const handing = [new Deferred<boolean>(), new Deferred<boolean>()];
  let count = 0;
  const handlers = events.handlers(async () => (await handing[count++]?.promise) === true, silentLogger);
  const receive = () => handlers['im.message.receive_v1'](PAY);
  const first = receive();
  handing[0]?.resolve(false);
  await expect(first).rejects.toThrow();

  let isAnswered = false;
  const second = receive().then(() => {
    isAnswered = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isAnswered).toBe(false);
  handing[1]?.resolve(true);
  await Promise.all([second, events.settled()]);
  await receive();
  expect(count).toBe(2);
});

test('Feishu does not wait long for a message that takes its time', async () => {
  const events = new Events({ image: noImage, send: noSend, replyMs: 30 });
  const handing = new Deferred<boolean>();
  const handlers = events.handlers(() => handing.promise, silentLogger);
  await handlers['im.message.receive_v1'](PAY);
  handing.resolve(true);
  await events.settled();
});

test('a message that Feishu was told of, and that was not taken when the channel ended, is told to who wrote it', async () => {
  const said: unknown[] = [];
  const send = async (chat: string, { text }: OutgoingText) => {
    said.push([chat, text]);
    return { chat, id: '1' };
  };
  const events = new Events({ image: noImage, send, replyMs: 30 });
  const handing = new Deferred<boolean>();
  const handlers = events.handlers(() => handing.promise, silentLogger);
  await handlers['im.message.receive_v1'](PAY);
  handing.resolve(false);
  await events.settled();
  expect(said).toEqual([['oc_1', 'Your message was not taken, because the channel ended: send it again later.']]);
});

test('the end of a channel waits until it is told, also where it began before Feishu had its answer', async () => {
  const order: string[] = [];
  const send = async (chat: string) => {
    order.push('told');
    return { chat, id: '1' };
  };
  const events = new Events({ image: noImage, send, replyMs: 30 });
  const handing = new Deferred<boolean>();
  const answered = events.handlers(() => handing.promise, silentLogger)['im.message.receive_v1'](PAY);
  const settled = events.settled().then(() => order.push('settled'));
  await answered;
  await new Promise((resolve) => setImmediate(resolve));
  order.push('not taken');
  handing.resolve(false);
  await settled;
  expect(order).toEqual(['not taken', 'told', 'settled']);
});

const post = (...lines: readonly (readonly object[])[]) => ['post', { title: '', content: lines }] as const;
const text = (value: string) => ({ tag: 'text', text: value });

test('a link of a post has its address', async () => {
  const link = { tag: 'a', text: 'this page', href: 'https://example.org/x' };
  const bare = { tag: 'a', text: 'https://example.org', href: 'https://example.org' };
  const wordless = { tag: 'a', href: 'https://example.org/y' };
  expect(await taken(post([text('Read '), link, text('!')], [bare], [wordless]))).toMatchObject([
    { text: 'Read this page (https://example.org/x)!\nhttps://example.org\nhttps://example.org/y' },
  ]);
});

test('a video of a post is said to be left out', async () => {
  const [one] = await taken(post([text('Look'), { tag: 'media', file_key: 'f' }]));
  expect(one).toMatchObject({ text: 'Look', leftOut: 'a message of the kind media' });
});

test.each([
  ['no JSON', 'text', '{'],
  ['a list', 'post', '[]'],
  ['lines that are none', 'post', { content: ['x', [null, 5], {}] }],
  ['words that are none', 'text', { text: 5 }],
])('%s is a message without words', async (_, type, content) => {
  expect(await taken([type, content])).toMatchObject([{ kind: 'message', text: '', images: [] }]);
});
