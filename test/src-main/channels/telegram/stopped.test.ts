import { expect, test } from 'vitest';
import { telegramMessenger } from '#channels';
import type { IncomingEvent } from '../../../../src-main/channels/messenger/messenger.ts';
import { type FakeTelegram, fakeTelegram, TELEGRAM_TOKEN } from '../../../support/fake-telegram.ts';

const ANN = 11;
const BOB = 22;

/** Listens until something came. */
async function hearOnce(telegram: FakeTelegram, isTaken: (text: string) => boolean): Promise<string[]> {
  const stop = new AbortController();
  const messenger = await telegramMessenger({ token: TELEGRAM_TOKEN, apiRoot: telegram.root });
  const texts: string[] = [];
  const onIncoming = async (incoming: IncomingEvent) => {
    const text = incoming.kind === 'message' ? incoming.text : '';
    texts.push(text);
    stop.abort();
    return isTaken(text);
  };
  await messenger.listen({ onIncoming, onReady: () => {} }, stop.signal);
  return texts;
}

test('what was handed over before a stop does not come again, and what was not does', async () => {
  await using telegram = await fakeTelegram();
  const heard = (isTaken: (text: string) => boolean) => hearOnce(telegram, isTaken);
  telegram.writeAll([
    { person: ANN, more: { text: 'one' } },
    { person: BOB, more: { text: 'two' } },
  ]);
  expect(await heard((text) => text === 'one')).toEqual(['one', 'two']);
  expect(await heard(() => true)).toEqual(['two']);
  telegram.write(ANN, 'three');
  expect(await heard(() => true)).toEqual(['three']);
});

const THREE = [
  { person: ANN, more: { text: 'one' } },
  { person: BOB, more: { text: 'two' } },
  { person: ANN, more: { text: 'three' } },
];

test('what was handed over behind what was not does not come again: who wrote that is told', async () => {
  await using telegram = await fakeTelegram();
  telegram.writeAll(THREE);
  expect(await hearOnce(telegram, (text) => text === 'two')).toEqual(['one', 'two', 'three']);
  expect(telegram.shown(String(ANN)).map(({ text }) => text)).toEqual([
    'Your message was not taken, because the channel ended: send it again later.',
  ]);
  expect(telegram.shown(String(BOB))).toEqual([]);
  expect(await hearOnce(telegram, () => true)).toEqual(['three']);
});

test('where that cannot be said, all of it comes again', async () => {
  await using telegram = await fakeTelegram();
  telegram.writeAll(THREE);
  telegram.fail({ method: 'sendMessage', code: 502, description: 'Bad Gateway' });
  await hearOnce(telegram, (text) => text === 'two');
  expect(await hearOnce(telegram, () => true)).toEqual(['one', 'two', 'three']);
});

test('who wrote what comes again is not told to send it again', async () => {
  await using telegram = await fakeTelegram();
  telegram.writeAll([...THREE, { person: BOB, more: { text: 'four' } }]);
  telegram.fail({ method: 'sendMessage', code: 502, description: 'Bad Gateway' });
  await hearOnce(telegram, (text) => text === 'two' || text === 'four');
  expect(await hearOnce(telegram, () => true)).toEqual(['one', 'two', 'three', 'four']);
  expect(telegram.shown(String(ANN))).toEqual([]);
});
