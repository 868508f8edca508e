import { expect, test } from 'vitest';
import type { KeyPort } from '#llm';
import { type Script, scriptedModelServer, streamedReply } from '../../../support/scripted-model-server.ts';
import { clientsWith, keysOf, profileAt } from '../../llm/clients-fixture.ts';
import { type BenchProfile, chatWorkbench, until } from '../chat-workbench.ts';

interface ServedOptions extends Partial<Omit<BenchProfile, 'client'>> {
  readonly concurrency?: number;
  readonly keys?: KeyPort;
  readonly model?: string;
}

/** Chat with one profile at a scripted server. */
async function served(script: readonly Script[], { keys, concurrency = 1, model = 'm', ...more }: ServedOptions = {}) {
  const server = await scriptedModelServer(script, keys ? { key: 'right-key' } : {});
  const clients = clientsWith({ keys: keys ?? keysOf() });
  const client = clients.clientFor(profileAt(server.baseUrl, { concurrency, model }));
  const profile: BenchProfile = { name: 'p', client, ...more };
  const bench = await chatWorkbench({ profiles: [profile] });
  return {
    server,
    bench,
    [Symbol.asyncDispose]: async () => {
      for (const owned of [bench, clients, server]) await owned[Symbol.asyncDispose]();
    },
  };
}

const messagesOf = (body: unknown) => (body as { messages: { role: string; content: string }[] }).messages;

test('a request has the model, the history and top_p 0.25, and asks for the usage', async () => {
  await using it = await served([{ text: 'Hi' }], { model: 'gpt-4o', prompt: 'Be brief.' });
  const session = await it.bench.session();
  await it.bench.turn(session, 'Hello');
  const body = it.server.completions[0]?.body;
  expect(body).toMatchObject({ model: 'gpt-4o', top_p: 0.25, stream: true, stream_options: { include_usage: true } });
  expect(messagesOf(body)).toEqual([
    { role: 'system', content: expect.stringContaining('\n\nBe brief.\n\nOperating system:') },
    { role: 'user', content: 'Hello' },
  ]);
});

test('a server that vanishes in mid-stream: what came is shown, the message is undone, and it can be asked again', async () => {
  const bytes = Math.floor(Buffer.byteLength(streamedReply({ text: 'A long answer that is cut' })) / 2);
  const vanishing: Script = { text: 'A long answer that is cut', cut: { bytes, how: 'reset' } };
  await using it = await served([{ text: 'one' }, vanishing, vanishing, { text: 'three' }]);
  const { bench, server } = it;
  const session = await bench.session();
  await bench.turn(session, 'first');
  await bench.turn(session, 'second');
  const item = (await bench.items(session)).findLast(({ kind }) => kind === 'assistant');
  expect(item).toMatchObject({ state: 'interrupted', text: expect.stringMatching(/^A long/), canRetry: true });

  await bench.app.api.retry({ session });
  await bench.idle();
  await bench.turn(session, 'third');

  const contents = messagesOf(server.completions.at(-1)?.body).map(({ content }) => content);
  expect(contents.slice(1)).toEqual(['first', 'one', 'third']);
});

test('after a 401 the key is asked for and the turn goes on; without one the reply fails with the server’s words', async () => {
  const asked: string[] = [];
  const unauthorized = async (_: unknown, used: string) => {
    asked.push(used);
    return asked.length === 1 ? 'right-key' : undefined;
  };
  await using it = await served([{ text: 'Hi' }], { keys: keysOf('wrong-key', { unauthorized }) });
  const session = await it.bench.session();
  await it.bench.turn(session, 'one');
  await it.bench.turn(session, 'two');
  const assistants = (await it.bench.items(session)).filter(({ kind }) => kind === 'assistant');
  expect(assistants).toMatchObject([
    { state: 'complete', text: 'Hi' },
    { state: 'failed', note: expect.stringContaining('Incorrect API key') },
  ]);
  expect(JSON.stringify(await it.bench.events(session))).not.toMatch(/wrong-key|right-key/);
});

test('fifty sessions on one profile are all answered, never more at once than it may', async () => {
  let now = 0;
  let most = 0;
  const reply: Script = () => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
    }, 4);
    return { text: 'served', delayMs: 5, seed: 3 };
  };
  await using it = await served(
    Array.from({ length: 50 }, () => reply),
    { concurrency: 3 },
  );
  const { bench } = it;
  const sessions = await Promise.all(Array.from({ length: 50 }, () => bench.session()));
  await Promise.all(sessions.map((session) => bench.app.api.send({ session, text: `hello from ${session}` })));
  await expect.poll(() => bench.app.chat.running().length, { timeout: 30_000 }).toBe(0);
  for (const session of sessions) {
    expect((await bench.items(session)).at(-1)).toMatchObject({ kind: 'assistant', text: 'served' });
  }
  expect(most).toBeLessThanOrEqual(3);
}, 40_000);

test('a session that waits for its place says so, and stopping it takes it out of the queue', async () => {
  await using it = await served([{ isSilent: true }, { text: 'third' }]);
  const { bench, server } = it;
  const [first, second, third] = [await bench.session(), await bench.session(), await bench.session()];
  await bench.app.api.send({ session: first, text: 'a' });
  await until(() => server.completions.length === 1);
  await bench.app.api.send({ session: second, text: 'b' });
  await expect
    .poll(async () => (await bench.items(second)).at(-1))
    .toMatchObject({ state: 'waiting', note: 'One other request uses profile p; waiting for a place' });
  await bench.app.api.send({ session: third, text: 'c' });
  await bench.app.api.stop({ session: second });
  await bench.app.api.stop({ session: first });
  await bench.idle();
  expect((await bench.items(third)).at(-1)).toMatchObject({ text: 'third' });
  expect(server.completions).toHaveLength(2);
});

test('a compaction and a summary wait for their place like any other request', async () => {
  const usage = { prompt: 9000, completion: 5 };
  await using it = await served([{ text: 'one', usage }, { text: 'short summary' }, { text: 'two' }], {
    context: 2000,
  });
  const session = await it.bench.session();
  await it.bench.turn(session, 'a');
  await it.bench.turn(session, 'b');
  const sent = it.server.completions.map(({ body }) =>
    messagesOf(body)
      .slice(1)
      .map(({ content }) => content),
  );
  expect(sent[1]).toEqual(['a', 'one', expect.stringContaining('Condense our conversation')]);
  expect(it.server.completions[1]?.body).not.toHaveProperty('tools');
  expect(sent[2]).toEqual(['Context from the earlier discussion:\n\nshort summary\n\n---\n\nUser Request:\nb']);
});
