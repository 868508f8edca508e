import { describe, expect, test } from 'vitest';
import {
  addressOfNoServer,
  type ScriptedReply,
  scriptedModelServer,
  streamedReply,
} from '../../support/scripted-model-server.ts';
import { ask, clientFor, delta, REQUEST, sse } from './model-fixture.ts';

const error = (status: number, message: string, more: Partial<ScriptedReply> = {}): ScriptedReply => ({
  status,
  body: JSON.stringify({ error: { message } }),
  ...more,
});

describe('before anything was received', () => {
  test.each([
    ['408', error(408, 'Too slow')],
    ['425', error(425, 'Too early')],
    ['429', error(429, 'Slow down')],
    ['500', error(500, 'Oops')],
    ['503', error(503, 'Overloaded')],
    ['a lost connection', { isDropped: true }],
    ['an error as the first event', { body: sse({ error: { message: 'Busy', code: 503 } }) }],
  ] as const)('%s is tried again, which shows', async (_, reply) => {
    await using server = await scriptedModelServer([reply, reply, { text: 'At last' }]);
    await using client = clientFor(server.baseUrl, { random: () => 0.5 });

    const { waiting, reply: got, events } = await ask(client);

    expect(got?.text).toBe('At last');
    expect(waiting.map((event) => event.type === 'waiting' && [event.attempt, event.delayMs])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(events.slice(0, 2).every(({ type }) => type === 'waiting')).toBe(true);
    expect(server.completions).toHaveLength(3);
  });

  test('it is given up after five retries, in the server’s words', async () => {
    await using server = await scriptedModelServer(Array(9).fill(error(503, 'Overloaded')));
    await using client = clientFor(server.baseUrl);
    const { failure, waiting } = await ask(client);
    expect(server.completions).toHaveLength(6);
    expect(waiting).toHaveLength(5);
    expect(failure).toEqual({
      code: 'server',
      message: `Overloaded (503 from ${server.baseUrl}/chat/completions)`,
      retryable: true,
      status: 503,
      origin: { kind: 'answer', said: 'Overloaded' },
    });
  });

  test('a server that is not there is tried again, and named', async () => {
    const baseUrl = await addressOfNoServer();
    await using client = clientFor(baseUrl);
    const { failure, waiting } = await ask(client);
    expect(waiting).toHaveLength(5);
    expect(failure).toEqual({
      code: 'unreachable',
      message: `Nothing answers at ${baseUrl}/chat/completions (connection refused)`,
      retryable: true,
    });
  });

  test('does not mean before anything was shown: a model that was thinking is not asked again', async () => {
    const body = sse(delta({ reasoning_content: 'Let me see' }), delta({ content: 'So' }));
    const bytes = body.indexOf('data:', 10);
    await using server = await scriptedModelServer([
      { body, cut: { bytes, how: 'reset' }, delayMs: 30 },
      { text: 'no' },
    ]);
    await using client = clientFor(server.baseUrl);
    const { failure, events } = await ask(client);
    expect(failure).toMatchObject({ code: 'broken-off', retryable: true });
    expect(events.map(({ type }) => type)).toEqual(['reasoning', 'failed']);
    expect(server.completions).toHaveLength(1);
  });

  test('a connection that breaks right after its headers is tried again', async () => {
    const broken: ScriptedReply = { text: 'x', cut: { bytes: 0, how: 'reset' }, delayMs: 20 };
    await using server = await scriptedModelServer([broken, { text: 'ok' }]);
    await using client = clientFor(server.baseUrl);
    const { waiting, reply } = await ask(client);
    expect(waiting).toHaveLength(1);
    expect(reply?.text).toBe('ok');
  });

  test('what Retry-After asks for is waited for', async () => {
    await using server = await scriptedModelServer([
      error(429, 'Slow down', { headers: { 'retry-after': '0.3' } }),
      { text: 'ok' },
    ]);
    await using client = clientFor(server.baseUrl);
    const { waiting, reply } = await ask(client);
    expect(waiting).toEqual([
      { type: 'waiting', attempt: 1, delayMs: 300, reason: expect.stringContaining('Slow down') },
    ]);
    const [first, second] = server.completions;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(295);
    expect(reply?.text).toBe('ok');
  });

  test('a limit of the rate is waited for, though it names the page of billing', async () => {
    const message = 'Rate limit reached. Please add a payment method: https://platform.openai.com/account/billing';
    const body = JSON.stringify({ error: { message, type: 'requests', code: 'rate_limit_exceeded' } });
    await using server = await scriptedModelServer([
      error(429, 'x', { body, headers: { 'retry-after': '0' } }),
      { text: 'ok' },
    ]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).reply?.text).toBe('ok');
  });

  test('waiting can be stopped at once', async () => {
    await using server = await scriptedModelServer([error(429, 'x', { headers: { 'retry-after': '300' } })]);
    await using client = clientFor(server.baseUrl);
    const stop = new AbortController();
    let abortedAt = 0;
    for await (const event of client.stream(REQUEST, stop.signal)) {
      if (event.type === 'waiting') {
        expect(event.delayMs).toBe(300_000);
        abortedAt = performance.now();
        stop.abort();
      } else expect(event).toMatchObject({ type: 'failed', failure: { code: 'cancelled' } });
    }
    expect(performance.now() - abortedAt).toBeLessThan(200);
  });

  test.each([
    ['asks to wait for hours', { headers: { 'retry-after': '7200' } }, 'it asks to wait 120 minutes'],
    ['says the quota is used up', { body: '{"error":{"message":"No money","code":"insufficient_quota"}}' }, 'No money'],
  ])('429 that %s is not waited for', async (_, more, words) => {
    await using server = await scriptedModelServer([error(429, 'Too much', more)]);
    await using client = clientFor(server.baseUrl);
    const { failure, waiting } = await ask(client);
    expect(waiting).toEqual([]);
    expect(failure).toMatchObject({ code: 'rate-limited', retryable: true, message: expect.stringContaining(words) });
  });

  test.each([
    [400, 'bad-request'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'not-found'],
    [418, 'bad-request'],
  ] as const)('%i is not tried again', async (status, code) => {
    await using server = await scriptedModelServer([error(status, 'No')]);
    await using client = clientFor(server.baseUrl);
    const { failure } = await ask(client);
    expect(failure).toEqual({
      code,
      message: `No (${status} from ${server.baseUrl}/chat/completions)`,
      retryable: false,
      status,
      origin: { kind: 'answer', said: 'No' },
    });
    expect(server.completions).toHaveLength(1);
  });

  test('a server that sends on to another is not followed, as that one was not chosen', async () => {
    await using other = await scriptedModelServer([{ text: 'gotcha' }]);
    const location = `${other.baseUrl}/chat/completions?token=x`;
    await using server = await scriptedModelServer([{ status: 307, headers: { location } }]);
    await using client = clientFor(server.baseUrl, { key: 'secret-key-1' });
    const { failure } = await ask(client);
    expect(failure?.message).toContain(`sends on to ${other.baseUrl}/chat/completions (307`);
    expect(other.requests).toEqual([]);
  });
});

describe('the server’s own words', () => {
  test.each([
    ['OpenAI’s shape', '{"error":{"message":"Too long"}}', 'Too long'],
    ['a plain error', '{"error":"Too long"}', 'Too long'],
    ['a message', '{"message":"Too long"}', 'Too long'],
    ['FastAPI’s shape', '{"detail":[{"loc":["body","x"],"msg":"Too long"}]}', 'body.x: Too long'],
    ['a list', '[{"error":{"message":"Too long"}}]', 'Too long'],
    ['another JSON', '{"reason":7}', '{"reason":7}'],
    ['text', 'Too\n\tlong\u001b[31m', 'Too long [31m'],
    ['a page', '<!DOCTYPE html><html><title>502 Bad\nGateway</title><p>x', 'a web page, "502 Bad Gateway"'],
    ['nothing', '', 'The server gave no reason'],
  ])('are found in %s', async (_, body, words) => {
    await using server = await scriptedModelServer([{ status: 400, body }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).failure?.message).toBe(`${words} (400 from ${server.baseUrl}/chat/completions)`);
  });

  test('are cut when they have no end, and not waited for', async () => {
    const body = 'x'.repeat(500_000);
    await using server = await scriptedModelServer([{ status: 400, body, cut: { bytes: 200_000, how: 'stall' } }]);
    await using client = clientFor(server.baseUrl);
    const { failure } = await ask(client);
    expect(failure?.message.length).toBeLessThan(2200);
  });

  test('hold no key, whatever the server repeats', async () => {
    const key = 'secret-key-1';
    const body = JSON.stringify({ error: { message: `Wrong key ${key}` } });
    await using server = await scriptedModelServer([{ status: 401, body }]);
    const logged: string[] = [];
    const write = (event: string, fields?: unknown) => void logged.push(JSON.stringify([event, fields]));
    await using client = clientFor(server.baseUrl, {
      key,
      redact: (text) => text.replaceAll(key, '[key]'),
      log: { debug: write, info: write, warn: write, error: write },
    });
    const { failure } = await ask(client);
    expect(failure?.message).toContain('Wrong key [key]');
    expect(logged.join()).toContain('model.failed');
    expect(logged.join()).not.toContain(key);
  });

  test('name the server without the password in its address', async () => {
    await using server = await scriptedModelServer([{ status: 400, body: 'No' }]);
    const baseUrl = server.baseUrl.replace('http://', 'http://me:pass-word@');
    await using client = clientFor(`${baseUrl}?api-version=7`);
    const { failure } = await ask(client);
    expect(failure?.message).toBe(`No (400 from ${server.baseUrl}/chat/completions)`);
    expect(server.completions[0]?.path).toBe('/v1/chat/completions?api-version=7');
    expect(server.completions[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('me:pass-word').toString('base64')}`,
    );
  });

  test('are the server’s own, with a password and no name', async () => {
    await using server = await scriptedModelServer([{ status: 400, body: 'No' }]);
    await using client = clientFor(server.baseUrl.replace('http://', 'http://:pass-word@'));
    await ask(client);
    expect(server.completions[0]?.headers.authorization).toBe(`Basic ${Buffer.from(':pass-word').toString('base64')}`);
  });

  test('are the server’s own, with a password in which a percent sign encodes nothing', async () => {
    await using server = await scriptedModelServer([{ status: 400, body: 'No' }]);
    await using client = clientFor(server.baseUrl.replace('http://', 'http://me:100%@'));
    const { failure } = await ask(client);
    expect(failure?.message).toBe(`No (400 from ${server.baseUrl}/chat/completions)`);
    expect(server.completions[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:100%').toString('base64')}`);
  });
});

describe('a parameter that a server does not know', () => {
  test.each([
    ['by its name', 400, { error: { message: "Unknown parameter: 'stream_options'." } }],
    [
      'as FastAPI says it',
      422,
      { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
    ],
    ['without a name', 400, { error: 'unexpected keyword argument' }],
  ])('%s is left out, from then on', async (_, status, body) => {
    const refusal = { status, body: JSON.stringify(body) };
    await using server = await scriptedModelServer([refusal, { text: 'one' }, { text: 'two' }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).reply?.text).toBe('one');
    expect((await ask(client)).reply?.text).toBe('two');
    expect(server.completions.map(({ body: sent }) => 'stream_options' in (sent as object))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('may be another one too', async () => {
    const refuse = (name: string) => error(400, `Unsupported parameter: '${name}' is not supported with this model.`);
    await using server = await scriptedModelServer([refuse('top_p'), refuse('stream_options'), { text: 'ok' }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).reply?.text).toBe('ok');
    expect(Object.keys(server.completions[2]?.body as object).sort()).toEqual(['messages', 'model', 'stream', 'tools']);
  });

  test('does not go on for ever', async () => {
    await using server = await scriptedModelServer(Array(9).fill(error(400, 'stream_options top_p')));
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).failure?.code).toBe('bad-request');
    expect(server.completions).toHaveLength(3);
  });
});

describe('a server that stalls', () => {
  const whole = Buffer.from(streamedReply({ text: 'One two three four' }));
  const someEvents = whole.indexOf('\n\n', 400) + 2;

  test.each([
    ['before its headers', (): ScriptedReply => ({ isSilent: true })],
    ['in the middle', (): ScriptedReply => ({ body: whole, cut: { bytes: someEvents, how: 'stall' } })],
    [
      'but keeps sending comments',
      (): ScriptedReply => ({ body: whole, cut: { bytes: someEvents, how: 'stall' }, pingMs: 20 }),
    ],
  ])('%s is given up', async (_, reply) => {
    await using server = await scriptedModelServer([reply()]);
    await using client = clientFor(server.baseUrl, { stallMs: 300 });
    const since = performance.now();
    const { failure } = await ask(client);
    const tookMs = performance.now() - since;
    expect(failure).toMatchObject({
      code: 'stalled',
      retryable: true,
      message: expect.stringContaining(server.baseUrl),
    });
    expect(tookMs).toBeGreaterThan(280);
    expect(tookMs).toBeLessThan(1500);
    await expect.poll(() => server.connections).toBe(0);
  });

  test('with empty deltas is given up as well', async () => {
    const empty = sse(delta({ content: '' }), delta({ role: 'assistant' }), { choices: [] }, { type: 'ping' });
    await using server = await scriptedModelServer([{ body: empty.repeat(100), seed: 1, delayMs: 10 }]);
    await using client = clientFor(server.baseUrl, { stallMs: 300 });
    expect((await ask(client)).failure?.code).toBe('stalled');
  });

  test('is not one that is slow, or only thinks', async () => {
    const body = sse(
      ...Array(8).fill(delta({ reasoning_content: 'hm' })),
      delta({ content: 'ok' }),
      delta({}, 'stop'),
      '[DONE]',
    );
    await using server = await scriptedModelServer([{ body, seed: 2, delayMs: 30 }]);
    await using client = clientFor(server.baseUrl, { stallMs: 400 });
    expect((await ask(client)).reply?.text).toBe('ok');
  });

  test('is not one whose reader is slow', async () => {
    await using server = await scriptedModelServer([{ text: 'One two three four' }]);
    await using client = clientFor(server.baseUrl, { stallMs: 150 });
    let text = '';
    for await (const event of client.stream(REQUEST, new AbortController().signal)) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'text') await new Promise((resolve) => setTimeout(resolve, 200));
      expect(event.type).not.toBe('failed');
    }
    expect(text).toBe('One two three four');
  });
});

describe('odd replies', () => {
  const bodies: [string, string, string][] = [
    ['a web page', '<html>', 'web page'],
    ['no JSON in an event', 'data: {"a\n\n', 'not JSON'],
    ['nothing at all', '', 'before the reply was complete'],
    ['only [DONE]', 'data: [DONE]\n\n', 'without saying anything'],
    ['a number', 'data: 7\n\n', 'before the reply was complete'],
  ];
  test.each(bodies)('with %s fail with a reason', async (name, body, words) => {
    const headers = name === 'a web page' ? { 'content-type': 'text/html' } : {};
    await using server = await scriptedModelServer([{ body, headers }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).failure?.message).toContain(words);
  });

  test('with fields of other types are read as far as they make sense', async () => {
    const body = sse(
      { choices: 'none', usage: null, model: 7 },
      { choices: [{ delta: null, finish_reason: null, index: null }] },
      delta({ content: [{ type: 'text', text: 'Hel' }, 'lo'], tool_calls: null, role: 5 }),
      delta({ content: 7, tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: { path: 'x' } } }] }),
      { choices: [{ delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 1, completion_tokens: 2 } },
      '[DONE]',
    );
    await using server = await scriptedModelServer([{ body }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).reply).toEqual({
      model: 'scripted-1',
      text: 'Hello',
      calls: [{ callId: 'a', tool: 'read', arguments: '{"path":"x"}' }],
      finish: 'tool-calls',
      usage: { prompt: 1, completion: 2, total: 3 },
    });
  });
});
