import { expect, test } from 'vitest';
import type { PendingItem } from '#contract';
import { listedItem } from '#core/text/listed-item';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, fails, hangsAfter, says, scriptedClient } from '../../../support/scripted-client.ts';
import { type ChatWorkbench, chatWorkbench, until } from '../chat-workbench.ts';

const allow = () => ({ verdict: 'allow' }) as const;
const PUSHED: PendingItem = { kind: 'push', label: 'ls', text: 'The user ran `ls`.' };

/** Texts of a request besides the system message. */
const words = (client: ReturnType<typeof scriptedClient>, request: number) =>
  client.requests[request]?.messages.slice(1).map((one) => ('text' in one ? one.text : one.content));

/** Sends a message and stops its turn once the model has been asked. */
async function stopped(bench: ChatWorkbench, session: string, text: string, isAsked: () => boolean): Promise<void> {
  await bench.app.api.send({ session, text });
  await until(isAsked);
  await bench.app.api.stop({ session });
}

test('a turn that failed is not part of what the model is sent next, and the page is told', async () => {
  const client = scriptedClient([says('one'), [fails('unreachable', 'no route')], says('three')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();

  for (const text of ['first', 'second', 'third']) await bench.turn(session, text);

  expect(words(client, 2)).toEqual(['first', 'one', 'third']);
  const users = (await bench.items(session)).filter((item) => item.kind === 'user');
  expect(users.map((item) => item.kind === 'user' && item.isForgotten === true)).toEqual([false, true, false]);
  const ends = (await bench.events(session)).filter(({ type }) => type === 'turn.ended');
  expect(ends.map(({ data }) => data.outcome)).toEqual(['done', 'failed', 'done']);
});

test('a turn that was stopped is not part of what the model is sent next', async () => {
  const client = scriptedClient([hangsAfter('I was about to'), says('yes')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await stopped(bench, session, 'first', () => client.requests.length === 1);

  await bench.turn(session, 'second');

  expect(words(client, 1)).toEqual(['second']);
});

test('what another program ran after a stopped turn is not told as a call of it', async () => {
  const client = scriptedClient([hangsAfter('I was about to'), says('yes')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await stopped(bench, session, 'first', () => client.requests.length === 1);
  const record = await bench.app.ledger.session(session);
  await record.append('tool.called', { callId: 'c', tool: 'execute_command', arguments: { command_line: 'make' } });

  await bench.turn(session, 'second');

  expect(words(client, 1)).toEqual(['second']);
});

test('asked again, a turn that failed goes on where it was, and stays', async () => {
  const client = scriptedClient([calls(call('look')), [fails('broken-off', 'lost')], says('found'), says('more')]);
  await using bench = await chatWorkbench({ client, tools: [plainTool('look')], answer: allow });
  const session = await bench.session();
  await bench.turn(session, 'first');

  await bench.app.api.retry({ session });
  await bench.idle();
  await bench.turn(session, 'second');

  expect(words(client, 2)).toEqual(['first', '', 'look ran']);
  expect(words(client, 3)).toEqual(['first', '', 'look ran', 'found', 'second']);
});

test('what an undone turn had run is told with the next message, once, and reading is not', async () => {
  const tools = [plainTool('execute_command'), plainTool('read_file')];
  const run = calls(
    call('execute_command', { command_line: 'touch a\ntouch b' }, 'a'),
    call('read_file', { path: '/x' }, 'b'),
  );
  const client = scriptedClient([run, [fails('server', 'down')], says('ok'), says('fine')]);
  await using bench = await chatWorkbench({ client, tools, answer: allow });
  const session = await bench.session();
  await bench.turn(session, 'first');
  const [note] = await bench.app.chat.pending(session);
  expect(note).toMatchObject({ kind: 'note', text: expect.stringContaining('- execute_command: touch a touch b') });
  expect(note?.text).not.toContain('/x');

  await bench.turn(session, 'second');
  await bench.turn(session, 'third');

  expect(words(client, 2)).toEqual([`${note?.text}\n\n---\n\nUser Request:\nsecond`]);
  expect(words(client, 3)?.at(-1)).toBe('third');
});

test('what went with a message that failed waits for the next again, with what was added meanwhile', async () => {
  const client = scriptedClient([[fails('server', 'down')], says('ok')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  const { chat } = bench.app;
  await chat.addPending(session, PUSHED);
  await bench.turn(session, 'first');
  await chat.addPending(session, { ...PUSHED, label: 'pwd', text: 'The user ran `pwd`.' });
  expect((await chat.pending(session)).map(({ label }) => label)).toEqual(['ls', 'pwd']);

  await bench.turn(session, 'second');

  expect(words(client, 1)?.[0]).toBe(
    'The user ran `ls`.\n\n---\n\nThe user ran `pwd`.\n\n---\n\nUser Request:\nsecond',
  );
  expect(await chat.pending(session)).toEqual([]);
});

test('each item can be dropped by its place, after a turn that failed as well', async () => {
  const client = scriptedClient([calls(call('touch')), [fails('server', 'down')], says('ok')]);
  await using bench = await chatWorkbench({ client, tools: [plainTool('touch')], answer: allow });
  const session = await bench.session();
  const { chat } = bench.app;
  for (const label of ['a', 'b']) await chat.addPending(session, { ...PUSHED, label, text: label });
  await bench.turn(session, 'first');
  for (const label of ['c', 'd']) await chat.addPending(session, { ...PUSHED, label, text: label });
  const labels = async () => (await chat.pending(session)).map(({ kind, label }) => (kind === 'note' ? 'note' : label));
  expect(await labels()).toEqual(['a', 'b', 'note', 'c', 'd']);

  await chat.dropPending(session, 4);
  await chat.dropPending(session, 0);
  expect(await labels()).toEqual(['b', 'note', 'c']);
  await chat.dropPending(session, 1);
  expect(await labels()).toEqual(['b', 'c']);
  await expect(chat.dropPending(session, 2)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await bench.restart();
  expect((await bench.app.chat.pending(session)).map(({ label }) => label)).toEqual(['b', 'c']);
});

test('two who take the same item out at once take out that one, and not the next with it', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([]) });
  const session = await bench.session();
  const { chat } = bench.app;
  for (const label of ['a', 'b']) await chat.addPending(session, { ...PUSHED, label, text: label });
  const seen = listedItem({ ...PUSHED, label: 'a', text: 'a' });

  const ends = await Promise.allSettled([chat.dropPending(session, 0, seen), chat.dropPending(session, 0, seen)]);

  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(ends[1]).toMatchObject({ reason: { code: 'CONFLICT' } });
  expect((await chat.pending(session)).map(({ label }) => label)).toEqual(['b']);
});

test('an item of another text is not taken out for one of its label and size', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([]) });
  const session = await bench.session();
  const { chat } = bench.app;
  for (const text of ['no', 'ok']) await chat.addPending(session, { ...PUSHED, text });
  const seen = listedItem({ ...PUSHED, text: 'no' });

  const ends = await Promise.allSettled([chat.dropPending(session, 0, seen), chat.dropPending(session, 0, seen)]);

  expect(ends[1]).toMatchObject({ reason: { code: 'CONFLICT' } });
  expect((await chat.pending(session)).map(({ text }) => text)).toEqual(['ok']);
});

test('the last item is taken out once, where two take it out at once', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([]) });
  const session = await bench.session();
  const { chat } = bench.app;
  await chat.addPending(session, PUSHED);

  const ends = await Promise.allSettled([chat.dropPending(session, 0), chat.dropPending(session, 0)]);

  expect(ends[1]).toMatchObject({ reason: { code: 'NOT_FOUND' } });
  const dropped = (await bench.events(session)).filter(({ type }) => type === 'push.dropped');
  expect(dropped).toHaveLength(1);
});

test('what is pushed while a turn runs is for the next message, however the turn ends', async () => {
  const client = scriptedClient([hangsAfter(''), says('ok')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'first' });
  await until(() => client.requests.length === 1);
  await bench.app.chat.addPending(session, PUSHED);
  expect(await bench.app.chat.pending(session)).toEqual([PUSHED]);
  await expect(bench.app.chat.dropPending(session, 0)).rejects.toMatchObject({ code: 'CONFLICT' });
  await bench.app.api.stop({ session });

  await bench.turn(session, 'second');

  expect(words(client, 1)).toEqual(['The user ran `ls`.\n\n---\n\nUser Request:\nsecond']);
});

test('a crash in the middle of a turn: the next message follows what was before it, with a note of what ran', async () => {
  const first = scriptedClient([says('one'), calls(call('touch')), hangsAfter('')]);
  await using bench = await chatWorkbench({ client: first, tools: [plainTool('touch')], answer: allow });
  const session = await bench.session();
  await bench.turn(session, 'first');
  await bench.app.api.send({ session, text: 'second' });
  await until(() => first.requests.length === 3);

  const client = scriptedClient([says('three')]);
  await bench.crash({ client });
  await bench.turn(session, 'third');

  expect(words(client, 0)?.slice(0, 2)).toEqual(['first', 'one']);
  expect(words(client, 0)?.[2]).toMatch(/- touch[\s\S]*---\n\nUser Request:\nthird$/);
});

test('a crash after the last reply, before the end of the turn was recorded: the turn counts as whole', async () => {
  await using bench = await chatWorkbench({
    client: scriptedClient([says('one')]),
    ledger: (real) => ({
      ...real,
      content: real.content,
      onAppended: real.onAppended,
      session: async (id) => {
        const session = await real.session(id);
        const refuse = () => Promise.reject(new Error('crashed'));
        return Object.assign(Object.create(session), {
          session: id,
          read: session.read.bind(session),
          checkAnchor: session.checkAnchor.bind(session),
          append: (...args: Parameters<typeof session.append>) =>
            args[0] === 'turn.ended' ? refuse() : session.append(...args),
        });
      },
    }),
  });
  const session = await bench.session();
  await bench.turn(session, 'first');
  expect((await bench.events(session)).at(-1)?.type).toBe('llm.replied');

  const client = scriptedClient([says('two')]);
  await bench.restart({ client });
  await bench.turn(session, 'second');

  expect(words(client, 0)).toEqual(['first', 'one', 'second']);
});

test('a refusal is shown, stays in the conversation, and the next turn works', async () => {
  const client = scriptedClient([says('', { refusal: 'I cannot help with that' }), says('gladly')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.turn(session, 'first');
  expect((await bench.items(session))[1]).toMatchObject({ refusal: 'I cannot help with that', state: 'complete' });

  await bench.turn(session, 'second');

  expect(words(client, 1)).toEqual(['first', 'I cannot help with that', 'second']);
  const ends = (await bench.events(session)).filter(({ type }) => type === 'turn.ended');
  expect(ends.map(({ data }) => data.outcome)).toEqual(['refused', 'done']);
});

test('a turn the person ended at its rounds stays in the conversation', async () => {
  const client = scriptedClient([calls(call('look')), says('ok')]);
  const answer = ({ subject }: { subject: { kind: string } }) =>
    subject.kind === 'rounds' ? ({ verdict: 'refuse' } as const) : allow();
  await using bench = await chatWorkbench({ client, tools: [plainTool('look')], answer, maxRounds: 1 });
  const session = await bench.session();
  await bench.turn(session, 'first');

  await bench.turn(session, 'second');

  expect(words(client, 1)).toEqual(['first', '', 'look ran', 'second']);
});

test('reset has the model forget messages and pending items, and keeps the transcript', async () => {
  const client = scriptedClient([says('one'), says('two')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.turn(session, 'first');
  await bench.app.chat.addPending(session, PUSHED);

  await bench.app.api.reset({ session });
  expect(await bench.app.chat.pending(session)).toEqual([]);
  await bench.turn(session, 'second');

  expect(words(client, 1)).toEqual(['second']);
  expect((await bench.items(session)).map((item) => ('text' in item ? item.text : ''))).toEqual([
    'first',
    'one',
    'From here on the model knows nothing of what is above; the record keeps all of it',
    'second',
    'two',
  ]);
});

test('the history for eyes has what the model is told and what waits', async () => {
  const client = scriptedClient([calls(call('look', { a: 1 })), says('seen')]);
  await using bench = await chatWorkbench({ client, tools: [plainTool('look')], answer: allow });
  const session = await bench.session();
  expect(await bench.app.chat.history(session)).toBe('The history is empty.');
  await bench.turn(session, 'look');
  await bench.app.chat.addPending(session, PUSHED);

  const [, ...rest] = (await bench.app.chat.history(session)).split(/\n\n(?=\[(?!assistant\]\nYou))/);

  expect(rest).toEqual([
    '[user]\nlook',
    '[assistant]\nlook {"a":1} (call-look)',
    '[tool call-look]\nlook ran',
    '[assistant]\nseen',
    '[waiting: push, ls]\nThe user ran `ls`.',
  ]);
});
