import { expect, test } from 'vitest';
import type { TurnProgress } from '#contract';
import { followTurn } from '../../../../src-main/channels/messenger/follow-turn.ts';
import { LiveMessage } from '../../../../src-main/channels/messenger/live-message.ts';
import {
  type Messenger,
  type OutgoingText,
  ServiceFailure,
} from '../../../../src-main/channels/messenger/messenger.ts';
import { QuestionMessages } from '../../../../src-main/channels/messenger/question-messages.ts';
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
    channel: 'fake',
    title: 'Fake',
    maxText: 100,
    listen: unused,
    remove: unused,
    sendImage: unused,
    chatOf: unused,
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
  return { live: new LiveMessage(options), options, sent, texts: () => [...shown.values()] };
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

test('an image that arrives in pieces is not looked through at each of them', async () => {
  const { options, texts } = liveMessage([]);
  const { signal, messenger, wait, log } = options;
  const questions = new QuestionMessages({ messenger, approvers: () => new Set(), log, wait, signal });
  const person = { id: 'p', name: undefined };
  const pieces = async function* (): AsyncGenerator<TurnProgress, void> {
    yield { kind: 'text', text: 'See ![x](data:image/png;base64,' };
    for (let count = 0; count < 750; count++) yield { kind: 'text', text: 'A'.repeat(4096) };
    yield { kind: 'ended', outcome: 'done', text: 'See it' };
  };
  const before = process.cpuUsage();
  await followTurn(pieces(), { ...options, questions, person, streams: true, intervalMs: 1000 });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1500);
  expect(texts()).toEqual(['See it']);
});
