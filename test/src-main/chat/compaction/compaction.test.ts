import { expect, test } from 'vitest';
import { fails, hangsAfter, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench, until } from '../chat-workbench.ts';

const tokens = (total: number) => ({ usage: { prompt: total - 5, completion: 5, total } });
const SUMMARY = 'They spoke of a first matter.';
const WITH_SUMMARY = `Context from the earlier discussion:\n\n${SUMMARY}\n\n---\n\n`;
const PUSHED = { kind: 'push', label: 'ls', text: 'The user ran `ls`.' } as const;

const words = (client: ReturnType<typeof scriptedClient>, request: number) =>
  client.requests[request]?.messages.slice(1).map((one) => ('text' in one ? one.text : one.content));
type Bench = Awaited<ReturnType<typeof chatWorkbench>>;
const notices = async (bench: Bench, session: string) =>
  (await bench.items(session)).flatMap((item) => (item.kind === 'notice' ? [item.text] : []));
const eventsOf = async (bench: Bench, session: string, type: string) =>
  (await bench.events(session)).filter((event) => event.type === type);

test('a history as large as the context is condensed by the first profile before the message is answered', async () => {
  const first = scriptedClient([says(SUMMARY, { usage: { prompt: 900, completion: 10, total: 910 } })]);
  const second = scriptedClient([says('one', tokens(2000)), says('two')]);
  const profiles = [
    { name: 'first', client: first, context: 1_000_000 },
    { name: 'second', client: second, context: 2000 },
  ];
  await using bench = await chatWorkbench({ profiles });
  const session = await bench.session();
  await bench.turn(session, 'a first matter', 'second');
  await bench.app.chat.addPending(session, PUSHED);

  await bench.turn(session, 'and now?', 'second');

  expect(first.requests).toHaveLength(1);
  expect(first.requests[0]?.tools).toEqual([]);
  expect(words(first, 0)).toEqual(['a first matter', 'one', expect.stringContaining('Condense our conversation')]);
  expect(words(second, 1)).toEqual([`${WITH_SUMMARY}The user ran \`ls\`.\n\n---\n\nUser Request:\nand now?`]);
  const [event] = await eventsOf(bench, session, 'history.compacted');
  expect(event?.data).toMatchObject({ profile: 'first', summary: SUMMARY, sizeBefore: 2000, isManual: false });
  const system = second.requests[1]?.messages[0];
  const bytes = system && 'text' in system ? Buffer.byteLength(system.text) : 0;
  expect(event?.data.sizeAfter).toBe(Math.round(bytes / 3.25 + 10));
  expect(await notices(bench, session)).toEqual([
    'Profile first was asked to condense the earlier conversation',
    expect.stringContaining('The model goes on with a summary of what is above, by profile first: about 2000 tokens'),
  ]);
  expect((await bench.items(session)).filter(({ kind }) => kind === 'assistant')).toHaveLength(2);

  const replayed = scriptedClient([says('three')]);
  await bench.restart({ profiles: [{ name: 'second', client: replayed }] });
  await bench.turn(session, 'then?');
  expect(words(replayed, 0)).toEqual([...(words(second, 1) ?? []), 'two', 'then?']);
});

test('a history below the context is left alone, and so is one of another profile with more room', async () => {
  const small = scriptedClient([says('one', tokens(1999)), says('two', tokens(2500))]);
  const large = scriptedClient([says('three')]);
  const profiles = [
    { name: 'small', client: small, context: 2000 },
    { name: 'large', client: large, context: 3000 },
  ];
  await using bench = await chatWorkbench({ profiles });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  await bench.turn(session, 'c', 'large');
  expect(words(large, 0)).toEqual(['a', 'one', 'b', 'two', 'c']);
  expect(await eventsOf(bench, session, 'history.compacted')).toEqual([]);
});

test('where the server tells no usage, bytes are counted', async () => {
  const client = scriptedClient([says('x'.repeat(3.25 * 2000), { usage: undefined }), says(SUMMARY), says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  expect(words(client, 2)).toEqual([`${WITH_SUMMARY}User Request:\nb`]);
});

test('a summary that is no smaller is thrown away, and everything stays', async () => {
  const useless = says(SUMMARY, { usage: { prompt: 10, completion: 5000, total: 5010 } });
  const client = scriptedClient([says('one', tokens(2000)), useless, says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  expect(words(client, 2)).toEqual(['a', 'one', 'b']);
  expect(await eventsOf(bench, session, 'history.kept')).toMatchObject([{ data: { size: 2000 } }]);
  expect(await notices(bench, session)).toContain(
    'The earlier conversation was not condensed: its summary would have been no smaller',
  );
});

test.each([
  ['fails', [fails('server', 'down')], 'down'],
  ['refuses', says('', { refusal: 'I will not' }), 'I will not'],
  ['says nothing', says(' '), 'it said nothing'],
])('when the first profile %s the turn fails, nothing changes, and it can be asked again', async (_, reply, why) => {
  const client = scriptedClient([says('one', tokens(2000)), reply, says(SUMMARY), says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.app.chat.addPending(session, PUSHED);
  await bench.turn(session, 'b');
  expect(client.requests).toHaveLength(2);
  expect((await bench.items(session)).findLast(({ kind }) => kind === 'assistant')).toMatchObject({
    state: 'failed',
    canRetry: true,
    note: expect.stringContaining('could not'),
  });
  expect(await eventsOf(bench, session, 'turn.ended')).toMatchObject([
    { data: { outcome: 'done' } },
    { data: { outcome: 'failed' } },
  ]);
  expect(await bench.app.chat.pending(session)).toEqual([PUSHED]);
  const shown = JSON.stringify(await bench.items(session));
  if (why !== 'it said nothing') expect(shown).toContain(why);

  await bench.app.api.retry({ session });
  await bench.idle();
  expect(words(client, 3)).toEqual([`${WITH_SUMMARY}The user ran \`ls\`.\n\n---\n\nUser Request:\nb`]);
});

test('a turn that fails after its compaction does not pay for it again', async () => {
  const client = scriptedClient([says('one', tokens(2000)), says(SUMMARY), [fails('server', 'down')], says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  await bench.turn(session, 'c');
  expect(client.requests).toHaveLength(4);
  expect(words(client, 3)).toEqual([`${WITH_SUMMARY}User Request:\nc`]);
});

test('stopped while it condenses, the turn is over and nothing has changed', async () => {
  const client = scriptedClient([says('one', tokens(2000)), hangsAfter('The'), says(SUMMARY), says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.app.api.send({ session, text: 'b' });
  await until(() => client.requests.length === 2);
  await bench.app.api.stop({ session });
  expect(bench.app.chat.running()).toEqual([]);
  expect((await eventsOf(bench, session, 'turn.ended')).at(-1)?.data).toEqual({ outcome: 'cancelled' });
  await bench.turn(session, 'c');
  expect(words(client, 2)?.slice(0, 2)).toEqual(['a', 'one']);
});

test('compact condenses whenever the person wants, and says what came of it', async () => {
  const client = scriptedClient([
    says('one', tokens(1500)),
    says(SUMMARY, { usage: { prompt: 9, completion: 10, total: 19 } }),
    says('two'),
  ]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client }] });
  const session = await bench.session();
  expect(await bench.app.api.compact({ session })).toEqual({ text: 'There is nothing to condense.' });
  await bench.turn(session, 'a');
  await bench.app.chat.addPending(session, PUSHED);

  expect((await bench.app.api.compact({ session })).text).toMatch(/^Condensed from about 1500 to \d+ tokens\.$/);

  expect((await bench.app.chat.pending(session)).map(({ kind }) => kind)).toEqual(['summary', 'push']);
  await bench.turn(session, 'b');
  expect(words(client, 2)).toEqual([`${WITH_SUMMARY}The user ran \`ls\`.\n\n---\n\nUser Request:\nb`]);
});

test('compact does not run beside a turn, and the demo cannot do it', async () => {
  const client = scriptedClient([hangsAfter('')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client }] });
  const session = await bench.session();
  await bench.app.api.send({ session, text: 'a' });
  await expect(bench.app.api.compact({ session })).rejects.toMatchObject({ code: 'CONFLICT' });
  await bench.app.api.stop({ session });
  await bench.restart({ client: scriptedClient([]) });
  await expect(bench.app.api.compact({ session })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('an output of more than a third of the first profile’s context is described by it, and counted', async () => {
  const first = scriptedClient([says('It printed many numbers.')]);
  const second = scriptedClient([]);
  const profiles = [
    { name: 'first', client: first, context: 2000 },
    { name: 'second', client: second },
  ];
  await using bench = await chatWorkbench({ profiles, prices: [{ model: '*', input: 1, output: 1 }] });
  const session = await bench.session();
  const { signal } = new AbortController();
  expect(await bench.app.chat.summarise(session, 'x'.repeat(2166), signal)).toBeUndefined();

  const summary = await bench.app.chat.summarise(session, 'x'.repeat(2167), signal);

  expect(summary).toBe('It printed many numbers.');
  expect(first.requests).toHaveLength(1);
  expect(first.requests[0]?.tools).toEqual([]);
  expect(first.requests[0]?.messages).toHaveLength(1);
  expect(await eventsOf(bench, session, 'llm.requested')).toMatchObject([{ data: { purpose: 'summary' } }]);
  expect(await eventsOf(bench, session, 'llm.replied')).toMatchObject([{ data: { cost: 15e-6, profile: 'first' } }]);
});

test('an output that cannot be described is an error with the server’s words', async () => {
  const client = scriptedClient([[fails('server', 'out of memory')]]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  const asked = bench.app.chat.summarise(session, 'x'.repeat(9000), new AbortController().signal);
  await expect(asked).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('out of memory') });
});
