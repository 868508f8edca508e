import { describe, expect, test } from 'vitest';
import { AnthropicClient } from '../../../../src-main/llm/clients/anthropic-client.ts';
import type { ServerClientOptions } from '../../../../src-main/llm/clients/server-client.ts';
import { testConnection } from '../../../../src-main/llm/connection-test.ts';
import { scriptedAnthropicServer } from '../../../support/scripted-anthropic-server.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { ask, QUICK, REQUEST } from '../model-fixture.ts';

const THINKING = { type: 'thinking', thinking: 'Let me see.', signature: 'EqQB==' };

function clientOf(baseUrl: string, more: Partial<ServerClientOptions> = {}) {
  return new AnthropicClient(optionsOf(baseUrl, more));
}

function optionsOf(baseUrl: string, more: Partial<ServerClientOptions> = {}): ServerClientOptions {
  const common = { environment: {}, log: silentLogger, redact: (text: string) => text, backoff: QUICK };
  return { baseUrl, model: 'claude-scripted', topP: 0.25, stallMs: 5000, key: 'key-0123456789', ...common, ...more };
}

describe('a reply of Anthropic', () => {
  test('brings thinking, text, calls and usage, and the thinking goes back with its signature', async () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a.txt' } };
    await using server = await scriptedAnthropicServer([
      { content: [THINKING, { type: 'text', text: 'I read.' }, call], usage: { cache_read_input_tokens: 90 } },
      { content: [{ type: 'text', text: 'Done.' }] },
    ]);
    await using client = clientOf(server.baseUrl);
    const first = await ask(client);
    expect(first.reply).toMatchObject({
      text: 'I read.',
      reasoning: 'Let me see.',
      thinking: [THINKING],
      calls: [{ callId: 'toolu_1', tool: 'read_file', arguments: '{"path":"a.txt"}' }],
      finish: 'tool-calls',
      usage: { prompt: 100, completion: 5, total: 105, cached: 90 },
    });
    const { text, calls, thinking } = first.reply ?? { text: '', calls: [], thinking: [] };
    const messages = [
      ...REQUEST.messages,
      { role: 'assistant' as const, text, calls, thinking },
      { role: 'tool' as const, callId: 'toolu_1', content: 'hello' },
    ];
    expect((await ask(client, { ...REQUEST, messages })).text).toBe('Done.');
    expect(server.asked[0]).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': 'key-0123456789' } });
    expect(server.asked[0]?.headers).not.toHaveProperty('authorization');
    expect(server.asked[1]?.body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      { role: 'assistant', content: [THINKING, { type: 'text', text: 'I read.' }, call] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'hello', cache_control: { type: 'ephemeral' } },
        ],
      },
    ]);
  });

  test('is asked for without what the model refuses, from the first refusal on', async () => {
    const reply = { content: [{ type: 'text', text: 'Hi' }] };
    await using server = await scriptedAnthropicServer([reply, reply], { refuses: ['top_p'] });
    await using client = clientOf(server.baseUrl);
    expect((await ask(client)).text).toBe('Hi');
    expect((await ask(client)).text).toBe('Hi');
    expect(server.asked.map(({ body }) => 'top_p' in body)).toEqual([true, false, false]);
  });

  test('is asked for with all again after a refusal that was about something else', async () => {
    const refusal = (message: string) => ({ status: 400, error: { type: 'invalid_request_error', message } });
    await using server = await scriptedAnthropicServer([
      refusal('messages.0: `top_p` is an invalid word here'),
      refusal('prompt is too long: 300000 tokens > 200000 maximum'),
      { content: [{ type: 'text', text: 'Hi' }] },
    ]);
    await using client = clientOf(server.baseUrl);
    expect((await ask(client)).failure).toMatchObject({ message: expect.stringContaining('prompt is too long') });
    expect((await ask(client)).text).toBe('Hi');
    expect(server.asked.map(({ body }) => 'top_p' in body)).toEqual([true, false, true]);
  });

  test('is limited to the tokens that the model gives', async () => {
    const message = 'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for x';
    await using server = await scriptedAnthropicServer([
      { status: 400, error: { type: 'invalid_request_error', message } },
      { content: [{ type: 'text', text: 'Hi' }] },
    ]);
    await using client = clientOf(server.baseUrl);
    expect((await ask(client)).text).toBe('Hi');
    expect(server.asked.map(({ body }) => body.max_tokens)).toEqual([32_000, 8192]);
  });

  test('goes on after calls whose ids Anthropic refuses, alike in call and result', async () => {
    await using server = await scriptedAnthropicServer([{ content: [{ type: 'text', text: 'Hi' }] }]);
    await using client = clientOf(server.baseUrl);
    const calls = [{ callId: 'functions.f:0', tool: 'f', arguments: '{}' }];
    const messages = [
      ...REQUEST.messages,
      { role: 'assistant' as const, text: '', calls },
      { role: 'tool' as const, callId: 'functions.f:0', content: 'r' },
    ];
    await ask(client, { ...REQUEST, messages });
    const sent = server.asked[0]?.body.messages as { content: { id?: string; tool_use_id?: string }[] }[];
    expect(sent[1]?.content[0]?.id).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(sent[2]?.content[0]?.tool_use_id).toBe(sent[1]?.content[0]?.id);
  });

  test('to a conversation with calls, and no tools any more, is asked for with their names and no choice', async () => {
    await using server = await scriptedAnthropicServer([{ content: [{ type: 'text', text: 'Condensed' }] }]);
    await using client = clientOf(server.baseUrl);
    const calls = ['read_file', 'run', 'read_file'].map((tool, at) => ({ callId: `c${at}`, tool, arguments: '{}' }));
    const messages = [
      ...REQUEST.messages,
      { role: 'assistant' as const, text: '', calls },
      ...calls.map(({ callId }) => ({ role: 'tool' as const, callId, content: 'r' })),
    ];
    expect((await ask(client, { messages, tools: [] })).text).toBe('Condensed');
    expect(server.asked[0]?.body).toMatchObject({
      tools: [{ name: 'read_file' }, { name: 'run' }],
      tool_choice: { type: 'none' },
    });
  });

  test('is asked for without halves of characters, also in what the arguments of calls spell', async () => {
    await using server = await scriptedAnthropicServer([{ content: [{ type: 'text', text: 'Hi' }] }]);
    await using client = clientOf(server.baseUrl);
    const calls = [{ callId: 'c', tool: 'f', arguments: '{"k\\ud83d":["\\ud83d"]}' }];
    const messages = [
      ...REQUEST.messages,
      { role: 'assistant' as const, text: '', calls },
      { role: 'tool' as const, callId: 'c', content: 'r' },
    ];
    const tools = [{ name: 'f', description: 'a\ude00', parameters: { type: 'object' } }];
    await ask(client, { messages, tools });
    expect(server.asked[0]?.body).toMatchObject({ tools: [{ description: 'a\ufffd' }] });
    const sent = server.asked[0]?.body.messages as { content: { input?: unknown }[] }[];
    expect(sent[1]?.content[0]?.input).toEqual({ 'k\ufffd': ['\ufffd'] });
  });
});

describe('a reply of Anthropic that fails', () => {
  test.each([
    ['overloaded', 'server', /Overloaded/],
    ['cut', 'broken-off', /ended before it was complete/],
  ] as const)('in the middle, %s, keeps what came', async (ending, code, message) => {
    await using server = await scriptedAnthropicServer([{ content: [{ type: 'text', text: 'Hello' }], ending }]);
    await using client = clientOf(server.baseUrl);
    const { text, failure } = await ask(client);
    expect(text).toBe('Hello');
    expect(failure).toMatchObject({ code, retryable: true, message: expect.stringMatching(message) });
    expect(server.asked).toHaveLength(1);
  });

  test('by a silent server is given up', async () => {
    await using server = await scriptedAnthropicServer([{ content: [{ type: 'text', text: 'Hi' }], ending: 'stall' }]);
    await using client = clientOf(server.baseUrl, { stallMs: 100 });
    expect((await ask(client)).failure).toMatchObject({ code: 'stalled' });
  });

  test('is asked for again while nothing came', async () => {
    await using server = await scriptedAnthropicServer([
      { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } },
      { content: [], ending: 'overloaded' },
      { content: [{ type: 'text', text: 'Hi' }] },
    ]);
    await using client = clientOf(server.baseUrl);
    const { text, waiting } = await ask(client);
    expect([text, waiting.length]).toEqual(['Hi', 2]);
  });

  test.each([
    ['a page', { body: '<html>', contentType: 'text/html' }, 'not-found'],
    ['no JSON', { body: 'event: message_start\ndata: {half\n\n' }, 'broken-off'],
    ['another document', { body: '{"a":1}', contentType: 'application/json' }, 'broken-off'],
  ])('with %s says so', async (_, reply, code) => {
    await using server = await scriptedAnthropicServer([reply]);
    await using client = clientOf(server.baseUrl);
    expect((await ask(client)).failure?.code).toBe(code);
  });
});

describe('a test of an Anthropic connection', () => {
  const { signal } = new AbortController();

  test('lists its models and asks for a word', async () => {
    await using server = await scriptedAnthropicServer([{ content: [{ type: 'text', text: 'OK' }] }], {
      models: ['claude-a'],
      key: 'key-0123456789',
    });
    const options = { ...optionsOf(server.baseUrl), protocol: 'anthropic' as const };
    expect(await testConnection(options, signal)).toMatchObject({ ok: true, models: ['claude-a'] });
    expect(await testConnection({ ...options, key: 'wrong' }, signal)).toMatchObject({
      ok: false,
      message: expect.stringContaining('invalid x-api-key'),
      advice: expect.stringContaining('The key was refused'),
    });
  });
});
