import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConversationItem, LedgerEventData, LedgerEventType } from '#contract';
import type { SessionLedger } from '#ledger';
import { Conversation } from '../../../src-main/chat/conversation.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import { fold } from './chat-workbench.ts';

const SESSION = 'session-1';
const RUNS = process.env.SIGMA_TEST_LONG === '1' ? 300 : 40;

type Append = <T extends LedgerEventType>(type: T, data: LedgerEventData<T>, cause?: string) => Promise<string>;

async function setUp() {
  const ledger = await temporaryLedger();
  const session = await ledger.session(SESSION);
  const append: Append = async (type, data, cause) => (await session.append(type, data, { turn: 't', cause })).id;
  return { ledger, session, append, open: () => Conversation.open(ledger, SESSION, rethrow) };
}

/** A reader as the renderer is one. */
function follow(conversation: Conversation) {
  let items: readonly ConversationItem[] = [];
  let updates = 0;
  const leave = conversation.updates((update) => {
    updates += 1;
    items = fold(items, update);
  });
  return {
    leave,
    get items() {
      return items;
    },
    get updates() {
      return updates;
    },
  };
}

/** Longer than text waits to be sent together. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 40));

const reply = (calls: LedgerEventData<'llm.replied'>['calls']) =>
  ({ model: 'm', text: 'said', calls, finish: 'tool-calls', durationMs: 1 }) as const;
const requested = { client: 'c', model: 'm', messages: 1, tools: [], round: 1 };
const commandRan = {
  command: 'ls',
  cwd: '/',
  exitCode: 0,
  stopReason: 'exit',
  durationMs: 5,
  limits: { timeoutMs: 1, maxOutputBytes: 1 },
  peak: { cpuPercent: 1, memoryBytes: 2 },
  output: 'whole output',
  outputBytes: 12,
  spool: { hash: 'a'.repeat(64), bytes: 12, complete: true },
  notWatched: [],
} as const;

/** A turn with one command up to where it runs. */
async function runningCommand(append: Append): Promise<string> {
  const request = await append('llm.requested', requested);
  const call = { callId: 'c1', tool: 'execute_command', arguments: '{"command_line":"ls"}' };
  await append('llm.replied', reply([call]), request);
  return await append('tool.called', {
    callId: 'c1',
    tool: 'execute_command',
    arguments: { command_line: 'ls', working_dir: '/' },
  });
}

test('a command shows its output as it comes, then as it is on the record, with what it changed', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const reader = follow(conversation);
  const called = await runningCommand(append);

  conversation.callOutput('c1', 'first ');
  conversation.callOutput('c1', 'second');
  await settled();
  expect(reader.items.at(-1)).toMatchObject({
    state: 'running',
    command: { command: 'ls', cwd: '/', output: 'first second' },
  });

  conversation.callOutput('c1', 'third, which comes too late');
  await append('command.ran', { ...commandRan, notWatched: [] }, called);
  const change = { path: '/a', change: 'created', origin: 'command', callId: 'c1' } as const;
  const changed = await append('file.changed', change, called);
  await append('tool.returned', { callId: 'c1', tool: 'execute_command', content: 'ok', outcome: 'done' }, called);
  await settled();
  expect(reader.items.at(-1)).toMatchObject({
    state: 'done',
    result: 'ok',
    command: { output: 'whole output', exitCode: 0, spool: 'a'.repeat(64), peak: { memoryBytes: 2 } },
    changes: [{ event: changed, path: '/a', change: 'created' }],
  });
  expect(reader.items).toEqual(conversation.items);
});

test('of an output that comes fast only the last part is shown, and the messages stay few', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const reader = follow(conversation);
  await runningCommand(append);
  const before = reader.updates;

  for (let line = 0; line < 20_000; line++) conversation.callOutput('c1', `line ${line} 😀\n`);
  await settled();

  const item = reader.items.at(-1);
  const output = item?.kind === 'tool' ? (item.command?.output ?? '') : '';
  expect(output.length).toBeLessThan(20_000);
  expect(output.startsWith('[… earlier output is left out')).toBe(true);
  expect(output.endsWith('line 19999 😀\n')).toBe(true);
  expect(output).not.toMatch(/\p{Surrogate}/u);
  expect(reader.updates - before).toBeLessThan(30);
  expect(reader.items).toEqual(conversation.items);
});

test('text that comes in small pieces is sent in few', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const reader = follow(conversation);
  const request = await append('llm.requested', requested);
  const before = reader.updates;

  for (let piece = 0; piece < 1000; piece++) conversation.replyText(request, 'x');
  await settled();

  expect(reader.items.at(-1)).toMatchObject({ state: 'streaming', text: 'x'.repeat(1000) });
  expect(reader.updates - before).toBeLessThan(10);
});

test('what a reply waits for is shown until it speaks', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const reader = follow(conversation);
  const request = await append('llm.requested', requested);

  conversation.replyNote(request, 'HTTP 429; trying again in 2 s (attempt 2)');
  expect(reader.items.at(-1)).toMatchObject({ state: 'waiting', note: 'HTTP 429; trying again in 2 s (attempt 2)' });
  conversation.replyText(request, 'Hello');

  expect(reader.items.at(-1)).toMatchObject({ state: 'streaming', text: 'Hello' });
  expect(reader.items.at(-1)).not.toHaveProperty('note');
});

test('events appended while the file is read are neither lost nor taken twice', async () => {
  const { ledger, session, append, open } = await setUp();
  await using _ = ledger;
  for (let count = 0; count < 200; count++) await session.append('message.user', { text: `m${count}` });

  const opening = open();
  await Promise.all(Array.from({ length: 50 }, (__, index) => append('message.user', { text: `late ${index}` })));
  using conversation = await opening;

  const texts = conversation.items.map((item) => item.kind === 'user' && item.text);
  expect(texts).toHaveLength(250);
  expect(new Set(texts).size).toBe(250);
});

test('an event of another session, of an unknown type or shape changes nothing', async () => {
  const { ledger, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const other = await ledger.session('another');

  await other.append('message.user', { text: 'elsewhere' });

  expect(conversation.items).toEqual([]);
});

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
    { numRuns: RUNS, seed: 11 },
  );
}, 240_000);

function rethrow(error: unknown): never {
  throw error;
}
