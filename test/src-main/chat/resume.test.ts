import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import type { Ledger } from '#ledger';
import type { ModelEvent } from '#llm';
import { Conversation } from '../../../src-main/chat/conversation.ts';
import { plainTool } from '../../support/plain-tool.ts';
import { call, calls, fails, hangsAfter, says, scriptedClient } from '../../support/scripted-client.ts';
import { chatWorkbench, until } from './chat-workbench.ts';

const RUNS = process.env.SIGMA_TEST_LONG === '1' ? 300 : 25;

test('a crash while an approval waited: the call is interrupted, never run, and the model is told', async () => {
  const tool = plainTool('look');
  await using bench = await chatWorkbench({
    client: scriptedClient([calls(call('look', {}, 'a'), call('look', {}, 'b'))]),
    tools: [tool],
  });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  await bench.asked();

  const client = scriptedClient([says('I see')]);
  await bench.crash({ client, tools: [tool], answer: () => ({ verdict: 'allow' }) });

  const states = (await bench.items(session)).map((item) => ('state' in item ? item.state : item.kind));
  expect(states).toEqual(['user', 'complete', 'interrupted', 'interrupted']);
  expect(bench.app.approvals.waiting.value).toEqual([]);
  await bench.turn(session, 'what happened?');
  expect(tool.runs).toEqual([]);
  expect(client.requests[0]?.messages.slice(2)).toMatchObject([
    { role: 'assistant' },
    { role: 'tool', callId: 'a', content: expect.stringContaining('It was not run') },
    { role: 'tool', callId: 'b', content: expect.stringContaining('It was not run') },
    { role: 'user', text: 'what happened?' },
  ]);
});

test('a crash while a tool ran: the model is told that it may have taken effect', async () => {
  const tool = plainTool('endless', { run: () => new Promise(() => {}) });
  const answer = () => ({ verdict: 'allow' }) as const;
  await using bench = await chatWorkbench({ client: scriptedClient([calls(call('endless'))]), tools: [tool], answer });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  await until(() => tool.runs.length === 1);

  const client = scriptedClient([says('I see')]);
  await bench.crash({ client });
  await bench.app.api.retry({ session });
  await bench.idle();

  expect(client.requests[0]?.messages.at(-1)).toMatchObject({
    role: 'tool',
    content: expect.stringContaining('may have taken effect in part'),
  });
});

test('a crash while the model wrote: its reply is marked and can be asked for again', async () => {
  const first = scriptedClient([hangsAfter('Once upon')]);
  await using bench = await chatWorkbench({ client: first });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'a story' });
  await until(() => first.requests.length === 1);

  const client = scriptedClient([says('Once upon a time')]);
  await bench.crash({ client });

  expect((await bench.items(session))[1]).toMatchObject({ state: 'interrupted', canRetry: true });
  await bench.app.api.retry({ session });
  await bench.idle();
  expect(client.requests[0]?.messages).toEqual(first.requests[0]?.messages);
  expect((await bench.items(session)).slice(1)).toMatchObject([
    { state: 'interrupted', canRetry: false },
    { state: 'complete', text: 'Once upon a time' },
  ]);
});

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const oneCall = fc.record({
  callId: fc.constantFrom('a', 'b', ''),
  tool: fc.constantFrom('good', 'bad', 'broken', 'unknown'),
  arguments: fc.oneof(fc.json(), text),
});
const reply: fc.Arbitrary<ModelEvent[]> = fc.oneof(
  { weight: 4, arbitrary: text.map((words) => says(words)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(text, fc.array(oneCall, { minLength: 1, maxLength: 3 }), fc.constantFrom('tool-calls', 'length'))
      .map(([words, requested, finish]) => says(words, { calls: requested, finish: finish as 'length' })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(text, fc.constantFrom('broken-off', 'unreachable'))
      .map(([words, code]) => [...says(words).slice(0, -1), fails(code as 'unreachable', `it was ${code}`)]),
  },
  { weight: 1, arbitrary: text.map((refusal) => says('', { refusal })) },
);
/** What the person does: a message, or the same again. */
const deed = fc.oneof({ weight: 3, arbitrary: text.filter((one) => one.trim() !== '') }, fc.constant(undefined));

const tools = [
  plainTool('good'),
  plainTool('bad', { run: async () => ({ outcome: 'failed', content: 'exit 1' }) }),
  plainTool('broken', { run: async () => Promise.reject(new Error('a fault')) }),
];

test('opened again, a session has the same conversation, and the model is sent the same', async () => {
  const scripts = fc.array(reply, { maxLength: 12 });
  const deeds = fc.array(deed, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(scripts, deeds, async (replies, done) => {
      let answers = 0;
      const answer = () => {
        answers += 1;
        return answers % 3 === 0 ? ({ verdict: 'refuse' } as const) : ({ verdict: 'allow' } as const);
      };
      await using bench = await chatWorkbench({ client: scriptedClient(replies), tools, answer, maxRounds: 3 });
      const session = await bench.session();
      const grown = await Conversation.open(bench.ledger, session, rethrow);
      // Held by a reader, so that what is compared grew in the app event by event.
      const reader = (await bench.app.api.conversation({ session }))[Symbol.asyncIterator]();
      await reader.next();
      const { api } = bench.app;
      for (const words of done) {
        const begun = words === undefined ? api.retry({ session }) : api.send({ session, text: words });
        await begun.catch((error: { code?: string }) => expect(error.code).toBe('CONFLICT'));
        await bench.idle();
      }
      const shown = await bench.items(session);
      const events = await bench.events(session);

      await bench.restart();

      const fresh = await Conversation.open(bench.app.ledger, session, rethrow);
      expect(fresh.messages()).toEqual(grown.messages());
      expect(fresh.items).toEqual(grown.items);
      expect(await bench.items(session)).toEqual(shown);
      expect(fresh.items).toEqual(shown);
      expect(await bench.events(session)).toEqual(events);
      await reader.return?.();
    }),
    { numRuns: RUNS, seed: 7 },
  );
}, 240_000);

test('cut off after any event, a session opens with nothing left open and with a result for every call', async () => {
  const script = [
    calls(call('good', {}, 'a'), call('bad', {}, 'b'), call('good', {}, 'c')),
    calls(call('good', {}, 'a')),
    says('the end'),
  ];
  await using bench = await chatWorkbench({
    client: scriptedClient(script),
    tools,
    answer: () => ({ verdict: 'allow' }),
    maxRounds: 1,
  });
  const session = await bench.session();
  await bench.turn(session, 'go');
  const events = await bench.events(session);
  expect(events.length).toBeGreaterThan(25);

  for (let length = 0; length <= events.length; length++) {
    const conversation = await Conversation.open(ledgerOf(events.slice(0, length)), session, rethrow);
    const states = conversation.items.flatMap((item) => ('state' in item ? [item.state] : []));
    for (const open of ['waiting', 'streaming', 'checking', 'running']) expect(states).not.toContain(open);
    const messages = conversation.messages();
    const asked = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
    const answered = messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
    expect(answered).toEqual(asked.map(({ callId }) => callId));
  }
});

function ledgerOf(events: readonly AnyLedgerEvent[]): Ledger {
  const read = async function* () {
    yield* events;
  };
  return { onAppended: () => () => {}, session: async () => ({ read }) } as unknown as Ledger;
}

function rethrow(error: unknown): never {
  throw error;
}
