import { expect, test } from 'vitest';
import { telegramMessenger } from '#channels';
import type { IncomingEvent } from '../../../../src-main/channels/messenger/messenger.ts';
import { fakeTelegram, TELEGRAM_TOKEN } from '../../../support/fake-telegram.ts';

const ANN = 11;
const BOB = 22;

test('what was handed over before a stop does not come again, and what was not does', async () => {
  await using telegram = await fakeTelegram();
  /** Listens until something came. */
  const heard = async (isTaken: (text: string) => boolean) => {
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
  };
  telegram.writeAll([
    { person: ANN, more: { text: 'one' } },
    { person: BOB, more: { text: 'two' } },
  ]);
  expect(await heard((text) => text === 'one')).toEqual(['one', 'two']);
  expect(await heard(() => true)).toEqual(['two']);
  telegram.write(ANN, 'three');
  expect(await heard(() => true)).toEqual(['three']);
});
