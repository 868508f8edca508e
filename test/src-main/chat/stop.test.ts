import { expect, test } from 'vitest';
import { plainTool } from '../../support/plain-tool.ts';
import { call, calls, hangsAfter, says, scriptedClient } from '../../support/scripted-client.ts';
import { type ChatWorkbench, chatWorkbench, until } from './chat-workbench.ts';

const allow = () => ({ verdict: 'allow' }) as const;
const STOP_MS = 200;

/** Runs until the person stops it, as a command does. */
const endless = () =>
  plainTool('endless', {
    run: async (_, { signal, onOutput }) => {
      onOutput('first line\n');
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return { outcome: 'failed', content: 'Stopped; it had printed: first line' };
    },
  });

async function stopped(bench: ChatWorkbench, session: string): Promise<number> {
  const startedAt = performance.now();
  await bench.app.api.stop({ session });
  expect(bench.app.chat.running()).toEqual([]);
  return performance.now() - startedAt;
}

test('a stop while the model writes keeps what came and marks it', async () => {
  const client = scriptedClient([hangsAfter('Let me see')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  await until(() => client.requests.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 10));

  expect(await stopped(bench, session)).toBeLessThan(STOP_MS);

  expect((await bench.items(session))[1]).toMatchObject({
    text: 'Let me see',
    state: 'cancelled',
    note: 'The person stopped the turn',
    canRetry: true,
  });
});

test('a stop does not wait for a client that does not listen', async () => {
  const client = scriptedClient([
    async function* () {
      yield { type: 'text', text: 'deaf' };
      await new Promise(() => {});
    },
  ]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  await until(() => client.requests.length === 1);

  expect(await stopped(bench, session)).toBeLessThan(STOP_MS);
});

test('a stop while a question waits withdraws it; nothing of the reply runs', async () => {
  const tool = plainTool('look');
  const client = scriptedClient([calls(call('look', {}, 'a'), call('look', {}, 'b')), says('never')]);
  await using bench = await chatWorkbench({ client, tools: [tool] });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  const question = await bench.asked();

  expect(await stopped(bench, session)).toBeLessThan(STOP_MS);

  expect(tool.runs).toEqual([]);
  expect(client.requests).toHaveLength(1);
  expect(bench.app.approvals.waiting.value).toEqual([]);
  const decision = { verdict: 'allow' } as const;
  await expect(bench.app.decisions.decide({ question: question.id, decision })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const tools = (await bench.items(session)).filter((item) => item.kind === 'tool');
  expect(tools).toMatchObject([
    { state: 'cancelled', decision: 'Withdrawn: The person stopped the turn' },
    { state: 'cancelled', result: 'Not run: The person stopped the turn.' },
  ]);
});

test('a stop while a tool runs ends it, keeps its answer and starts no other', async () => {
  const other = plainTool('look');
  const client = scriptedClient([calls(call('endless'), call('look')), says('never')]);
  await using bench = await chatWorkbench({ client, tools: [endless(), other], answer: allow });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  await until(() => client.requests.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 30));

  expect(await stopped(bench, session)).toBeLessThan(STOP_MS);

  expect(other.runs).toEqual([]);
  expect(client.requests).toHaveLength(1);
  const tools = (await bench.items(session)).filter((item) => item.kind === 'tool');
  expect(tools).toMatchObject([
    { state: 'cancelled', result: 'Stopped; it had printed: first line' },
    { state: 'cancelled' },
  ]);
});

test('a stop while it is asked whether to go on ends the turn', async () => {
  const client = scriptedClient([calls(call('look')), says('never')]);
  await using bench = await chatWorkbench({
    client,
    tools: [plainTool('look', { subject: () => ({ kind: 'read', path: '/a', shownPath: 'a' }) })],
    maxRounds: 1,
  });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  const first = await bench.asked();
  await bench.app.decisions.decide({ question: first.id, decision: { verdict: 'allow' } });
  await until(() => bench.app.approvals.waiting.value[0]?.subject.kind === 'rounds');

  expect(await stopped(bench, session)).toBeLessThan(STOP_MS);

  expect((await bench.items(session)).at(-1)).toMatchObject({
    kind: 'notice',
    text: expect.stringContaining('The question was withdrawn: The person stopped the turn'),
  });
});

test('a stop when nothing runs does nothing', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('ok')]) });
  const session = await bench.session();

  await bench.app.api.stop({ session });

  await bench.turn(session, 'go');
  expect((await bench.items(session))[1]).toMatchObject({ text: 'ok' });
});

test('the end of the app stops every turn and has it on the record', async () => {
  const client = scriptedClient([hangsAfter('one'), calls(call('endless'))]);
  await using bench = await chatWorkbench({ client, tools: [endless()], answer: allow });
  const [writing, running] = [await bench.session(), await bench.session()];
  await bench.app.api.send({ session: writing, text: 'go' });
  await until(() => client.requests.length === 1);
  await bench.app.api.send({ session: running, text: 'go' });
  await until(() => client.requests.length === 2);
  await new Promise((resolve) => setTimeout(resolve, 30));

  await bench.restart();

  expect((await bench.items(writing)).at(-1)).toMatchObject({ state: 'cancelled', note: 'Sigma Shell is closing' });
  expect((await bench.items(running)).at(-1)).toMatchObject({ kind: 'tool', state: 'cancelled' });
  await expect(bench.events(running)).resolves.toContainEqual(
    expect.objectContaining({ type: 'tool.returned', data: expect.objectContaining({ outcome: 'cancelled' }) }),
  );
});

test('stopped at any moment, a turn is over within 200 ms and starts no tool afterwards', async () => {
  const rounds = process.env.SIGMA_TEST_LONG === '1' ? 200 : 20;
  const random = seeded(20261121);
  const late: string[] = [];
  const slow: number[] = [];
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
    await using bench = await chatWorkbench({ client, tools: [quick], answer: allow });
    const session = await bench.session();
    await bench.app.api.send({ session, text: 'go' });
    await pause(random() * 120);
    isStopped = true;
    const tookMs = await stopped(bench, session);
    if (tookMs > STOP_MS) slow.push(tookMs);
    const requests = client.requests.length;
    await pause(15);
    expect(client.requests).toHaveLength(requests);
    const open = (await bench.items(session)).filter((item) => 'state' in item && isOpen(item.state));
    expect(open).toEqual([]);
  }

  expect(late).toEqual([]);
  expect(slow).toEqual([]);
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
