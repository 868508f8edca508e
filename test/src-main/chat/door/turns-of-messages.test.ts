import { expect, test } from 'vitest';
import type { TurnProgress } from '#contract';
import { Deferred } from '#core/async/deferred';
import { fullDiskLedger } from '../../../support/full-disk-ledger.ts';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, fails, hangsAfter, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench, until } from '../chat-workbench.ts';

/** The smallest PNG: one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Collects everything that becomes of a message. */
async function told(progress: AsyncIterable<TurnProgress>): Promise<TurnProgress[]> {
  const all: TurnProgress[] = [];
  for await (const one of progress) all.push(one);
  return all;
}

const allow = () => ({ verdict: 'allow' }) as const;
const withoutSystem = <T extends { readonly role: string }>(messages: readonly T[] = []) =>
  messages.filter(({ role }) => role !== 'system');

test('two calls of one reply come back as one message with both results after it, in the order of the calls', async () => {
  const client = scriptedClient([calls(call('look', { at: 1 }, 'a'), call('look', { at: 2 }, 'b')), says('both')]);
  await using bench = await chatWorkbench({ client, tools: [plainTool('look')], answer: allow });
  const session = await bench.session();
  const { message } = await bench.app.chat.enqueue(session, { text: 'go' });
  await told(bench.app.chat.follow(session, message));

  expect(withoutSystem(client.requests[1]?.messages)).toMatchObject([
    { role: 'user', text: 'go' },
    { role: 'assistant', calls: [{ callId: 'a' }, { callId: 'b' }] },
    { role: 'tool', callId: 'a' },
    { role: 'tool', callId: 'b' },
  ]);
});

test.each([
  ['before anything came', [fails('server', 'It answered 500')]],
  ['in the middle of its words', [{ type: 'text', text: 'half' } as const, fails('server', 'It answered 500')]],
])('a service that fails %s is told, and the next request has no message without an answer', async (_, reply) => {
  const client = scriptedClient([reply, says('fine')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  const { chat } = bench.app;
  const first = await chat.enqueue(session, { text: 'first' });
  const second = await chat.enqueue(session, { text: 'second' });

  const failed = await told(chat.follow(session, first.message));
  expect(failed.at(-1)).toMatchObject({ kind: 'ended', outcome: 'failed', error: 'It answered 500' });
  expect((await told(chat.follow(session, second.message))).at(-1)).toMatchObject({ outcome: 'done', text: 'fine' });
  expect(withoutSystem(client.requests[1]?.messages)).toEqual([{ role: 'user', text: 'second' }]);
  expect(await bench.items(session)).toContainEqual(
    expect.objectContaining({ kind: 'user', text: 'first', isForgotten: true }),
  );
});

test('a model that always asks for a tool is stopped at the limit of rounds, with a message', async () => {
  const client = scriptedClient(Array.from({ length: 9 }, (_, at) => calls(call('look', {}, `c${at}`))));
  await using bench = await chatWorkbench({
    client,
    tools: [plainTool('look')],
    maxRounds: 3,
    answer: ({ subject }) => (subject.kind === 'rounds' ? { verdict: 'refuse', reason: 'enough' } : allow()),
  });
  const session = await bench.session();
  const { message } = await bench.app.chat.enqueue(session, { text: 'go' });
  const all = await told(bench.app.chat.follow(session, message));

  expect(client.requests).toHaveLength(3);
  expect(all.at(-1)?.kind).toBe('ended');
  expect(await bench.items(session)).toContainEqual(
    expect.objectContaining({ kind: 'notice', text: expect.stringContaining('replied 3 times in this turn') }),
  );
});

test('a stop ends the tool that runs, and the turn is told as cancelled', async () => {
  let hasEnded = false;
  const tool = plainTool('look', {
    run: async (_, { signal }) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      hasEnded = true;
      return { outcome: 'failed', content: 'Stopped' };
    },
  });
  const client = scriptedClient([calls(call('look')), says('never')]);
  await using bench = await chatWorkbench({ client, tools: [tool], answer: allow });
  const session = await bench.session();
  const { chat } = bench.app;
  const { message } = await chat.enqueue(session, { text: 'go' });
  const following = told(chat.follow(session, message));
  await until(() => tool.runs.length === 1);
  const before = performance.now();

  await chat.stop(session);

  expect(performance.now() - before).toBeLessThan(1000);
  expect(hasEnded).toBe(true);
  expect((await following).at(-1)).toMatchObject({ kind: 'ended', outcome: 'cancelled' });
  expect(client.requests).toHaveLength(1);
});

test('a message that waits in a session which is removed is withdrawn with that reason', async () => {
  // Neither that it is sent nor that it is not can be recorded, so that it waits.
  let isFull = true;
  const refused = new Set<string>();
  await using bench = await chatWorkbench({
    client: scriptedClient([says('never')]),
    ledger: (real) =>
      fullDiskLedger(real, (type) => {
        const isRefused = isFull && (type === 'message.user' || type === 'message.withdrawn');
        if (isRefused) refused.add(type);
        return isRefused;
      }),
  });
  const session = await bench.session();
  const { chat, api } = bench.app;
  const { message } = await chat.enqueue(session, { text: 'go' });
  await until(() => refused.has('message.withdrawn'));
  await bench.idle();
  isFull = false;
  const record: unknown[] = [];
  const leave = bench.app.ledger.onAppended((event) => {
    if (event.type === 'message.withdrawn') record.push(event.data);
  });
  await api.remove({ session });
  leave();

  expect(record).toEqual([{ queued: message, by: 'app', reason: 'The session was removed before it could be sent' }]);
});

test('images are refused before they wait, and a message whose model takes none by then is withdrawn', async () => {
  let isTaken = false;
  const hanging = hangsAfter('hm', () => {
    isTaken = true;
  });
  const sees = { name: 'ada', client: scriptedClient([hanging]), images: true };
  const blind = { name: 'bob', client: scriptedClient([]), images: false };
  await using bench = await chatWorkbench({ profiles: [sees, blind] });
  const session = await bench.session();
  const { chat } = bench.app;
  const image = await chat.keepImage({ data: PNG, name: 'dot.png' });
  await chat.enqueue(session, { text: 'first', profile: 'ada' });
  await until(() => isTaken);
  await expect(chat.enqueue(session, { text: 'look', images: [image], profile: 'bob' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: "bob's model does not take images",
  });
  const waits = await chat.enqueue(session, { text: 'look', images: [image], profile: 'ada' });

  await bench.restart({ profiles: [{ ...sees, client: scriptedClient([]), images: false }] });
  bench.app.chat.resume();
  const all = await told(bench.app.chat.follow(session, waits.message));

  expect(all.at(-1)).toMatchObject({
    kind: 'withdrawn',
    reason: expect.stringMatching(/^ada's model does not take images\. /),
  });
  expect(await bench.items(session)).toContainEqual(
    expect.objectContaining({ kind: 'user', text: 'look', images: [image], notSent: expect.any(String) }),
  );
});

test.each([
  ['shorter', 'k1-abc7x'],
  ['longer', 'k1-abcdefghijklmnopqrstuvwxyz-0123456789'],
])(
  'a secret in a reply that is %s than what is put for it is in none of its parts, and no other word is',
  async (_, secret) => {
    const seen = new Deferred<void>();
    const text = `The key ${secret} works. All is well.`;
    const pieces = [text.slice(0, 12), text.slice(12, -13), text.slice(-13)];
    const client = scriptedClient([
      async function* () {
        for (const piece of pieces.slice(0, 2)) yield { type: 'text', text: piece };
        await seen.promise;
        yield { type: 'text', text: pieces[2] ?? '' };
        yield* says(text).slice(-1);
      },
    ]);
    await using bench = await chatWorkbench({ client });
    bench.ledger.redactor.add(secret);
    const session = await bench.session();
    const { message } = await bench.app.chat.enqueue(session, { text: 'go' });

    const parts: string[] = [];
    for await (const progress of bench.app.chat.follow(session, message)) {
      if (progress.kind !== 'text') continue;
      parts.push(progress.text);
      if (parts.join('').includes(' works.')) seen.resolve();
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe('The key [secret removed] works. All is well.');
  },
);
