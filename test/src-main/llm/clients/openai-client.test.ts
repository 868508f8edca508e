import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { scriptedModelServer, streamedReply } from '../../../support/scripted-model-server.ts';
import { ask, clientFor, delta, REQUEST, sse } from '../model-fixture.ts';

const CALLS = [
  { id: 'a', tool: 'read_file', arguments: { path: 'grüße/日本.txt' } },
  { id: 'b', tool: 'execute_command', arguments: { command_line: 'printf "\\u001b[1m✓"' } },
];
const TEXT = 'Grüße aus 東京 — 👩‍👩‍👧 und 🇩🇪.\r\nNext line\n\ndata: not an event\n';

describe('a reply', () => {
  test('arrives as text in pieces, then whole, with its usage', async () => {
    await using server = await scriptedModelServer([
      { text: 'Hello there, person', usage: { prompt: 3, completion: 4 } },
    ]);
    await using client = clientFor(server.baseUrl);

    const { text, reply, events } = await ask(client);

    expect(text).toBe('Hello there, person');
    expect(events.filter((event) => event.type === 'text').length).toBeGreaterThan(1);
    expect(reply).toEqual({
      model: 'scripted-1',
      text: 'Hello there, person',
      calls: [],
      finish: 'stop',
      usage: { prompt: 3, completion: 4, total: 7 },
    });
  });

  test('brings its calls whole, in order', async () => {
    await using server = await scriptedModelServer([{ text: TEXT, calls: CALLS }]);
    await using client = clientFor(server.baseUrl);

    const { reply } = await ask(client);

    expect(reply?.text).toBe(TEXT);
    expect(reply?.finish).toBe('tool-calls');
    expect(reply?.calls.map(({ callId, tool, arguments: text }) => [callId, tool, JSON.parse(text)])).toEqual(
      CALLS.map((call) => [call.id, call.tool, call.arguments]),
    );
  });

  test('that refuses says so', async () => {
    await using server = await scriptedModelServer([{ refusal: 'I cannot do that' }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).reply).toMatchObject({ refusal: 'I cannot do that', text: '', finish: 'stop' });
  });

  test('from a server that does not stream is taken whole', async () => {
    const message = {
      content: 'All at once',
      tool_calls: [{ id: 'x', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } }],
    };
    const body = JSON.stringify({ model: 'm', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
    await using server = await scriptedModelServer([{ body, headers: { 'content-type': 'application/json' } }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).reply).toEqual({
      model: 'm',
      text: 'All at once',
      calls: [{ callId: 'x', tool: 'read_file', arguments: '{"path":"a"}' }],
      finish: 'tool-calls',
    });
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('compressed with %s and cut anywhere is the same', async (encoding, compress) => {
    const body = compress(streamedReply({ text: TEXT, calls: CALLS }));
    await using server = await scriptedModelServer([{ body, seed: 7, headers: { 'content-encoding': encoding } }]);
    await using client = clientFor(server.baseUrl);
    const { reply } = await ask(client);
    expect(reply?.text).toBe(TEXT);
    expect(reply?.calls).toHaveLength(2);
  });

  test.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['CR', (text: string) => text.replaceAll('\n', '\r')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['no space after data:', (text: string) => text.replaceAll('data: ', 'data:')],
    [
      'comments and pings',
      (text: string) => `: hi\n\nevent: ping\ndata: {"type":"ping"}\n\n${text.replaceAll('\n\n', '\n\n:\n\n')}`,
    ],
    ['no blank lines between events', (text: string) => text.replaceAll('\n\n', '\n')],
    ['no line ending at the end', (text: string) => text.trimEnd()],
  ])('with %s, one byte at a time, is the same', async (_, change) => {
    const body = Buffer.from(change(streamedReply({ text: TEXT, calls: CALLS })));
    await using server = await scriptedModelServer([{ body, seed: 3 }]);
    await using client = clientFor(server.baseUrl);
    const { reply, failure } = await ask(client);
    expect(failure).toBeUndefined();
    expect(reply?.text).toBe(TEXT);
    expect(reply?.calls).toHaveLength(2);
    expect(reply?.usage?.total).toBe(15);
  });
});

describe('a reply that is not whole', () => {
  const whole = streamedReply({ text: 'One two three', calls: CALLS });

  test.each(['end', 'reset'] as const)('because of a connection’s %s fails, and what came was shown', async (how) => {
    const bytes = Buffer.byteLength(whole.slice(0, whole.indexOf('arguments') - 40));
    await using server = await scriptedModelServer([{ body: whole, cut: { bytes, how }, delayMs: 20 }]);
    await using client = clientFor(server.baseUrl);

    const { text, reply, failure, waiting } = await ask(client);

    expect(text).toBe('One two three');
    expect(reply).toBeUndefined();
    expect(failure).toMatchObject({ code: 'broken-off', retryable: true });
    expect(failure?.message).toContain(server.baseUrl);
    expect(waiting).toEqual([]);
    expect(server.completions).toHaveLength(1);
  });

  test.each(['insufficient_system_resource', 'abort', 'error', 'network_error', 'malformed_function_call'])(
    'because the server gave it up, as it says with "%s", fails: no call of it is run',
    async (reason) => {
      const call = { index: 0, id: 'a', function: { name: 'read_file', arguments: '{"path":"a"}' } };
      const body = sse(delta({ content: 'One two' }), delta({ tool_calls: [call] }), delta({}, reason), '[DONE]');
      await using server = await scriptedModelServer([{ body }]);
      await using client = clientFor(server.baseUrl);

      const { text, reply, failure } = await ask(client);

      expect([text, reply]).toEqual(['One two', undefined]);
      expect(failure).toMatchObject({ code: 'broken-off', retryable: true, message: expect.stringContaining(reason) });
      expect(failure?.message).toContain(server.baseUrl);
      expect(server.completions).toHaveLength(1);
    },
  );

  test('because of the length limit brings no call that was cut', async () => {
    const body = sse(
      delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: '{"path":"a"}' } }] }),
      delta({
        tool_calls: [{ index: 1, id: 'b', function: { name: 'execute_command', arguments: '{"command_line":"rm' } }],
      }),
      delta({}, 'length'),
      '[DONE]',
    );
    await using server = await scriptedModelServer([{ body }]);
    await using client = clientFor(server.baseUrl);
    const { reply } = await ask(client);
    expect(reply?.finish).toBe('length');
    expect(reply?.calls.map(({ callId }) => callId)).toEqual(['a']);
  });

  test('is complete when only the end after its reason is missing', async () => {
    const body = sse(delta({ content: 'Done' }), delta({}, 'stop'));
    await using server = await scriptedModelServer([{ body, delayMs: 20, cut: { bytes: body.length, how: 'reset' } }]);
    await using client = clientFor(server.baseUrl);
    expect((await ask(client)).reply).toMatchObject({ text: 'Done', finish: 'stop' });
  });

  test('with an error in the middle fails in the server’s words', async () => {
    const body = sse(delta({ content: 'So ' }), { error: { message: 'The GPU caught fire', code: 500 } });
    await using server = await scriptedModelServer([{ body }]);
    await using client = clientFor(server.baseUrl);
    const { failure, text } = await ask(client);
    expect(text).toBe('So ');
    expect(failure).toMatchObject({ code: 'server', retryable: true });
    expect(failure?.message).toContain('The GPU caught fire');
  });
});

test.each([
  ['a piece of 50 MB', { content: 'x'.repeat(50_000_000) }, /one event of more than 16 million characters \(from http/],
  [
    '10,000 calls',
    {
      tool_calls: Array.from({ length: 10_000 }, (_, index) => ({
        index,
        id: `c${index}`,
        function: { name: 'look' },
      })),
    },
    /more than 256 tool calls \(from http/,
  ],
])('a reply with %s fails, and is not asked for again', async (_, part, why) => {
  await using server = await scriptedModelServer([{ body: sse(delta(part)) }, { text: 'again' }]);
  await using client = clientFor(server.baseUrl);

  const { failure } = await ask(client);

  expect(failure).toMatchObject({ code: 'server', retryable: false, message: expect.stringMatching(why) });
  expect(server.completions).toHaveLength(1);
});

test('the conversation is sent with its calls and results', async () => {
  await using server = await scriptedModelServer([{ text: 'ok' }]);
  await using client = clientFor(server.baseUrl, { key: 'secret-key-1' });
  await ask(client, {
    tools: REQUEST.tools,
    messages: [
      { role: 'system', text: 'Be brief' },
      { role: 'user', text: 'Read a' },
      { role: 'assistant', text: '', calls: [{ callId: 'a', tool: 'read_file', arguments: 'not json' }] },
      { role: 'tool', callId: 'a', content: 'The arguments are not JSON' },
      { role: 'assistant', text: '', calls: [] },
    ],
  });

  expect(server.completions[0]?.headers).toMatchObject({
    authorization: 'Bearer secret-key-1',
    'user-agent': 'Sigma-Shell',
  });
  expect(Object.keys(server.completions[0]?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([]);
  expect(server.completions[0]?.body).toEqual({
    model: 'scripted-1',
    stream: true,
    top_p: 0.25,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Read a' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"not_json":"not json"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'The arguments are not JSON' },
    ],
    tools: [{ type: 'function', function: REQUEST.tools[0] }],
  });
});

test('half a character, as of a text that was cut, is not sent: services refuse the whole conversation over it', async () => {
  await using server = await scriptedModelServer([{ text: 'Well' }]);
  await using client = clientFor(server.baseUrl);
  const cut = 'a smile 😀'.slice(0, -1);
  const called = {
    role: 'assistant',
    text: cut,
    calls: [{ callId: 'c', tool: cut, arguments: `{"a":"${cut}"}` }],
  } as const;
  const messages = [{ role: 'user', text: cut }, called, { role: 'tool', callId: 'c', content: cut }] as const;
  await ask(client, { messages, tools: [{ name: 'look', description: cut, parameters: { type: 'object' } }] });
  const content = 'a smile \ufffd';
  const sent = { name: content, arguments: `{"a":"${content}"}` };
  expect(server.requests[0]?.body).toMatchObject({
    messages: [{ content }, { content, tool_calls: [{ function: sent }] }, { content }],
    tools: [{ function: { description: content } }],
  });
});

test('half a character that a model wrote as an escape in its arguments is not sent back either', async () => {
  await using server = await scriptedModelServer([{ text: 'Well' }]);
  await using client = clientFor(server.baseUrl);
  const argumentsOf = ['{"a":"\\ud83d","id":1}', '{"a":"\\ud83d\\ude00","id":12345678901234567890}', '{"\\uDE00":[]}'];
  const calls = argumentsOf.map((text, index) => ({ callId: `c${index}`, tool: 'look', arguments: text }));
  const results = calls.map(({ callId }) => ({ role: 'tool', callId, content: '' }) as const);
  const messages = [{ role: 'user', text: 'Look' }, { role: 'assistant', text: '', calls }, ...results] as const;
  await ask(client, { messages, tools: [] });
  const sent = ['{"a":"\ufffd","id":1}', argumentsOf[1], '{"\ufffd":[]}'];
  expect(server.requests[0]?.body).toMatchObject({
    messages: [{}, { tool_calls: sent.map((text) => ({ function: { arguments: text } })) }, ...results.map(() => ({}))],
  });
});

test('a request that has only begun when its client is replaced is answered like one under way', async () => {
  await using server = await scriptedModelServer([{ text: 'one' }, { text: 'two' }]);
  await using client = clientFor(server.baseUrl);
  const first = ask(client);
  client.retire();
  expect((await first).failure).toBeUndefined();
  const second = ask(client);
  await new Promise((resolve) => setImmediate(resolve));
  client.retire();
  expect((await second).text).toBe('two');
});
