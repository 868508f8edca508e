import { expect, test } from 'vitest';
import { LiveMessage } from '../../../../src-main/channels/messenger/live-message.ts';
import {
  type Messenger,
  type OutgoingText,
  ServiceFailure,
} from '../../../../src-main/channels/messenger/messenger.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

type FailureKind = ServiceFailure['kind'];

/** A service that makes one message of a delivery; its first tries to send end as `failures` say. */
function liveMessage(failures: FailureKind[]) {
  const shown = new Map<string, string>();
  const sent: OutgoingText[] = [];
  const unused = () => {
    throw new Error('Not called here');
  };
  const messenger: Messenger = {
    ...{ channel: 'fake', title: 'Fake', maxText: 100 },
    ...{ listen: unused, remove: unused, sendImage: unused, chatOf: unused },
    send: async (chat, text) => {
      sent.push(text);
      const failure = failures.shift();
      const id = text.delivery ?? `${sent.length}`;
      if (failure !== 'rate' && !shown.has(id)) shown.set(id, text.text);
      if (failure) throw new ServiceFailure(failure, 'Not answered');
      return { chat, id };
    },
    edit: async ({ id }, { text }) => void shown.set(id, text),
  };
  const { signal } = new AbortController();
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
  const options = { messenger, chat: 'c', intervalMs: 0, log: silentLogger, now: Date.now, signal, wait };
  return { live: new LiveMessage(options), sent, texts: () => [...shown.values()] };
}

test('a message that arrived though the answer was lost is changed to the text of now', async () => {
  const { live, sent, texts } = liveMessage(['network', 'rate']);
  live.grow('One');
  await expect.poll(() => sent.length).toBe(1);
  await live.finish('One two');
  expect(texts()).toEqual(['One two']);
});

test('a message that the service did not take is sent as it is by now', async () => {
  const { live, sent, texts } = liveMessage(['rate']);
  live.grow('One');
  await expect.poll(() => sent.length).toBe(1);
  await live.finish('One two');
  expect(sent.map(({ text }) => text)).toEqual(['One', 'One two']);
  expect(texts()).toEqual(['One two']);
});
