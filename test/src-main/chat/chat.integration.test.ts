import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SessionLedger } from '#ledger';
import type { ModelEvent } from '#llm';
import { Conversation } from '../../../src-main/chat/conversation/conversation.ts';
import { plainTool } from '../../support/plain-tool.ts';
import { call, calls, fails, says, scriptedClient } from '../../support/scripted-client.ts';
import { Stopwatch, waitsBeyond } from '../../support/time-taken.ts';
import { type ChatWorkbench, chatWorkbench } from './chat-workbench.ts';
import { commandRan, follow, reply, requested, rethrow, settled, setUp } from './conversation-workbench.ts';

const IS_LONG = process.env.SIGMA_TEST_LONG === '1';
const STOP_MS = 200;

type Step = (context: {
  conversation: Conversation;
  session: SessionLedger;
  state: State;
}) => Promise<unknown> | undefined;
interface State {
  request: string | undefined;
  called: string | undefined;
  calls: number;
}

const callId = (state: State) => `c${state.calls}`;
const piece = fc.oneof(fc.string({ maxLength: 20 }), fc.constant('x'.repeat(9000)), fc.constant('y'.repeat(17_000)));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>(({ session }) => session.append('message.user', { text: 'hi' }, { turn: 't' })),
  fc.constant<Step>(async ({ session, state }) => {
    state.request = (await session.append('llm.requested', requested)).id;
  }),
  {
    weight: 4,
    arbitrary: piece.map<Step>((text) => ({ conversation, state }) => {
      conversation.replyText(state.request ?? '', text);
      return undefined;
    }),
  },
  fc.string().map<Step>((note) => ({ conversation, state }) => {
    conversation.replyNote(state.request ?? '', note);
    return undefined;
  }),
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('tool-calls', 'failed', 'cancelled')
      .map<Step>((finish) => async ({ session, state }) => {
        state.calls += 1;
        const call = { callId: callId(state), tool: 't', arguments: '{}' };
        const data = { ...reply(finish === 'tool-calls' ? [call] : []), finish: finish as 'failed' };
        await session.append('llm.replied', data, { cause: state.request });
      }),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Step>(async ({ session, state }) => {
      const data = { callId: callId(state), tool: 't', arguments: { command_line: 'ls' } };
      state.called = (await session.append('tool.called', data)).id;
    }),
  },
  {
    weight: 4,
    arbitrary: piece.map<Step>((text) => ({ conversation, state }) => {
      conversation.callOutput(callId(state), text);
      return undefined;
    }),
  },
  fc.constant<Step>(({ session, state }) =>
    session.append('command.ran', { ...commandRan, notWatched: [] }, { cause: state.called }),
  ),
  fc.constantFrom('done', 'cancelled').map<Step>(
    (outcome) =>
      ({ session, state }) =>
        session.append('tool.returned', { callId: callId(state), tool: 't', content: 'r', outcome: outcome as 'done' }),
  ),
  fc.constant<Step>(({ conversation }) => {
    conversation.settle();
    return undefined;
  }),
  fc.constant<Step>(({ conversation }) => {
    conversation.announce('error', 'disk full');
    return undefined;
  }),
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 0, max: 30 })
      .map<Step>((ms) => () => new Promise((resolve) => setTimeout(resolve, ms))),
  },
);

test('whenever a reader joins, the snapshot and the updates after it make the same conversation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 5, maxLength: 60 }), async (steps) => {
      const { ledger, session, open } = await setUp();
      await using _ = ledger;
      using conversation = await open();
      const state: State = { request: undefined, called: undefined, calls: 0 };
      const readers = [follow(conversation)];
      for (const [take, joins] of steps) {
        await take({ conversation, session, state });
        if (joins) readers.push(follow(conversation));
        if (joins && readers.length > 6) readers.shift()?.leave();
      }
      await settled();
      readers.push(follow(conversation));

      for (const reader of readers) expect(reader.items).toEqual(conversation.items);
    }),
    { numRuns: IS_LONG ? 1000 : 60 },
  );
}, 240_000);

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const oneCall = fc.record({
  callId: fc.constantFrom('a', 'b', ''),
  tool: fc.constantFrom('good', 'bad', 'broken', 'unknown'),
  arguments: fc.oneof(fc.json(), text),
});
const scriptedReply: fc.Arbitrary<ModelEvent[]> = fc.oneof(
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
type Act = (bench: ChatWorkbench, session: string) => Promise<unknown>;

/** Generator of the person's actions: a message, the same again, and what Shell mode does to the history. */
const deed: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: text
      .filter((one) => one.trim() !== '')
      .map<Act>(
        (words) =>
          ({ app }, session) =>
            app.api.send({ session, text: words }),
      ),
  },
  fc.constant<Act>(({ app }, session) => app.api.retry({ session })),
  text.map<Act>(
    (label) =>
      ({ app }, session) =>
        app.chat.addPending(session, { kind: 'push', label, text: label }),
  ),
  fc.nat(2).map<Act>(
    (index) =>
      ({ app }, session) =>
        app.chat.dropPending(session, index),
  ),
  fc.constant<Act>(({ app }, session) => app.api.compact({ session })),
  fc.constant<Act>(({ app }, session) => app.api.reset({ session })),
);
const EXPECTED = ['CONFLICT', 'NOT_FOUND', 'UNAVAILABLE'];
/** Generator of context sizes above and below what the script's replies use. */
const contexts = fc.constantFrom(15, 1_000_000);

const tools = [
  plainTool('good'),
  plainTool('bad', { run: async () => ({ outcome: 'failed', content: 'exit 1' }) }),
  plainTool('broken', { run: async () => Promise.reject(new Error('a fault')) }),
];

test('opened again, a session has the same conversation, and the model is sent the same', async () => {
  const scripts = fc.array(scriptedReply, { maxLength: 12 });
  const deeds = fc.array(deed, { minLength: 1, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(scripts, deeds, contexts, async (replies, done, context) => {
      let answers = 0;
      const answer = () => {
        answers += 1;
        return answers % 3 === 0 ? ({ verdict: 'refuse' } as const) : ({ verdict: 'allow' } as const);
      };
      await using bench = await chatWorkbench({
        profiles: [{ name: 'p', client: scriptedClient(replies), context }],
        tools,
        answer,
        maxRounds: 3,
      });
      const session = await bench.session();
      const grown = await Conversation.open(bench.ledger, session, { since: 0, onError: rethrow });
      // Held by a reader, so that what is compared grew in the app event by event.
      const reader = (await bench.app.api.conversation({ session }))[Symbol.asyncIterator]();
      await reader.next();
      for (const act of done) {
        await act(bench, session).catch((error: { code?: string }) => expect(EXPECTED).toContain(error.code));
        await bench.idle();
      }
      const shown = await bench.items(session);
      const events = await bench.events(session);

      await bench.restart();

      const fresh = await Conversation.open(bench.app.ledger, session, { since: 0, onError: rethrow });
      expect(fresh.messages()).toEqual(grown.messages());
      expect(fresh.pending(false)).toEqual(grown.pending(false));
      expect(fresh.spending.meter).toEqual(grown.spending.meter);
      expect(fresh.items).toEqual(grown.items);
      expect(await bench.items(session)).toEqual(shown);
      expect(fresh.items).toEqual(shown);
      expect(await bench.events(session)).toEqual(events);
      await reader.return?.();
    }),
    { numRuns: IS_LONG ? 1000 : 100 },
  );
}, 240_000);

test('stopped at any moment, a turn is over within 200 ms and starts no tool afterwards', async () => {
  const rounds = IS_LONG ? 200 : 20;
  const random = seeded(20261121);
  const late: string[] = [];
  const waits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let isStopped = false;
    const quick = plainTool('quick', {
      run: async (_, { signal }) => {
        if (isStopped) late.push(`round ${round}`);
        await pause(random() * 5, signal);
        return { outcome: signal.aborted ? 'failed' : 'done', content: 'x'.repeat(1000) };
      },
    });
    const client = scriptedClient(
      Array.from(
        { length: 40 },
        () =>
          async function* () {
            await pause(random() * 5);
            yield* calls(call('quick', {}, 'a'), call('quick', {}, 'b'));
          },
      ),
    );
    await using bench = await chatWorkbench({ client, tools: [quick], answer: () => ({ verdict: 'allow' }) });
    const session = await bench.session();
    await bench.app.api.send({ session, text: 'go' });
    await pause(random() * 120);
    isStopped = true;
    using stopwatch = new Stopwatch();
    await bench.app.api.stop({ session });
    expect(bench.app.chat.running()).toEqual([]);
    waits.push(stopwatch.ms);
    const requests = client.requests.length;
    await pause(15);
    expect(client.requests).toHaveLength(requests);
    const open = (await bench.items(session)).filter((item) => 'state' in item && isOpen(item.state));
    expect(open).toEqual([]);
  }

  expect(late).toEqual([]);
  expect(waitsBeyond(STOP_MS, waits)).toEqual([]);
}, 120_000);

function isOpen(state: string): boolean {
  return ['waiting', 'streaming', 'checking', 'running', 'interrupted'].includes(state);
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
