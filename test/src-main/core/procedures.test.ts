import { createRouterClient, ORPCError } from '@orpc/server';
import { expect, test } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { os } from '../../../src-main/core/procedures.ts';

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

test('input that does not fit the contract never reaches the handler', async () => {
  const { stop, bugs } = clientThatFailsWith(new Error('reached'));

  await expect(stop({ session: '../etc' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(bugs).toEqual([]);
});
