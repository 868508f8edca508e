import { expect, test } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import type { Ledger } from '#ledger';
import type { RunContext, ToolOutcome } from '#tools';
import { Conversation } from '../../../../src-main/chat/conversation/conversation.ts';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, hangsAfter, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench, until } from '../chat-workbench.ts';

test('a crash while an approval waited: the call is interrupted, never run, and the next message follows what was before', async () => {
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
  expect(client.requests[0]?.messages.slice(1)).toEqual([{ role: 'user', text: 'what happened?' }]);
});

test('a crash while an approval waited, and asked again: the model is told that nothing ran', async () => {
  const tool = plainTool('look');
  const first = scriptedClient([calls(call('look', {}, 'a'), call('look', {}, 'b'))]);
  await using bench = await chatWorkbench({ client: first, tools: [tool] });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  await bench.asked();

  const client = scriptedClient([says('I see')]);
  await bench.crash({ client, tools: [tool] });
  await bench.app.api.retry({ session });
  await bench.idle();

  expect(client.requests[0]?.messages.slice(2)).toMatchObject([
    { role: 'assistant' },
    { role: 'tool', callId: 'a', content: expect.stringContaining('It was not run') },
    { role: 'tool', callId: 'b', content: expect.stringContaining('It was not run') },
  ]);
});

test('a crash while a tool ran: the model is told that it may have taken effect', async () => {
  const tool = plainTool('endless', { run: untilStopped });
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

const tools = [plainTool('good'), plainTool('bad', { run: async () => ({ outcome: 'failed', content: 'exit 1' }) })];

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
    const conversation = await Conversation.open(ledgerOf(events.slice(0, length)), session, {
      since: 0,
      onError: rethrow,
    });
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
  return {
    onAppended: () => () => {},
    session: async () => ({ read, checkAnchor: async () => ({}) }),
  } as unknown as Ledger;
}

async function untilStopped(_: unknown, { signal }: RunContext): Promise<ToolOutcome> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return { outcome: 'failed', content: 'stopped' };
}

function rethrow(error: unknown): never {
  throw error;
}
