import { expect, onTestFinished, test, vi } from 'vitest';
import type { Ledger } from '#ledger';
import type { Conversation } from '../../../../src-main/chat/conversation/conversation.ts';
import { SharedConversations } from '../../../../src-main/chat/conversation/shared-conversations.ts';
import { says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench } from '../chat-workbench.ts';

/** The ledger with a count of the events that were read from it. */
function counting(real: Ledger, read: { events: number }): Ledger {
  return {
    ...real,
    content: real.content,
    session: async (id) => {
      const session = await real.session(id);
      return {
        session: session.session,
        append: (type, data, options) => session.append(type, data, options),
        add: (type, data, options) => session.add(type, data, options),
        lines: (options) => session.lines(options),
        checkAnchor: () => session.checkAnchor(),
        read: async function* (options) {
          for await (const event of session.read(options)) {
            read.events += 1;
            yield event;
          }
        },
      };
    },
  };
}

test('turns of a session that nobody reads do not read its record again for each of them', async () => {
  const read = { events: 0 };
  const client = scriptedClient(Array.from({ length: 8 }, () => [says('Yes')]).flat());
  await using bench = await chatWorkbench({ client, ledger: (real) => counting(real, read) });
  const session = await bench.session();
  await bench.turn(session, 'first');
  await bench.items(session);

  const before = read.events;
  for (const text of ['second', 'third', 'fourth', 'fifth']) await bench.turn(session, text);

  expect(read.events - before).toBe(0);
  expect((await bench.items(session)).filter(({ kind }) => kind === 'user')).toHaveLength(5);
});

test('turns of many short sessions side by side do not read each record again', async () => {
  const read = { events: 0 };
  await using bench = await chatWorkbench({ ledger: (real) => counting(real, read) });
  const sessions = await Promise.all(Array.from({ length: 5 }, () => bench.session()));
  for (const session of sessions) await bench.items(session);

  const before = read.events;
  for (const session of sessions) await bench.items(session);

  expect(read.events - before).toBe(0);
});

/** Conversations by their length: which of them were opened and not disposed yet. */
function sharedOf(sizes: Readonly<Record<string, number>>) {
  const open = new Set<string>();
  const shared = new SharedConversations(async (session) => {
    open.add(session);
    const items = Array.from({ length: sizes[session] ?? 0 });
    // Nothing else of a conversation is asked for.
    return { items, [Symbol.dispose]: () => void open.delete(session) } as unknown as Conversation;
  });
  const visit = async (session: string) => {
    const held = await shared.hold(session);
    held.release();
    // What is dropped is disposed when its opening has settled.
    await Promise.resolve();
  };
  return { open, shared, visit };
}

test('of long conversations that nobody reads the memory is given back: only the last two are kept', async () => {
  const { open, shared, visit } = sharedOf({ a: 5000, b: 5000, c: 5000 });
  for (const session of ['a', 'b', 'c']) await visit(session);
  expect([...open]).toEqual(['b', 'c']);
  shared[Symbol.dispose]();
});

test('a long conversation is kept beside a short one, and makes room for no more', async () => {
  const { open, shared, visit } = sharedOf({ a: 10, b: 10, long: 5000, c: 10 });
  for (const session of ['a', 'b', 'long', 'c']) await visit(session);
  expect([...open]).toEqual(['long', 'c']);
  for (const session of ['a', 'b']) await visit(session);
  expect([...open]).toEqual(['c', 'a', 'b']);
  shared[Symbol.dispose]();
});

test('what nobody comes back to is given back after half a minute', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { open, visit } = sharedOf({ a: 10 });
  await visit('a');
  await vi.advanceTimersByTimeAsync(29_000);
  expect([...open]).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(2000);
  expect([...open]).toEqual([]);
});
