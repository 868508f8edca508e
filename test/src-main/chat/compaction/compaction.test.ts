import { expect, test } from 'vitest';
import { fails, hangsAfter, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench, until } from '../chat-workbench.ts';

const tokens = (total: number) => ({ usage: { prompt: total - 5, completion: 5, total } });
/** A conversation of more than 2000 tokens, whatever the app says beside it. */
const FULL = tokens(9000);
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

test('a history as large as the context is compacted by the first profile before the message is answered', async () => {
  const first = scriptedClient([says(SUMMARY, { usage: { prompt: 900, completion: 10, total: 910 } })]);
  const second = scriptedClient([says('one', FULL), says('two')]);
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
  expect(event?.data).toMatchObject({ profile: 'first', summary: SUMMARY, sizeBefore: 9000, isManual: false });
  const system = second.requests[1]?.messages[0];
  const bytes = system && 'text' in system ? Buffer.byteLength(system.text) : 0;
  expect(event?.data.sizeAfter).toBe(Math.round(bytes / 3.25 + 10));
  expect(await notices(bench, session)).toEqual([
    'Profile first was asked to compact the earlier conversation',
    expect.stringContaining('The model goes on with a summary of what is above, by profile first: about 9000 tokens'),
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

test('what the server counts for more than its bytes is left out, too, where it could not be compacted', async () => {
  const client = scriptedClient([says('x'.repeat(40)), says('y'.repeat(40), FULL), says(' '), says('three')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  for (const text of ['a', 'b', 'c']) await bench.turn(session, text);
  const [shortened] = await eventsOf(bench, session, 'history.shortened');
  expect(shortened?.data).toMatchObject({ leftOut: 4, kept: 0, sizeAfter: expect.toSatisfy((size) => size < 2000) });
  expect(words(client, 3)).toEqual([expect.stringMatching(/^Earlier messages.*\nc$/s)]);
});

test('a summary that is no smaller is thrown away, and everything stays', async () => {
  const useless = says(SUMMARY, { usage: { prompt: 10, completion: 50_000, total: 50_010 } });
  const client = scriptedClient([says('one', FULL), useless, says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  expect(words(client, 2)).toEqual(['a', 'one', 'b']);
  expect(await eventsOf(bench, session, 'history.kept')).toMatchObject([{ data: { size: 9000 } }]);
  expect(await notices(bench, session)).toContain(
    'The earlier conversation was not compacted: its summary would have been no smaller',
  );
});

test.each([
  ['is shown', { reasoning: 'Hm.' }, { completion: 8990 }],
  ['is not shown', { reasoningTokens: 8890 }, { completion: 8990 }],
  ['is counted in the total alone', {}, { completion: 100 }],
  ['is told of, and counted in the total alone', { reasoningTokens: 8890 }, { completion: 100 }],
])('a thought that %s and is not sent again is no part of the conversation', async (_, thought, counted) => {
  const usage = { prompt: 10, total: 9000, ...counted };
  const client = scriptedClient([says('one', { usage, ...thought }), says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  expect(words(client, 1)).toEqual(['a', 'one', 'b']);
  expect(await eventsOf(bench, session, 'history.compacted')).toEqual([]);
});

test('a thought that the service gets back counts', async () => {
  const thought = { thinking: [{ type: 'thinking' as const, thinking: 'Hm.', signature: 's' }] };
  const client = scriptedClient([says('one', { ...FULL, ...thought }), says(SUMMARY), says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  expect(words(client, 2)).toEqual([`${WITH_SUMMARY}User Request:\nb`]);
});

test.each([
  ['is shown', { reasoning: 'What matters of it?' }],
  ['is not shown', { reasoningTokens: 49_000 }],
])('a thought about the summary, which %s, is no part of its size', async (_, thought) => {
  const usage = { prompt: 10, completion: 49_010, total: 49_020 };
  const client = scriptedClient([says('one', FULL), says(SUMMARY, { usage, ...thought }), says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  expect(words(client, 2)).toEqual([`${WITH_SUMMARY}User Request:\nb`]);
  const [event] = await eventsOf(bench, session, 'history.compacted');
  const system = client.requests[2]?.messages[0];
  const bytes = system && 'text' in system ? Buffer.byteLength(system.text) : 0;
  expect(event?.data.sizeAfter).toBe(Math.round((bytes + SUMMARY.length) / 3.25));
});

test.each([
  ['fails', [fails('server', 'down')], 'down'],
  ['refuses', says('', { refusal: 'I will not' }), 'I will not'],
  ['says nothing', says(' '), 'it said nothing'],
])(
  'when the first profile %s the turn goes on with the newest messages that fit, and says so',
  async (_, reply, why) => {
    const newest = 'y'.repeat(800);
    const client = scriptedClient([says('x'.repeat(4000)), says(newest, FULL), reply, says('three'), says('four')]);
    await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
    const session = await bench.session();
    await bench.turn(session, 'a');
    await bench.turn(session, 'b');
    await bench.app.chat.addPending(session, PUSHED);

    await bench.turn(session, 'c');

    const left = 'Earlier messages of this conversation are left out: they did not fit.';
    const now = ['The user ran `ls`.\n\n---\n\nUser Request:\nc'];
    expect(words(client, 3)).toEqual([`${left}\n\n---\n\nb`, newest, ...now]);
    expect(await eventsOf(bench, session, 'history.shortened')).toMatchObject([
      { data: { profile: 'p', leftOut: 2, kept: 2, why: expect.stringContaining(why) } },
    ]);
    expect((await eventsOf(bench, session, 'turn.ended')).at(-1)?.data).toEqual({ outcome: 'done' });
    expect(await notices(bench, session)).toEqual([
      expect.stringContaining(`could not: ${why}`),
      expect.stringContaining(
        'the model goes on with its newest 2 messages and this one. 2 older messages are not sent',
      ),
    ]);
    expect((await bench.items(session)).filter(({ kind }) => kind === 'assistant')).toHaveLength(3);

    // The next one is not compacted again: there is room now. And a restart sends the same.
    await bench.turn(session, 'd');
    expect(words(client, 4)).toEqual([...(words(client, 3) ?? []), 'three', 'd']);
    const replayed = scriptedClient([says('five')]);
    await bench.restart({ profiles: [{ name: 'p', client: replayed }] });
    await bench.turn(session, 'e');
    expect(words(replayed, 0)).toEqual([...(words(client, 4) ?? []), 'four', 'e']);
  },
);

test('where not even the last turn fits, the message goes alone; if it fails, the next one does not bring the old ones back', async () => {
  const down = [fails('server', 'down')];
  const client = scriptedClient([says('x'.repeat(9000), FULL), down, down, says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  expect(words(client, 2)).toEqual([expect.stringMatching(/left out: they did not fit\.\n\n---\n\nb$/)]);
  expect((await bench.items(session)).findLast(({ kind }) => kind === 'assistant')).toMatchObject({
    state: 'failed',
    canRetry: true,
  });
  await bench.turn(session, 'c');
  expect(words(client, 3)).toEqual([expect.stringMatching(/left out: they did not fit\.\n\n---\n\nc$/)]);
});

test('what the app says by itself, such as the descriptions of its tools, does not fill the context', async () => {
  const client = scriptedClient([says('one', tokens(2000)), says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  expect(words(client, 1)).toEqual(['a', 'one', 'b']);
  expect(await eventsOf(bench, session, 'history.compacted')).toEqual([]);
});

test('the server is asked how much the model takes before anything is compacted, and where it takes more nothing is', async () => {
  const client = scriptedClient([says('one', FULL), says('two')]);
  let asked = 0;
  const learnContext = async () => {
    asked += 1;
    profile.context = 100_000;
  };
  const profile = { name: 'p', context: 2000, client: { ...client, bytesPerToken: 3.25, learnContext } };
  await using bench = await chatWorkbench({ profiles: [profile] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  expect(asked).toBe(0);
  await bench.turn(session, 'b');
  expect(asked).toBe(1);
  expect(words(client, 1)).toEqual(['a', 'one', 'b']);
});

test('a turn that fails after its compaction does not pay for it again', async () => {
  const client = scriptedClient([says('one', FULL), says(SUMMARY), [fails('server', 'down')], says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 2000 }] });
  const session = await bench.session();
  await bench.turn(session, 'a');
  await bench.turn(session, 'b');
  await bench.turn(session, 'c');
  expect(client.requests).toHaveLength(4);
  expect(words(client, 3)).toEqual([`${WITH_SUMMARY}User Request:\nc`]);
});

test('stopped while it condenses, the turn is over and nothing has changed', async () => {
  const client = scriptedClient([says('one', FULL), hangsAfter('The'), says(SUMMARY), says('two')]);
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
  expect(await bench.app.api.compact({ session })).toEqual({ text: 'There is nothing to compact.' });
  await bench.turn(session, 'a');
  await bench.app.chat.addPending(session, PUSHED);

  expect((await bench.app.api.compact({ session })).text).toMatch(/^Compacted from about 1500 to \d+ tokens\.$/);

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
