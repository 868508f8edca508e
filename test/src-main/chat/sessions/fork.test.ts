import { expect, test } from 'vitest';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, says, scriptedClient } from '../../../support/scripted-client.ts';
import { type ChatWorkbench, chatWorkbench } from '../chat-workbench.ts';

const allow = () => ({ verdict: 'allow' }) as const;

const words = (client: ReturnType<typeof scriptedClient>, request: number) =>
  client.requests[request]?.messages.slice(1).map((one) => ('text' in one ? one.text : one.content));

const messageOf = async (bench: ChatWorkbench, session: string, text: string) =>
  (await bench.items(session)).find((item) => item.kind === 'user' && item.text === text)?.id ?? '';

async function setUp() {
  const client = scriptedClient([calls(call('look')), says('one'), says('two'), says('three')]);
  const bench = await chatWorkbench({ client, tools: [plainTool('look')], answer: allow });
  const session = await bench.session();
  for (const text of ['first', 'second']) await bench.turn(session, text);
  return { client, bench, session };
}

test('a fork begins with the conversation up to a message, and its record outlives the other', async () => {
  const { client, bench, session } = await setUp();
  await using _ = bench;
  const before = await messageOf(bench, session, 'second');
  const fork = await bench.app.api.fork({ session, before });
  expect(fork).toMatchObject({ title: 'Fork of first', messages: 3, forkOf: { session, title: 'first', before } });
  expect(fork.usage.total).toBe(0);

  await bench.app.api.remove({ session });
  await bench.app.api.erase({ session });
  const items = await bench.items(fork.id);
  expect(items.map(({ kind }) => kind)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  await bench.turn(fork.id, 'on its own');
  expect(words(client, 3)).toEqual(['first', '', 'look ran', 'one', 'on its own']);
});

test('a fork of a whole conversation has all that is part of it now, and a fork of a fork, too', async () => {
  const { client, bench, session } = await setUp();
  await using _ = bench;
  const fork = await bench.app.api.fork({ session });
  const again = await bench.app.api.fork({ session: fork.id });
  expect(again.title).toBe('Fork of Fork of first');
  await bench.turn(again.id, 'third');
  expect(words(client, 3)).toEqual(['first', '', 'look ran', 'one', 'second', 'two', 'third']);
});

test('a message that is not there cannot be forked from', async () => {
  const { bench, session } = await setUp();
  await using _ = bench;
  await expect(bench.app.api.fork({ session, before: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await bench.app.chat.summaries()).toHaveLength(1);
});

test.each([
  ['read-only', 'workspace', 'read-only'],
  ['ask', 'edits', 'ask'],
  ['workspace', 'edits', 'edits'],
  ['workspace', 'read-only', 'read-only'],
] as const)('a fork of a session that is %s, where new ones are %s, is %s', async (mode, permission, expected) => {
  const { bench, session } = await setUp();
  await using _ = bench;
  await (await bench.app.ledger.session(session)).append('session.permission', { mode });
  await bench.restart({ permission: () => permission });
  expect(await bench.app.api.fork({ session })).toMatchObject({ permission: expected });
});
