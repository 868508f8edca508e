import { expect, test } from 'vitest';
import type { TurnProgress } from '#contract';
import { hangsAfter, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench, until } from '../chat-workbench.ts';

/** Collects everything that becomes of a message. */
async function told(progress: AsyncIterable<TurnProgress>): Promise<TurnProgress[]> {
  const all: TurnProgress[] = [];
  for await (const one of progress) all.push(one);
  return all;
}

test('two messages at once are answered one after the other', async () => {
  const client = scriptedClient([says('one'), says('two')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();

  const { chat } = bench.app;
  const from = { kind: 'channel', channel: 'telegram', person: '7', name: 'Ann' } as const;
  const [first, second] = await Promise.all([
    chat.enqueue(session, { text: 'first' }),
    chat.enqueue(session, { text: 'second' }, from),
  ]);
  const [a, b] = await Promise.all([
    told(chat.follow(session, first.message)),
    told(chat.follow(session, second.message)),
  ]);

  expect(a.at(-1)).toMatchObject({ kind: 'ended', outcome: 'done', text: 'one' });
  expect(b.at(-1)).toMatchObject({ kind: 'ended', outcome: 'done', text: 'two' });
  expect(client.requests[1]?.messages.filter(({ role }) => role !== 'system')).toMatchObject([
    { role: 'user', text: 'first' },
    { role: 'assistant', text: 'one' },
    { role: 'user', text: 'second' },
  ]);
  const types = (await bench.events(session)).map(({ type }) => type);
  expect(types.indexOf('message.queued')).toBeLessThan(types.indexOf('message.user'));
  expect((await bench.events(session)).findLast(({ type }) => type === 'message.user')?.data).toMatchObject({
    from,
    queued: second.message,
  });
});

test('a stop ends also a turn that is just beginning', async () => {
  const client = scriptedClient([says('the second')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  const { chat } = bench.app;
  const first = await chat.enqueue(session, { text: 'first' });
  await chat.stop(session);
  expect(client.requests).toEqual([]);
  expect((await told(chat.follow(session, first.message))).at(-1)).toMatchObject({
    kind: 'ended',
    outcome: 'cancelled',
  });
  const second = await chat.enqueue(session, { text: 'second' });
  expect((await told(chat.follow(session, second.message))).at(-1)).toMatchObject({ kind: 'ended', outcome: 'done' });
});

test('it is told again from its beginning when the turn has ended, and to one that came late', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([says('the answer')]) });
  const session = await bench.session();
  const { message } = await bench.app.chat.enqueue(session, { text: 'go' });
  const live = await told(bench.app.chat.follow(session, message));
  const again = await told(bench.app.chat.follow(session, message));
  await bench.restart();
  const later = await told(bench.app.chat.follow(session, message));

  for (const one of [live, again, later]) {
    expect(one[0]).toMatchObject({ kind: 'started' });
    expect(one.flatMap((step) => (step.kind === 'text' ? step.text : [])).join('')).toBe('the answer');
    expect(one.at(-1)).toMatchObject({ kind: 'ended', outcome: 'done', text: 'the answer', model: 'script-1' });
  }
  expect(later).toHaveLength(3);
});

test('what waited at the end of the app is sent at its next start, in order', async () => {
  let isTaken = false;
  const stuck = scriptedClient([
    hangsAfter('hm', () => {
      isTaken = true;
    }),
  ]);
  await using bench = await chatWorkbench({ client: stuck });
  const session = await bench.session();
  const { chat } = bench.app;
  await chat.enqueue(session, { text: 'first' });
  await until(() => isTaken);
  const second = await chat.enqueue(session, { text: 'second' });
  const third = await chat.enqueue(session, { text: 'third' });
  const first = chat.follow(session, second.message);
  expect((await first.next()).value).toEqual({ kind: 'queued', ahead: 1 });

  const client = scriptedClient([says('two'), says('three')]);
  await bench.restart({ client });
  expect(await told(first)).toEqual([]);
  expect(client.requests).toEqual([]);
  bench.app.chat.resume();

  const answers = await Promise.all(
    [second, third].map(async ({ message }) => (await told(bench.app.chat.follow(session, message))).at(-1)),
  );
  expect(answers).toMatchObject([{ text: 'two' }, { text: 'three' }]);
});

test('a stop ends the turn, and what waits goes on', async () => {
  let isTaken = false;
  const client = scriptedClient([
    hangsAfter('hm', () => {
      isTaken = true;
    }),
    says('two'),
  ]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  const { chat } = bench.app;
  const first = await chat.enqueue(session, { text: 'first' });
  await until(() => isTaken);
  const second = await chat.enqueue(session, { text: 'second' });

  await chat.stop(session);

  expect((await told(chat.follow(session, first.message))).at(-1)).toMatchObject({ outcome: 'cancelled', text: 'hm' });
  expect((await told(chat.follow(session, second.message))).at(-1)).toMatchObject({ outcome: 'done', text: 'two' });
});

test('a message is taken back as long as it waits', async () => {
  let isTaken = false;
  const client = scriptedClient([
    hangsAfter('hm', () => {
      isTaken = true;
    }),
  ]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  const { chat, api } = bench.app;
  const first = await chat.enqueue(session, { text: 'first' });
  await until(() => isTaken);
  const second = await chat.enqueue(session, { text: 'second' });
  const following = chat.follow(session, second.message);
  expect((await following.next()).value).toEqual({ kind: 'queued', ahead: 1 });

  await expect(api.withdraw({ session, message: second.message })).resolves.toEqual({ text: 'second' });

  expect(await told(following)).toEqual([{ kind: 'withdrawn', reason: 'Taken back by the person' }]);
  await expect(api.withdraw({ session, message: first.message })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(api.withdraw({ session, message: second.message })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(api.withdraw({ session, message: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(chat.follow(session, 'none').next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await chat.stop(session);
  expect(client.requests).toHaveLength(1);
});

test('a message that nobody can answer any more is withdrawn with the reason, and the next is sent', async () => {
  let isTaken = false;
  const hanging = hangsAfter('hm', () => {
    isTaken = true;
  });
  const ada = { name: 'ada', client: scriptedClient([hanging, says('two')]) };
  const bob = { name: 'bob', client: scriptedClient([]) };
  const profiles = [ada, bob];
  await using bench = await chatWorkbench({ profiles });
  const session = await bench.session();
  const { chat } = bench.app;
  await chat.enqueue(session, { text: 'first' });
  await until(() => isTaken);
  const gone = await chat.enqueue(session, { text: 'for bob', profile: 'bob' });
  const next = await chat.enqueue(session, { text: 'for ada', profile: 'ada' });
  const end = told(chat.follow(session, next.message));
  bench.app.forgetProfile('bob');

  await chat.stop(session);

  const [withdrawn] = (await told(chat.follow(session, gone.message))).slice(-1);
  expect(withdrawn).toMatchObject({ kind: 'withdrawn', reason: expect.stringContaining('There is no profile bob') });
  expect((await end).at(-1)).toMatchObject({ kind: 'ended', outcome: 'done', text: 'two' });
  expect(await bench.items(session)).toContainEqual(
    expect.objectContaining({ kind: 'user', text: 'for bob', notSent: expect.stringContaining('no profile bob') }),
  );
});

test('what cannot wait is refused', async () => {
  let isTaken = false;
  const client = scriptedClient([
    hangsAfter('hm', () => {
      isTaken = true;
    }),
  ]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  const { chat } = bench.app;
  await chat.enqueue(session, { text: 'first' });
  await until(() => isTaken);

  await expect(chat.enqueue(session, { text: ' ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(chat.enqueue(session, { text: 'x'.repeat(1_000_001) })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(chat.enqueue(session, { text: 'x', profile: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(chat.enqueue('unknown', { text: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const many = Array.from({ length: 101 }, (_, index) => chat.enqueue(session, { text: `message ${index}` }));
  const results = await Promise.allSettled(many);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  expect(results.at(-1)).toMatchObject({ reason: { code: 'LIMIT_EXCEEDED' } });
  await expect(bench.app.api.send({ session, text: 'now' })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a turn that the app did not outlive is told as failed', async () => {
  let isTaken = false;
  const client = scriptedClient([
    hangsAfter('half of', () => {
      isTaken = true;
    }),
  ]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  const { message } = await bench.app.chat.enqueue(session, { text: 'go' });
  await until(() => isTaken);

  await bench.crash({ client: scriptedClient([]) });

  expect((await told(bench.app.chat.follow(session, message))).at(-1)).toMatchObject({
    kind: 'ended',
    outcome: 'failed',
    error: 'Sigma Shell ended before this turn had ended',
  });
});

test('who follows may leave, and may be far behind', async () => {
  const client = scriptedClient([
    async function* () {
      for (let count = 0; count < 5000; count++) yield { type: 'text', text: 'word ' };
      yield {
        type: 'done',
        reply: { model: 'm', text: 'word '.repeat(5000), calls: [], finish: 'stop' },
      };
    },
  ]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  const { chat } = bench.app;
  const { message } = await chat.enqueue(session, { text: 'go' });
  const leaving = new AbortController();
  const left = chat.follow(session, message, leaving.signal);
  await left.next();
  leaving.abort();
  const slow = chat.follow(session, message);
  await slow.next();
  await bench.idle();

  expect((await left.next()).done).toBe(true);
  const rest = await told(slow);
  expect(rest.length).toBeLessThan(20);
  expect(rest.flatMap((step) => (step.kind === 'text' ? step.text : [])).join('')).toBe('word '.repeat(5000));
});

test('many follow at once, and nothing gathers their listeners without end', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => void warnings.push(name);
  process.on('warning', onWarning);
  const many = Array.from({ length: 32 }, () => says('ok'));
  await using bench = await chatWorkbench({ client: scriptedClient(many) });
  const { chat } = bench.app;
  const sessions = await Promise.all(many.map(() => bench.session()));
  const ends = await Promise.all(
    sessions.map(async (session) => {
      const { message } = await chat.enqueue(session, { text: 'go' });
      return (await told(chat.follow(session, message))).at(-1)?.kind;
    }),
  );
  process.off('warning', onWarning);
  expect(new Set(ends)).toEqual(new Set(['ended']));
  expect(warnings).toEqual([]);
});
