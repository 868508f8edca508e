import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#core/app-error';
import type { ChatOptions } from '../../../../src-main/chat/chat-options.ts';
import { MessageQueue } from '../../../../src-main/chat/door/message-queue.ts';
import type { Sessions } from '../../../../src-main/chat/sessions/sessions.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

const S = 's';

/** Messages that wait, those that were sent, and reasons of those that were withdrawn. */
let waiting: string[];
let sent: string[];
let withdrawn: string[];
let isBusy: boolean;
let send: () => Promise<void>;
let onUnlocked: () => void;
let queue: MessageQueue;

function sessionsOf(): Sessions {
  const held = {
    conversation: { waiting: { get: (id: string) => (waiting.includes(id) ? { text: id } : undefined) } },
  };
  return {
    locks: {
      has: () => isBusy,
      onChanged: (listener: (session: string) => void) => {
        onUnlocked = () => listener(S);
        return () => {};
      },
    },
    index: { onRead: () => () => {}, all: () => [{ id: S }], waiting: () => [...waiting], summary: async () => ({}) },
    conversations: { hold: async () => ({ ...held, release: () => {} }) },
    readList: () => {},
    sendQueued: async (_session: string, message: string) => {
      await send();
      waiting = waiting.filter((one) => one !== message);
      sent.push(message);
    },
  } as unknown as Sessions;
}

beforeEach(() => {
  [waiting, sent, withdrawn, isBusy] = [[], [], [], false];
  send = async () => {};
  const append = async (type: string, { queued = '', reason = '' }: { queued?: string; reason?: string }) => {
    if (type === 'message.withdrawn') {
      waiting = waiting.filter((one) => one !== queued);
      withdrawn.push(`${queued}: ${reason}`);
      return { id: 'withdrawal' };
    }
    const id = `m${waiting.length + sent.length}`;
    waiting.push(id);
    return { id };
  };
  const read = async function* () {
    yield* sent.map((id) => ({ id, type: 'message.queued' }));
  };
  queue = new MessageQueue(sessionsOf(), {
    ledger: { session: async () => ({ append, read }), content: {} },
    models: { profileOf: () => ({}), usual: () => ({}) },
    workspaceOf: async () => '/w',
    log: silentLogger,
  } as unknown as ChatOptions);
});
afterEach(() => queue[Symbol.asyncDispose]());

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test('what waits is sent in its order, one when another has ended', async () => {
  [waiting, isBusy] = [['a', 'b'], true];
  queue.resume();
  await settled();
  expect(sent).toEqual([]);
  isBusy = false;
  send = async () => {
    isBusy = true;
  };
  onUnlocked();
  await settled();
  expect(sent).toEqual(['a']);
  expect(queue.ahead(S, 'b')).toBe(1);
  isBusy = false;
  onUnlocked();
  await settled();
  expect(sent).toEqual(['a', 'b']);
});

test('nothing is sent as long as one of those who asked for a pause needs it', async () => {
  waiting = ['a'];
  const [first, second] = [queue.pause(S), queue.pause(S)];
  second();
  second();
  await settled();
  expect(sent).toEqual([]);
  first();
  await vi.waitFor(() => expect(sent).toEqual(['a']));
});

test('a message that cannot be sent is withdrawn with the reason, and what is behind it goes on', async () => {
  waiting = ['a', 'b'];
  let isFirst = true;
  send = async () => {
    const fails = isFirst;
    isFirst = false;
    if (fails) throw new AppError('UNAVAILABLE', 'No model', { advice: 'Connect one' });
  };
  queue.resume();
  await settled();
  onUnlocked();
  await settled();
  expect([withdrawn, sent]).toEqual([['a: No model. Connect one'], ['b']]);
});

test('a message in whose way something else has begun waits on', async () => {
  waiting = ['a'];
  send = async () => {
    throw new AppError('CONFLICT', 'Something runs');
  };
  queue.resume();
  await settled();
  expect([withdrawn, waiting]).toEqual([[], ['a']]);
});

test('what is withdrawn is not sent, and what was sent is not withdrawn', async () => {
  [waiting, isBusy] = [['a', 'b'], true];
  const why = { by: 'person', reason: 'Not any more' } as const;
  expect(await queue.withdraw(S, 'a', why)).toMatchObject({ text: 'a' });
  isBusy = false;
  onUnlocked();
  await settled();
  expect(sent).toEqual(['b']);
  await expect(queue.withdraw(S, 'b', why)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(queue.withdraw(S, 'x', why)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(withdrawn).toEqual(['a: Not any more']);
});

test('all that waits is withdrawn, each once', async () => {
  [waiting, isBusy] = [['a', 'b', 'c'], true];
  await queue.clear(S, 'It was rewound');
  expect(withdrawn).toEqual(['a: It was rewound', 'b: It was rewound', 'c: It was rewound']);
});

test('nothing is sent, and nothing taken, once it is closed', async () => {
  waiting = ['a'];
  await queue[Symbol.asyncDispose]();
  queue.resume();
  onUnlocked();
  queue.pause(S)();
  await settled();
  expect([sent, waiting]).toEqual([[], ['a']]);
});

test('an empty message, and one that is too long, is refused before it is recorded', async () => {
  for (const text of ['', ' \n', 'x'.repeat(10_000_000)]) {
    await expect(queue.enqueue(S, { text })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  }
  expect(waiting).toEqual([]);
});
