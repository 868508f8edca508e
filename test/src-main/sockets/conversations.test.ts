import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { Conversations } from '../../../src-main/sockets/conversations.ts';

test('of two that begin at the same moment, with room for one more, one is refused', async () => {
  const sessions = new Map<string | undefined, string>();
  const created = new Deferred<void>();
  let asked = 0;
  const conversations = new Conversations({
    socket: '/run/agent.sock',
    workspace: '/srv/agent',
    workspaceName: 'agent',
    attendance: () => ({ kind: 'attended' }),
    chat: {
      create: async () => {
        await created.promise;
        return { id: `session-${++asked}` };
      },
      attend: async () => {},
      attendanceOf: async () => ({ kind: 'attended' }),
    },
    remembered: {
      sessionOf: ({ key }) => sessions.get(key),
      has: () => true,
      count: () => 9_999 + sessions.size,
      remember: async ({ key, session }) => void sessions.set(key, session),
    },
  });
  const nobody = { channel: undefined, user: undefined, name: undefined };
  const begin = (conversation: string) => conversations.of({ conversation, ...nobody });
  const both = Promise.allSettled([begin('one'), begin('other')]);
  created.resolve();
  const [first, second] = await both;
  expect(first).toEqual({ status: 'fulfilled', value: 'session-1' });
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'LIMIT_EXCEEDED' } });
  expect(await begin('one')).toBe('session-1');
});
