import { expect, test, vi } from 'vitest';
import type { SessionSummary } from '#contract';
import { AppError } from '#core/app-error';
import type { Ledger } from '#ledger';
import { fullDiskLedger } from '../../../support/full-disk-ledger.ts';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, fails, hangsAfter, says, scriptedClient } from '../../../support/scripted-client.ts';
import { type ChatWorkbench, chatWorkbench, until } from '../chat-workbench.ts';

const allow = () => ({ verdict: 'allow' }) as const;

/** The list once it is as it should be. */
async function listWhen(
  bench: ChatWorkbench,
  isSo: (list: readonly SessionSummary[]) => boolean,
): Promise<readonly SessionSummary[]> {
  for await (const list of await bench.app.api.changed()) if (isSo(list)) return list;
  throw new Error('The list ended');
}

const stateIs = (id: string, state: SessionSummary['state']) => (list: readonly SessionSummary[]) =>
  list.find((one) => one.id === id)?.state === state;

test('a session is called after the first line of its first message, unless it was given a name', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('a'), says('b'), says('c'), says('d')]) });
  const unnamed = await bench.app.api.create({});
  const named = await bench.app.api.create({ title: ' Mine ' });
  expect([unnamed.title, named.title]).toEqual(['New session', 'Mine']);

  await bench.turn(unnamed.id, `\n  Fix   the ${'very '.repeat(20)}long bug\nplease`);
  await bench.turn(unnamed.id, 'Another message');
  await bench.turn(named.id, 'Hello');

  const title = bench.app.chat.titleOf(unnamed.id);
  expect(title.startsWith('Fix the very very')).toBe(true);
  expect([...title].length).toBeLessThanOrEqual(60);
  expect(bench.app.chat.titleOf(named.id)).toBe('Mine');
});

test('who asks for the list right after a message was sent sees that its session runs', async () => {
  await using bench = await chatWorkbench({
    client: scriptedClient([hangsAfter('a'), hangsAfter('b'), hangsAfter('c')]),
  });
  const { id } = await bench.app.api.create({});
  for (let count = 0; count < 3; count++) {
    await bench.app.api.send({ session: id, text: 'Hello' });
    for await (const list of await bench.app.api.changed()) {
      expect(stateIs(id, 'running')(list)).toBe(true);
      break;
    }
    await bench.app.api.stop({ session: id });
  }
});

test('a session of typed lines alone is called after the first, until its first message', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('Because.')]) });
  const { id } = await bench.app.api.create({});
  const ledger = await bench.app.ledger.session(id);
  await ledger.append('console.started', { line: 'cd /w', cwd: '/', how: 'builtin' });
  for (const line of ['make all', 'ls']) {
    await ledger.append('console.started', { line, cwd: '/w', how: 'direct' });
  }
  await expect.poll(() => bench.app.chat.titleOf(id)).toBe('make all');
  await bench.turn(id, 'Why did it fail?');
  expect(bench.app.chat.titleOf(id)).toBe('Why did it fail?');
});

test('a session that was renamed before its first message keeps that name', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('a')]) });
  const session = await bench.session();
  await bench.app.api.rename({ session, title: 'My name for it' });

  await bench.turn(session, 'Hello');

  expect(bench.app.chat.titleOf(session)).toBe('My name for it');
});

test('the list has the newest first, with states, sums and counts', async () => {
  const client = scriptedClient([says('a'), [fails('server', 'down')], calls(call('look')), says('end')]);
  await using bench = await chatWorkbench({ client, tools: [plainTool('look')], answer: allow });
  const ids = [await bench.session(), await bench.session(), await bench.session(), await bench.session()];
  for (const id of ids.slice(0, 3)) await bench.turn(id, `turn of ${id}`);

  const list = await listWhen(bench, (now) => now.find((one) => one.id === ids[2])?.state === 'done');

  expect(list.map((one) => [one.id, one.state])).toEqual([
    [ids[2], 'done'],
    [ids[1], 'failed'],
    [ids[0], 'done'],
    [ids[3], 'idle'],
  ]);
  expect(list[0]).toMatchObject({
    messages: 3,
    usage: { prompt: 20, completion: 10, total: 30 },
    isUsageComplete: true,
  });
});

test('a reply without usage makes the sum incomplete', async () => {
  const client = scriptedClient([says('a', { usage: undefined }), says('b')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.turn(session, 'one');
  await bench.turn(session, 'two');

  const [summary] = await listWhen(bench, (list) => list[0]?.messages === 4);

  expect(summary).toMatchObject({ usage: { total: 15 }, isUsageComplete: false });
});

test('a session with a question needs you, and runs on when it is answered', async () => {
  const client = scriptedClient([calls(call('look')), hangsAfter('')]);
  await using bench = await chatWorkbench({ client, tools: [plainTool('look')] });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });
  const question = await bench.asked();
  await listWhen(bench, stateIs(session, 'needs-you'));

  await bench.app.decisions.decide({ question: question.id, decision: { verdict: 'allow' } });

  await listWhen(bench, stateIs(session, 'running'));
  await bench.app.api.stop({ session });
  await listWhen(bench, stateIs(session, 'idle'));
});

test('several sessions run at once, each with its own conversation', async () => {
  const tool = plainTool('look');
  const client = scriptedClient([
    calls(call('look', { from: 1 })),
    calls(call('look', { from: 2 })),
    says('x'),
    says('y'),
  ]);
  await using bench = await chatWorkbench({ client, tools: [tool] });
  const [one, two] = [await bench.session(), await bench.session()];

  await bench.app.api.send({ session: one, text: 'first' });
  await until(() => client.requests.length === 1);
  await bench.app.api.send({ session: two, text: 'second' });
  await until(() => bench.app.approvals.waiting.value.length === 2);
  expect(bench.app.chat.running()).toEqual(['first', 'second']);
  for (const question of [...bench.app.approvals.waiting.value].reverse()) {
    expect(question.sessionTitle).toBe(question.session === one ? 'first' : 'second');
    await bench.app.decisions.decide({ question: question.id, decision: { verdict: 'allow' } });
  }
  await bench.idle();

  // Each session writes to a file of its own, so either may be first.
  expect(tool.runs).toHaveLength(2);
  expect(tool.runs).toEqual(expect.arrayContaining([{ from: 1 }, { from: 2 }]));
  expect((await bench.items(one)).map((item) => item.kind)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect((await bench.items(two)).map((item) => item.kind)).toEqual(['user', 'assistant', 'tool', 'assistant']);
});

test('a session that runs takes no second message and cannot be removed', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([hangsAfter('')]) });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'go' });

  const both = [bench.app.api.send({ session, text: 'too early' }), bench.app.api.remove({ session })];

  for (const refused of both) await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('two messages sent at the same moment start one turn', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('a'), says('b')]) });
  const session = await bench.session();

  const sent = await Promise.allSettled([
    bench.app.api.send({ session, text: 'one' }),
    bench.app.api.send({ session, text: 'two' }),
  ]);
  await bench.idle();

  expect(sent.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await bench.events(session)).filter((event) => event.type === 'message.user')).toHaveLength(1);
});

test('without a model nothing is recorded and the advice says what to do', async () => {
  await using bench = await chatWorkbench();
  const session = await bench.session();

  await expect(bench.app.api.send({ session, text: 'hello' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    data: { advice: expect.stringContaining('demo') },
  });

  expect((await bench.events(session)).map((event) => event.type)).toEqual(['session.created']);
});

test.each(['send', 'retry', 'rename', 'remove', 'conversation'] as const)(
  '%s of a session that does not exist fails and makes none',
  async (procedure) => {
    await using bench = await chatWorkbench({ client: scriptedClient([says('a')]) });
    const input = { session: 'no-such', text: 'x', title: 'x' };

    await expect(bench.app.api[procedure](input)).rejects.toMatchObject({ code: 'NOT_FOUND' });

    expect(await bench.ledger.sessions()).toEqual([]);
  },
);

test('a removed session leaves the list and comes back whole', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('hello'), says('again')]) });
  const session = await bench.session();
  await bench.turn(session, 'Remember this');
  const before = await bench.items(session);

  await bench.app.api.remove({ session });
  await listWhen(bench, (list) => list.length === 0);
  await bench.app.api.restore({ session });

  const [summary] = await listWhen(bench, (list) => list.length === 1);
  expect(summary).toMatchObject({ id: session, title: 'Remember this', state: 'done' });
  expect(await bench.items(session)).toEqual(before);
  await bench.turn(session, 'go on');
  expect(await bench.items(session)).toHaveLength(4);
});

test('who looks sees what was deleted, what came back and what went for good', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('hello'), says('again')]) });
  const one = await bench.session();
  await bench.turn(one, 'Remember this');
  const two = await bench.session();
  await bench.app.api.remove({ session: one });
  const seen: string[][] = [];
  const ending = new AbortController();
  const following = (async () => {
    for await (const list of await bench.app.api.deleted(undefined, { signal: ending.signal })) {
      seen.push(list.map(({ title }) => title));
    }
  })().catch(() => {});
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(['Remember this']));
  await bench.app.api.remove({ session: two });
  await vi.waitFor(() => expect(seen.at(-1)).toHaveLength(2));
  await bench.app.api.restore({ session: two });
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(['Remember this']));
  await bench.app.api.erase({ session: one });
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([]));
  await expect(bench.app.api.restore({ session: one })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  ending.abort();
  await following;
});

test('after a restart the list is there again, and going on is marked once', async () => {
  const client = scriptedClient([says('a'), says('b'), says('c')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.turn(session, 'one');
  const before = await listWhen(bench, stateIs(session, 'done'));

  await bench.restart();

  expect(await listWhen(bench, (list) => list.length === 1)).toEqual(before);
  await bench.turn(session, 'two');
  await bench.turn(session, 'three');
  const opened = (await bench.events(session)).filter((event) => event.type === 'session.opened');
  expect(opened).toHaveLength(1);
  expect(client.requests[2]?.messages.map((message) => message.role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
  ]);
});

test('one file that cannot be read does not keep the others from the list', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([]) });
  const good = await bench.session();
  const bad = await bench.session();
  const ledger = (real: Ledger): Ledger => ({
    ...fullDiskLedger(real, () => false),
    session: async (id) => {
      if (id === bad) throw new AppError('UNAVAILABLE', 'no rights');
      return await real.session(id);
    },
  });

  await bench.restart({ ledger });

  expect((await listWhen(bench, (list) => list.length === 1))[0]?.id).toBe(good);
  await until(() => bench.logged.length > 0);
  expect(bench.logged).toEqual(['session.unreadable']);
});

test('a message that cannot be recorded is refused, and no model is asked', async () => {
  const client = scriptedClient([says('never')]);
  let isFull = false;
  await using bench = await chatWorkbench({ client, ledger: (real) => fullDiskLedger(real, () => isFull) });
  const session = await bench.session();
  isFull = true;

  await expect(bench.app.api.send({ session, text: 'hello' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The disk is full',
  });

  expect(client.requests).toEqual([]);
  expect(bench.app.chat.running()).toEqual([]);
});

test('a ledger that fails in the middle of a turn ends it: nothing more runs, and who looks is told', async () => {
  let isFull = false;
  const tool = plainTool('look', {
    run: async () => {
      isFull = true;
      return { outcome: 'done', content: 'looked' };
    },
  });
  const client = scriptedClient([calls(call('look', {}, 'a'), call('look', {}, 'b')), says('never')]);
  await using bench = await chatWorkbench({
    client,
    tools: [tool],
    answer: allow,
    ledger: (real) => fullDiskLedger(real, () => isFull),
  });
  const session = await bench.session();
  const updates = (await bench.app.api.conversation({ session }))[Symbol.asyncIterator]();
  await updates.next();

  await bench.turn(session, 'go');

  expect(tool.runs).toHaveLength(1);
  expect(client.requests).toHaveLength(1);
  const items = await bench.items(session);
  expect(items.map((item) => ('state' in item ? item.state : item.kind))).toEqual([
    'user',
    'complete',
    'interrupted',
    'interrupted',
    'notice',
  ]);
  expect(items.at(-1)).toMatchObject({ level: 'error', text: expect.stringContaining('could not be recorded') });
  await updates.return?.();
});

test('what only a session has is ended while it is still there; one in which something runs is not removed', async () => {
  const busy = new Set<string>();
  const there: boolean[] = [];
  const listed = async (session: string) => (await bench.app.ledger.sessions()).includes(session);
  await using bench: ChatWorkbench = await chatWorkbench({
    isBusy: async (session) => busy.has(session),
    onRemoving: async (session) => void there.push(await listed(session)),
  });
  const session = await bench.session();
  busy.add(session);
  await expect(bench.app.api.remove({ session })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect([there, await listed(session)]).toEqual([[], true]);
  busy.clear();

  await bench.app.api.remove({ session });
  await expect(bench.app.api.remove({ session: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });

  expect([there, await listed(session)]).toEqual([[true], false]);
});

test('no turn begins in a session that is being removed', async () => {
  let sent: Promise<unknown> | undefined;
  await using bench: ChatWorkbench = await chatWorkbench({
    client: scriptedClient([says('too late')]),
    onRemoving: async (session) => {
      sent = bench.app.api.send({ session, text: 'Wait' });
      await sent.catch(() => {});
    },
  });
  await bench.app.api.remove({ session: await bench.session() });
  await expect(sent).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('records are told from conversations, old ones by their id, and become one when somebody writes to them', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('a')]) });
  const created = { title: 'Rules', workspace: '/w', app: '1' };
  for (const [id, kind] of [
    ['rules-0123abcd', undefined],
    ['providers-0123abcd-2', undefined],
    ['client', 'record'],
    ['rules-of-thumb', undefined],
  ] as const) {
    await (await bench.app.ledger.session(id)).append('session.created', { ...created, ...(kind && { kind }) });
  }
  const { id } = await bench.app.api.create({});
  const kinds = (list: readonly SessionSummary[]) => Object.fromEntries(list.map((one) => [one.id, one.kind]));
  expect(kinds(await listWhen(bench, (list) => list.length === 5))).toEqual({
    'rules-0123abcd': 'record',
    'providers-0123abcd-2': 'record',
    client: 'record',
    'rules-of-thumb': 'conversation',
    [id]: 'conversation',
  });
  await bench.turn('client', 'Hello');
  expect(kinds(await listWhen(bench, stateIs('client', 'done'))).client).toBe('conversation');
});
