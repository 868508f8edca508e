import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionSummary } from '#contract';
import { says, scriptedClient } from '../../../support/scripted-client.ts';
import { type ChatWorkbench, chatWorkbench } from '../chat-workbench.ts';

/** Two turns, the app ended and started again; nothing has been read yet. */
async function afterTwoTurns() {
  const client = scriptedClient([says('one'), says('two'), says('three'), says('four')]);
  const bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.turn(session, 'first');
  await bench.turn(session, 'second');
  await bench.restart();
  return { bench, session, client, file: join(bench.ledger.folder, 'sessions', `${session}.jsonl`) };
}

const texts = async (bench: ChatWorkbench, session: string) =>
  (await bench.items(session)).map((item) => ('text' in item ? item.text : item.kind));

async function summaryOf(bench: ChatWorkbench, session: string): Promise<SessionSummary | undefined> {
  return (await bench.app.chat.summaries()).find(({ id }) => id === session);
}

async function keepLines(file: string, count: number): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, `${lines.slice(0, count).join('\n')}\n`);
}

test('a session whose record was cut says so in the list and its conversation, and goes on', async () => {
  const { bench, session, client, file } = await afterTwoTurns();
  await using _ = bench;
  const events = (await readFile(file, 'utf8')).trimEnd().split('\n').length;
  const left = (await readFile(file, 'utf8')).split('\n').findIndex((line) => line.includes('"text":"second"'));
  await keepLines(file, left);
  const sentence = new RegExp(
    `^This record was cut: ${left} of ${events} events are left\\. .* What is left is shown\\.$`,
  );

  expect(await summaryOf(bench, session)).toMatchObject({ recordCut: 'shortened', title: 'first', messages: 2 });
  const items = await bench.items(session);
  expect(items.map(({ kind }) => kind)).toEqual(['user', 'assistant', 'notice']);
  expect(items[2]).toMatchObject({ level: 'warning', text: expect.stringMatching(sentence) });
  expect(await readFile(file, 'utf8')).not.toContain('record.cut');

  const seen: string[] = [];
  const ending = new AbortController();
  const stream = await bench.app.api.conversation({ session }, { signal: ending.signal });
  const following = (async () => {
    for await (const update of stream) if (update.kind === 'item') seen.push(`${update.item.kind} ${update.item.id}`);
  })().catch(() => {});
  await bench.turn(session, 'third');
  ending.abort();
  await following;
  expect(client.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(new Set(seen.filter((item) => item.startsWith('notice')))).toEqual(new Set(['notice record.cut']));

  const expected = ['first', 'one', expect.stringMatching(sentence), 'third', 'three'];
  expect(await texts(bench, session)).toEqual(expected);
  await bench.restart();
  expect(await texts(bench, session)).toEqual(expected);
  expect(await summaryOf(bench, session)).toMatchObject({ recordCut: 'shortened', state: 'done' });
});

test.each([
  ['emptied', (file: string) => truncate(file, 0), /^This record was emptied: all \d+ events are gone/],
  ['missing', (file: string) => rm(file), /^This record is missing: its file is gone/],
] as const)(
  'a session whose record is %s opens as an empty conversation that says so',
  async (how, damage, sentence) => {
    const { bench, session, client, file } = await afterTwoTurns();
    await using _ = bench;
    const before = Date.now() - 60_000;
    await damage(file);

    const summary = await summaryOf(bench, session);
    expect(summary).toMatchObject({ recordCut: how, title: `Session ${session}`, state: 'idle', messages: 0 });
    expect(summary?.updatedAt).toBeGreaterThan(before);
    expect(await texts(bench, session)).toEqual([expect.stringMatching(sentence)]);

    await bench.turn(session, 'Go on');
    expect(client.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(await texts(bench, session)).toEqual([expect.stringMatching(sentence), 'Go on', 'three']);
    expect(await summaryOf(bench, session)).toMatchObject({ recordCut: how, title: 'Go on', state: 'done' });
    expect(bench.logged).toEqual([]);
  },
);

test('a session whose record is whole carries no mark', async () => {
  const { bench, session } = await afterTwoTurns();
  await using _ = bench;
  expect((await summaryOf(bench, session))?.recordCut).toBeUndefined();
  expect(await texts(bench, session)).toEqual(['first', 'one', 'second', 'two']);
});
