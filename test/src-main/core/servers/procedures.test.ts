import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { createRouterClient, ORPCError, type RouterClient } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { expect, test } from 'vitest';
import { AppError } from '../../../../src-main/core/app-error.ts';
import { Deferred } from '../../../../src-main/core/async/deferred.ts';
import { os } from '../../../../src-main/core/servers/procedures.ts';

function clientThatFailsWith(error: unknown) {
  const bugs: { error: unknown; procedure: string }[] = [];
  const router = os.sessions.router({
    ...os.sessions,
    stop: os.sessions.stop.handler(() => {
      throw error;
    }),
  } as never);
  const client = createRouterClient(router as never, {
    path: ['sessions'],
    context: { reportBug: (bug: unknown, procedure: string) => bugs.push({ error: bug, procedure }) } as never,
  }) as unknown as { stop(input: unknown): Promise<void> };
  return { stop: (input: unknown = { session: 's1' }) => client.stop(input), bugs };
}

test('an expected failure crosses with its code, message and detail', async () => {
  const { stop, bugs } = clientThatFailsWith(new AppError('NOT_FOUND', 'No session s1', { advice: 'Choose another.' }));

  await expect(stop()).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'No session s1',
    data: { advice: 'Choose another.' },
  });
  expect(bugs).toEqual([]);
});

test('a bug is reported where it happened and crosses without its text', async () => {
  const bug = new TypeError('secret path /etc/x');
  const { stop, bugs } = clientThatFailsWith(bug);

  const failure = await stop().catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(ORPCError);
  expect(failure).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  expect((failure as Error).message).not.toContain('secret');
  expect(bugs).toEqual([{ error: bug, procedure: 'sessions.stop' }]);
});

/** A stream of the app's over a port, which gives one piece and then `end`s. */
async function streamThatEnds(end: (signal: AbortSignal | undefined) => unknown) {
  const bugs: { error: unknown; procedure: string }[] = [];
  const left = new Deferred<void>();
  const exported = os.activity.exported.handler(async function* ({ signal }) {
    try {
      yield 'piece';
      await end(signal);
    } finally {
      left.resolve();
    }
  });
  const router = { activity: { exported } };
  const { port1, port2 } = new MessageChannel();
  const reportBug = (error: unknown, procedure: string) => bugs.push({ error, procedure });
  new RPCHandler(router as never).upgrade(port1 as never, { context: { reportBug } as never });
  for (const port of [port1, port2]) port.start();
  const client: RouterClient<typeof router> = createORPCClient(new RPCLink({ port: port2 as never }));
  return {
    bugs,
    left: left.promise,
    read: async (signal = new AbortController().signal) => {
      const pieces: string[] = [];
      for await (const piece of await client.activity.exported({ format: 'json' }, { signal })) pieces.push(piece);
      return pieces;
    },
    [Symbol.dispose]: () => port1.close(),
  };
}

test('a stream that fails after it began says why, as a procedure does', async () => {
  using stream = await streamThatEnds(() => {
    throw new AppError('UNAVAILABLE', 'The record cannot be read', { where: '/r.jsonl', advice: 'Look at the disk.' });
  });

  await expect(stream.read()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The record cannot be read',
    data: { where: '/r.jsonl', advice: 'Look at the disk.' },
  });
  expect(stream.bugs).toEqual([]);
});

test('a bug in a stream is reported, and crosses without its text', async () => {
  const bug = new TypeError('secret path /etc/x');
  using stream = await streamThatEnds(() => {
    throw bug;
  });

  const failure = await stream.read().catch((error: unknown) => error);

  expect(failure).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: expect.stringContaining('the app log') });
  expect(stream.bugs).toEqual([{ error: bug, procedure: 'activity.exported' }]);
});

test('a stream whose reader has left is no bug, and what it held is let go', async () => {
  const leaving = new AbortController();
  using stream = await streamThatEnds(async (signal) => {
    leaving.abort();
    await once(signal as AbortSignal, 'abort');
    throw new Error('cut short');
  });

  await expect(stream.read(leaving.signal)).rejects.toThrow();
  await stream.left;
  await setImmediate();
  expect(stream.bugs).toEqual([]);
});

test('input that does not fit the contract never reaches the handler', async () => {
  const { stop, bugs } = clientThatFailsWith(new Error('reached'));

  await expect(stop({ session: '../etc' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(bugs).toEqual([]);
});
