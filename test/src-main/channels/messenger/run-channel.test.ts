import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { TurnProgress } from '#contract';
import { Deferred } from '#core/async/deferred';
import {
  type ConnectionHandlers,
  type ImageBytes,
  type IncomingMessage,
  type Messenger,
  ServiceFailure,
} from '../../../../src-main/channels/messenger/messenger.ts';
import { channelBox } from '../../../support/channel-box.ts';
import { answerWith, endedUpdate, fakeSessionSocket, type TurnRequest } from '../../../support/fake-session-socket.ts';

const PNG: ImageBytes = { type: 'image/png', data: Buffer.from('89504e470d0a1a0a00000000', 'hex') };

interface FakeService {
  readonly beforeSend: () => Promise<void>;
  readonly sendImage: Messenger['sendImage'];
}

/** A channel of one person, whose service is the test. */
async function opened(
  onTurn: (turn: TurnRequest) => void = answerWith('Well'),
  { beforeSend = async () => {}, sendImage = async () => {} }: Partial<FakeService> = {},
) {
  const said: string[] = [];
  const asked: string[] = [];
  const listening = new Deferred<ConnectionHandlers>();
  const messenger: Messenger = {
    channel: 'test',
    title: 'Test',
    maxText: 1000,
    chatOf: (person) => person,
    listen: (handlers, signal) => {
      listening.resolve(handlers);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    send: async (chat, { text, question }) => {
      await beforeSend();
      if (question !== undefined) asked.push(question);
      return { chat, id: String(said.push(text)) };
    },
    edit: async () => {},
    remove: async () => {},
    sendImage,
  };
  const session = await fakeSessionSocket({ onTurn });
  const box = channelBox({ messenger, socket: session.path, allowed: ['ann'], approvers: ['ann'], streams: false });
  const { onIncoming } = await listening.promise;
  return {
    said,
    asked,
    session,
    box,
    take: (message: Partial<IncomingMessage>) =>
      onIncoming({ kind: 'message', person: { id: 'ann', name: 'Ann' }, chat: 'c', text: '', images: [], ...message }),
    [Symbol.asyncDispose]: async () => {
      await box[Symbol.asyncDispose]();
      await session[Symbol.asyncDispose]();
    },
  };
}

test('a message before /new belongs to the old conversation, and one after it to the new', async () => {
  await using it = await opened();
  const image = new Deferred<ImageBytes>();
  const taken = [
    it.take({ text: 'See', images: [{ name: 'photo', download: () => image.promise }] }),
    it.take({ text: '/new' }),
    it.take({ text: 'Hello' }),
  ];
  image.resolve(PNG);
  await Promise.all(taken);
  const conversations = it.session.turns.map(({ headers }) => headers['sigma-conversation']);
  expect(conversations).toEqual(['test:ann', expect.stringMatching(/^test:ann:\w+$/)]);
});

test('what is sent with /new is the first message of the new conversation', async () => {
  await using it = await opened();
  const photo = { name: 'photo', download: async () => PNG };
  await it.take({ text: '/new Sum up\nthe day' });
  await it.take({ text: '/new@bot', images: [photo] });
  await it.take({ text: '/new' });
  const url = `data:image/png;base64,${Buffer.from(PNG.data).toString('base64')}`;
  expect(it.session.turns.map(({ content }) => content)).toEqual([
    'Sum up\nthe day',
    [{ type: 'image_url', image_url: { url } }],
  ]);
  for (const { headers } of it.session.turns) expect(headers['sigma-conversation']).toMatch(/^test:ann:\w+$/);
  const begun = it.said.filter((text) => text.startsWith('A new conversation'));
  expect(begun.map((text) => text.slice('A new conversation begins with '.length))).toEqual([
    'this message.',
    'this message.',
    'your next message.',
  ]);
});

test('what is left out of a message that was taken is said', async () => {
  await using it = await opened();
  await it.take({ text: 'Sum it up', leftOut: 'a message of the kind document' });
  expect(it.session.turns.map(({ content }) => content)).toEqual(['Sum it up']);
  await expect
    .poll(() => it.said)
    .toEqual(['A message of the kind document is not understood here: the rest of it was taken.', 'Well']);
});

test('why an answer is not whole is said behind it, and a retry before it is not', async () => {
  await using it = await opened((turn) =>
    turn.say(
      { kind: 'started', turn: 't' },
      { kind: 'note', text: 'Trying again' },
      { kind: 'text', text: 'Half an' },
      { kind: 'note', text: 'Cut off at the length limit' },
      endedUpdate('Half an', { cut: 'length' }),
    ),
  );
  await it.take({ text: 'Hello' });
  await expect.poll(() => it.said).toEqual(['Half an\n\nCut off at the length limit']);
});

test('a retry before a whole answer is not said behind it', async () => {
  await using it = await opened((turn) =>
    turn.say(
      { kind: 'started', turn: 't' },
      { kind: 'note', text: 'Trying again' },
      { kind: 'text', text: 'Whole' },
      endedUpdate('Whole'),
    ),
  );
  await it.take({ text: 'Hello' });
  await expect.poll(() => it.said).toEqual(['Whole']);
});

test('a retry behind the last words of a whole answer is not said to have cut it', async () => {
  const returned: TurnProgress = { kind: 'returned', callId: 'c', tool: 't', outcome: 'done', content: '' };
  await using it = await opened((turn) =>
    turn.say(
      { kind: 'started', turn: 't' },
      { kind: 'text', text: 'Whole' },
      returned,
      { kind: 'note', text: 'Trying again' },
      endedUpdate('Whole'),
    ),
  );
  await it.take({ text: 'Hello' });
  await expect.poll(() => it.said).toEqual(['Whole']);
});

test('what is too long to be shown is not allowed from here', async () => {
  const about = { kind: 'asked', callId: 'c', tool: 'execute_command', why: 'It asks' } as const;
  await using it = await opened((turn) =>
    turn.say(
      { kind: 'started', turn: 't' },
      { ...about, question: 'q1', title: `Run a command: ls ${'x'.repeat(1400)}` },
      { ...about, question: 'q2', title: `Run a command: ls ${'x'.repeat(1500)}; rm -r ~` },
    ),
  );
  await it.take({ text: 'Hello' });
  await expect.poll(() => it.said).toHaveLength(2);
  expect(it.asked).toEqual(['q1']);
  expect(it.said[1]).toContain('It is too long to be shown whole here: answer it in the app.');
});

test('a message that the session is taking while the channel ends is taken, and does not come again', async () => {
  const answer = new Deferred<void>();
  await using it = await opened((turn) => void answer.promise.then(() => turn.say({ kind: 'queued', ahead: 0 })));
  const taken = it.take({ text: 'Pay the bill' });
  await expect.poll(() => it.session.turns.length).toBe(1);
  const ending = it.box.stop();
  answer.resolve();
  expect(await taken).toBe(true);
  await ending;
  await expect.poll(() => it.session.turns.map((turn) => turn.hasLeft())).toEqual([true]);
});

test('a message of which nobody knows whether the session took it comes again, and the log says so', async () => {
  await using it = await opened(() => {});
  const taken = it.take({ text: 'Pay the bill' });
  await expect.poll(() => it.session.turns.length).toBe(1);
  await it.box.stop();
  expect(await taken).toBe(false);
  expect(it.box.log).toContainEqual({
    event: 'channel.perhaps-taken',
    fields: { channel: 'test', person: 'ann' },
  });
});

test('what comes after the end of a channel is not handed over', async () => {
  await using it = await opened();
  await it.box.stop();
  expect(await it.take({ text: 'Pay the bill' })).toBe(false);
  expect(it.session.turns).toEqual([]);
});

test('a message that was taken does not come again, though the channel ends while a remark about it is sent', async () => {
  const sending = new Deferred<void>();
  const queued = (turn: TurnRequest) => turn.say({ kind: 'queued', ahead: 0 });
  await using it = await opened(queued, {
    beforeSend: async () => {
      sending.resolve();
      throw new ServiceFailure('network', 'nobody is there');
    },
  });
  const taken = it.take({ text: 'Pay the bill', leftOut: 'a message of the kind document' });
  await sending.promise;
  await it.box.stop();
  expect(await taken).toBe(true);
});

test('an image that the service refuses keeps no other back, and is told', async () => {
  const sent: string[] = [];
  const inline = (text: string) => `![${text}](data:image/png;base64,${Buffer.from(text).toString('base64')})`;
  await using it = await opened(answerWith(`Look ${inline('large')} ${inline('small')}`), {
    sendImage: async (_, { data }) => {
      const text = Buffer.from(data).toString();
      if (text === 'large') throw new ServiceFailure('refused', 'Test: file is too big');
      sent.push(text);
    },
  });
  await it.take({ text: 'Draw' });
  await expect
    .poll(() => it.said)
    .toEqual([
      'Look [large] [small]',
      'An image of this answer could not be sent: Test: file is too big. It is shown in Sigma Shell.',
    ]);
  expect(sent).toEqual(['small']);
});

test('what stands behind /stop, or is sent with it, is not taken, and that is said', async () => {
  await using it = await opened();
  await it.take({ text: '/stop' });
  await it.take({ text: '/stop and sum up the day' });
  await it.take({ text: '/stop@bot', images: [{ name: 'photo', download: async () => PNG }] });
  expect(it.session.turns).toEqual([]);
  const stopping = 'What ran is being stopped.';
  const rest = `${stopping} The rest of your message was not taken: send it without /stop.`;
  expect(it.said).toEqual([stopping, rest, rest]);
});

test('a service that lets us in and gives nothing is asked later and later, and fills no log', async () => {
  const enough = new Deferred<void>();
  let tries = 0;
  const messenger: Messenger = {
    channel: 'test',
    title: 'Test',
    maxText: 1000,
    chatOf: (person) => person,
    listen: async ({ onReady }) => {
      onReady('bot');
      if (++tries === 100) enough.resolve();
      throw new ServiceFailure('network', 'a webhook is set');
    },
    send: async (chat) => ({ chat, id: '1' }),
    edit: async () => {},
    remove: async () => {},
    sendImage: async () => {},
  };
  await using box = channelBox({ messenger, socket: undefined });
  await enough.promise;
  expect(box.waits.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  for (const told of ['channel.lost', 'channel.ready'])
    expect(box.log.filter(({ event }) => event === told).length).toBeLessThan(10);
});

test('that a service is reached again after an outage is in the log', async () => {
  const enough = new Deferred<void>();
  let tries = 0;
  const messenger: Messenger = {
    channel: 'test',
    title: 'Test',
    maxText: 1000,
    chatOf: (person) => person,
    listen: async ({ onReady }, signal) => {
      if (++tries < 20) throw new ServiceFailure('network', 'no network');
      onReady('bot');
      enough.resolve();
      await once(signal, 'abort');
    },
    send: async (chat) => ({ chat, id: '1' }),
    edit: async () => {},
    remove: async () => {},
    sendImage: async () => {},
  };
  await using box = channelBox({ messenger, socket: undefined });
  await enough.promise;
  expect(box.log.at(-1)?.event).toBe('channel.ready');
});

test('whoever waits for an answer when the channel ends is told where it is', async () => {
  await using it = await opened((turn) => turn.say({ kind: 'queued', ahead: 0 }, { kind: 'text', text: 'Half' }));
  await it.take({ text: 'Hello' });
  await it.box.stop();
  expect(it.said).toEqual(['The channel ended before the answer was here: look for it in Sigma Shell.']);
});

test('whoever has the answer is told nothing when the channel ends', async () => {
  await using it = await opened();
  await it.take({ text: 'Hello' });
  await expect.poll(() => it.said).toEqual(['Well']);
  await it.box.stop();
  expect(it.said).toEqual(['Well']);
});
