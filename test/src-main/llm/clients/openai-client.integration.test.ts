import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { randomFrom, scriptedModelServer, streamedReply } from '../../../support/scripted-model-server.ts';
import { Stopwatch, waitsBeyond } from '../../../support/time-taken.ts';
import { ask, clientFor, delta, REQUEST, sse } from '../model-fixture.ts';

const RUNS = process.env.SIGMA_TEST_LONG === '1' ? 1000 : 40;
const CALLS = [
  {
    id: 'a',
    tool: 'edit_file',
    arguments: { path: 'größe/東京.txt', edits: [{ oldText: '🇩🇪\r\n', newText: '👩‍👩‍👧' }] },
  },
  { id: 'b', tool: 'execute_command', arguments: { command_line: 'printf "\\u001b[1m✓" | cat' } },
  { id: 'c', tool: 'read_file', arguments: '' },
];
const TEXT = 'Grüße aus 東京 — 👩‍👩‍👧 und 🇩🇪.\r\nNext\n\ndata: not an event\n';

test(`a reply is the same however its bytes are cut (${RUNS} cuts)`, async () => {
  await using server = await scriptedModelServer();
  await using client = clientFor(server.baseUrl);
  const body = streamedReply({ text: TEXT, calls: CALLS });
  const endings = ['\n', '\r\n', '\r'];
  for (let seed = 0; seed < RUNS; seed++) {
    server.push({ body: body.replaceAll('\n', endings[seed % 3] ?? '\n'), seed });
    const { reply, text } = await ask(client);
    expect(text, `seed ${seed}`).toBe(TEXT);
    expect(reply, `seed ${seed}`).toEqual({
      model: 'scripted-1',
      text: TEXT,
      calls: CALLS.map(({ id, tool, arguments: args }) => ({
        callId: id,
        tool,
        arguments: args === '' ? '{}' : JSON.stringify(args),
      })),
      finish: 'tool-calls',
      usage: { prompt: 10, completion: 5, total: 15 },
    });
  }
});

test(`stopping at any moment ends the reply within 200 ms, and the connection with it`, async () => {
  await using server = await scriptedModelServer();
  await using client = clientFor(server.baseUrl, { backoff: { retries: 5, firstMs: 40, maxMs: 40 } });
  const random = randomFrom(11);
  const scripts = [
    { text: TEXT.repeat(4), seed: 1, delayMs: 5 },
    { isSilent: true },
    { status: 503, body: 'busy' },
    { text: TEXT, cut: { bytes: 300, how: 'stall' as const } },
  ];
  const waits: number[] = [];
  for (let run = 0; run < RUNS / 2; run++) {
    // More of the same where a retry asks again; what is left over is asked for no more.
    const script = scripts[run % scripts.length] ?? {};
    server.push(...Array(run % scripts.length === 2 ? 6 : 1).fill(script));
    const stop = new AbortController();
    let watch: Stopwatch | undefined;
    const timer = setTimeout(
      () => {
        watch = new Stopwatch();
        stop.abort();
      },
      Math.floor(random() * 80),
    );
    const { failure } = await ask(client, REQUEST, stop.signal);
    clearTimeout(timer);
    if (watch) {
      expect(failure?.code, `run ${run}`).toBe('cancelled');
      waits.push(watch.ms);
      watch[Symbol.dispose]();
    }
    server.clear();
  }
  expect(waits).not.toEqual([]);
  expect(waitsBeyond(200, waits)).toEqual([]);
  // A few are kept for the next request; those of the replies that were stopped are not among them.
  await expect.poll(() => server.connections, { timeout: 2000 }).toBeLessThanOrEqual(5);
});

describe('leaving a reply', () => {
  test('ends its request', async () => {
    await using server = await scriptedModelServer([{ text: TEXT, cut: { bytes: 600, how: 'stall' } }]);
    await using client = clientFor(server.baseUrl);
    for await (const event of client.stream(REQUEST, new AbortController().signal)) if (event.type === 'text') break;
    await expect.poll(() => server.connections).toBe(0);
  });

  test('leaves no timer and no listener behind', async () => {
    await using server = await scriptedModelServer(Array(40).fill({ text: 'Hi' }));
    await using client = clientFor(server.baseUrl);
    const stop = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = stop.signal;
    stop.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(stop.signal, args);
    };
    stop.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(stop.signal, args);
    };
    for (let round = 0; round < 40; round++) expect((await ask(client, REQUEST, stop.signal)).reply?.text).toBe('Hi');
    expect(listeners).toBe(0);
  });
});

test('a reply that does not end after its reason is not waited for long', async () => {
  const body = sse(delta({ content: 'ok' }), delta({}, 'stop'));
  await using server = await scriptedModelServer([{ body, cut: { bytes: body.length, how: 'stall' }, pingMs: 50 }]);
  await using client = clientFor(server.baseUrl, { stallMs: 60_000 });
  expect((await ask(client)).reply).toMatchObject({ text: 'ok', finish: 'stop' });
});

test.skipIf(process.platform !== 'linux')(
  'a thousand replies leave no connection open (skipped where there is no /proc)',
  async () => {
    await using server = await scriptedModelServer(Array(1000).fill({ text: 'Hi' }));
    await using client = clientFor(server.baseUrl);
    const before = (await readdir('/proc/self/fd')).length;
    for (let round = 0; round < 1000; round++) await ask(client);
    expect((await readdir('/proc/self/fd')).length).toBeLessThan(before + 20);
  },
);
