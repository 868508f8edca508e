import { expect, test } from 'vitest';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, hangsAfter, says, scriptedClient } from '../../../support/scripted-client.ts';
import { Stopwatch } from '../../../support/time-taken.ts';
import { type ChatWorkbench, chatWorkbench, until } from '../chat-workbench.ts';

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
  using watch = new Stopwatch();
  await bench.app.api.stop({ session });
  expect(bench.app.chat.running()).toEqual([]);
  return watch.ms;
}

test('a stop while the model writes keeps what came and marks it', async () => {
  let isTaken = false;
  const onTaken = () => {
    isTaken = true;
  };
  const client = scriptedClient([hangsAfter('Let me see', onTaken)]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  await until(() => isTaken);

  expect(await stopped(bench, session)).toBeLessThan(STOP_MS);

  expect((await bench.items(session))[1]).toMatchObject({
    text: 'Let me see',
    state: 'cancelled',
    canRetry: true,
  });
  expect((await bench.items(session))[1]).not.toHaveProperty('note');
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
  const [first, other] = [endless(), plainTool('look')];
  const client = scriptedClient([calls(call('endless'), call('look')), says('never')]);
  await using bench = await chatWorkbench({ client, tools: [first, other], answer: allow });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  await until(() => first.runs.length === 1);

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
  const tool = endless();
  await using bench = await chatWorkbench({ client, tools: [tool], answer: allow });
  const [writing, running] = [await bench.session(), await bench.session()];
  await bench.app.api.send({ session: writing, text: 'go' });
  await until(() => client.requests.length === 1);
  await bench.app.api.send({ session: running, text: 'go' });
  await until(() => tool.runs.length === 1);

  await bench.restart();

  expect((await bench.items(writing)).at(-1)).toMatchObject({ state: 'cancelled', note: 'Sigma Shell is closing' });
  expect((await bench.items(running)).at(-1)).toMatchObject({ kind: 'tool', state: 'cancelled' });
  await expect(bench.events(running)).resolves.toContainEqual(
    expect.objectContaining({ type: 'tool.returned', data: expect.objectContaining({ outcome: 'cancelled' }) }),
  );
});
