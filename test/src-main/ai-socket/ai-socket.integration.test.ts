import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import OpenAI from 'openai';
import { Agent, fetch as undiciFetch } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { openAiSocket } from '#ai-socket';
import { AnthropicRelay, OpenAiRelay, type RelayOptions } from '#llm/relay';
import { OpenAiClient } from '../../../src-main/llm/clients/openai-client.ts';
import { testConnection } from '../../../src-main/llm/connection-test.ts';
import { scriptedAnthropicServer } from '../../support/scripted-anthropic-server.ts';
import { scriptedModelServer } from '../../support/scripted-model-server.ts';
import { silentLogger as log } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ask, QUICK } from '../llm/model-fixture.ts';

const MESSAGES = [{ role: 'user' as const, content: 'Hello' }];

/** A model service on a socket in a folder of its own. */
async function socketOn(service: 'openai' | 'anthropic', baseUrl: string, more: Partial<RelayOptions> = {}) {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'own', 'ai.sock');
  const options = {
    baseUrl,
    model: 'usual',
    key: 'key-0123456789',
    environment: {},
    stallMs: 5000,
    backoff: QUICK,
    log,
  };
  const relay =
    service === 'openai' ? new OpenAiRelay({ ...options, ...more }) : new AnthropicRelay({ ...options, ...more });
  const socket = await openAiSocket({ path, relay, log, redact: (text) => text });
  const agent = new Agent({ connect: { socketPath: path } });
  const fetch = (async (url: string, init: object) => undiciFetch(url, { ...init, dispatcher: agent })) as never;
  return {
    path,
    folder: folder.path,
    client: new OpenAI({ baseURL: 'http://localhost/v1', apiKey: 'none', maxRetries: 0, fetch }),
    async [Symbol.asyncDispose]() {
      await socket[Symbol.asyncDispose]();
      await agent.destroy();
      await relay[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const curl = async (path: string, ...args: string[]) =>
  (await promisify(execFile)('curl', ['-sS', '--unix-socket', path, '-w', '\n%{http_code}', ...args])).stdout;

describe('openai on a socket', () => {
  test('answers the official client, streamed and not, and hands on what it does not know', async () => {
    await using server = await scriptedModelServer([
      { text: 'Hello there' },
      {
        body: JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] }),
        headers: { 'content-type': 'application/json' },
      },
    ]);
    await using it = await socketOn('openai', server.baseUrl, { reasoningEffort: 'low' });
    const stream = await it.client.chat.completions.create({
      model: 'session',
      messages: MESSAGES,
      stream: true,
      odd: 1,
    } as never);
    let text = '';
    for await (const chunk of stream as never as AsyncIterable<OpenAI.ChatCompletionChunk>)
      text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('Hello there');
    const whole = await it.client.chat.completions.create({ model: 'other', messages: MESSAGES });
    expect(whole.choices[0]?.message.content).toBe('Hi');
    expect(server.completions.map(({ body }) => body)).toMatchObject([
      { model: 'usual', odd: 1, stream: true, reasoning_effort: 'low' },
      { model: 'other' },
    ]);
  });

  test('keeps the status and words of a refusal, and retries what passes', async () => {
    const error = { error: { message: 'No such model', type: 'invalid_request_error', code: 'model_not_found' } };
    await using server = await scriptedModelServer([
      { status: 404, body: JSON.stringify(error) },
      { status: 503 },
      { text: 'Hi' },
    ]);
    await using it = await socketOn('openai', server.baseUrl);
    const asked = () => it.client.chat.completions.create({ model: 'x', messages: MESSAGES, stream: true });
    await expect(asked()).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      message: expect.stringContaining('No such model'),
    });
    for await (const _ of await asked());
    expect(server.completions).toHaveLength(3);
  });

  test('tells of a reply that is cut as an error chunk, and ends', async () => {
    await using server = await scriptedModelServer([{ text: 'Hello there', cut: { bytes: 400, how: 'end' } }]);
    await using it = await socketOn('openai', server.baseUrl);
    const body = JSON.stringify({ messages: MESSAGES, stream: true });
    const said = await curl(it.path, '-d', body, 'http://localhost/v1/chat/completions');
    expect(said).toContain('data: {"error":{"message":');
    expect(said).toMatch(/data: \[DONE\]\s+200$/);
  });

  test.each([
    ['not JSON', ['-d', '{half'], 400, 'Invalid JSON body'],
    ['no messages', ['-d', '{}'], 400, 'No messages provided'],
    ['another method', ['-X', 'GET'], 405, 'is asked with POST'],
  ])('%s is refused in OpenAI’s form', async (_, args, status, message) => {
    await using it = await socketOn('openai', 'http://127.0.0.1:9/v1');
    const said = await curl(it.path, ...args, 'http://localhost/v1/chat/completions');
    expect(said).toMatch(new RegExp(`^\\{"error":\\{"message":".*${message}.*\\}\\n${status}$`));
  });

  test('a body over 16 MiB is refused; one with 10,000 messages goes through', async () => {
    await using server = await scriptedModelServer([{ text: 'Hi' }]);
    await using it = await socketOn('openai', server.baseUrl);
    const file = join(it.folder, 'body.json');
    const post = () => curl(it.path, '--data-binary', `@${file}`, 'http://localhost/v1/chat/completions');
    await writeFile(file, JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(17 * 1024 * 1024) }] }));
    expect(await post()).toMatch(/413$/);
    const many = Array.from({ length: 10_000 }, (_, at) => ({ role: at % 2 ? 'assistant' : 'user', content: `${at}` }));
    await writeFile(file, JSON.stringify({ messages: many, stream: true }));
    expect(await post()).toMatch(/200$/);
    expect(server.completions[0]?.body).toMatchObject({ messages: many });
  });

  test('a client that leaves ends the request to the service', async () => {
    await using server = await scriptedModelServer([{ isSilent: true }]);
    await using it = await socketOn('openai', server.baseUrl);
    const request = httpRequest({ socketPath: it.path, path: '/v1/chat/completions', method: 'POST' });
    request.on('error', () => {});
    request.end(JSON.stringify({ messages: MESSAGES }));
    await vi.waitFor(() => expect(server.connections).toBe(1), 5000);
    request.destroy();
    await vi.waitFor(() => expect(server.connections).toBe(0), 5000);
  });

  test('the socket is its owner’s alone, a stale one is removed, and an ordinary file never', async () => {
    await using it = await socketOn('openai', 'http://127.0.0.1:9/v1');
    expect((await stat(it.path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(it.folder, 'own'))).mode & 0o777).toBe(0o700);
    const file = join(it.folder, 'file');
    await writeFile(file, 'mine');
    await using relay = new OpenAiRelay({
      baseUrl: 'http://127.0.0.1:9/v1',
      model: 'm',
      environment: {},
      stallMs: 1,
      log,
    });
    const open = (path: string) => openAiSocket({ path, relay, log, redact: (text) => text });
    await expect(open(file)).rejects.toThrow(/is no socket/);
    await expect(open(`/${'x'.repeat(107)}`)).rejects.toThrow(/too long/);
    await expect(open(it.path)).rejects.toThrow(/listens/);
  });
});

describe('anthropic on a socket', () => {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: { q: 1 } };

  test('answers the official client with text, calls, usage and what was thought', async () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 'sig' };
    const content = [thinking, { type: 'text', text: 'I look' }, call];
    await using server = await scriptedAnthropicServer([{ content }, { content }], { refuses: ['temperature'] });
    await using it = await socketOn('anthropic', server.baseUrl, { maxTokens: 777 });
    const asked = { model: 'session', messages: MESSAGES, temperature: 1 };
    const whole = await it.client.chat.completions.create(asked);
    expect(whole.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'I look',
        reasoning_content: 'hm',
        thinking_blocks: [thinking],
        tool_calls: [{ id: 'toolu_1', function: { name: 'look', arguments: '{"q":1}' } }],
      },
    });
    expect(whole.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 5 });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    const options = { ...asked, stream: true as const, stream_options: { include_usage: true } };
    for await (const chunk of await it.client.chat.completions.create(options)) chunks.push(chunk);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 15 } });
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls');
    expect(server.asked.map(({ body }) => [body.max_tokens, 'temperature' in body])).toEqual([
      [777, true],
      [777, false],
      [777, false],
    ]);
  });

  test('tells of an overload in the middle as an error chunk', async () => {
    await using server = await scriptedAnthropicServer([
      { content: [{ type: 'text', text: 'Hello' }], ending: 'overloaded' },
    ]);
    await using it = await socketOn('anthropic', server.baseUrl);
    const said = await curl(
      it.path,
      '-d',
      JSON.stringify({ messages: MESSAGES, stream: true }),
      'http://localhost/v1/chat/completions',
    );
    expect(said).toContain('Hello');
    expect(said).toMatch(/data: \{"error":\{"message":"Overloaded[^\n]*\}\}\n\ndata: \[DONE\]/);
  });

  test('refuses what Anthropic cannot be asked, with the place of it', async () => {
    await using it = await socketOn('anthropic', 'http://127.0.0.1:9');
    const messages = [{ role: 'tool', tool_call_id: 'c', content: 'r' }];
    const said = await curl(it.path, '-d', JSON.stringify({ messages }), 'http://localhost/v1/chat/completions');
    expect(said).toMatch(/has no call directly before it.*\n400$/);
  });
});

describe('a profile on a socket', () => {
  const { signal } = new AbortController();
  const optionsOf = (path: string) => ({
    baseUrl: `unix:${path}`,
    model: 'usual',
    topP: 1,
    stallMs: 2000,
    environment: {},
    log,
    redact: (text: string) => text,
    backoff: { retries: 0, firstMs: 1, maxMs: 1 },
  });

  test('is answered by the model behind it, and its test says so', async () => {
    await using server = await scriptedModelServer([{ text: 'Hi' }, { text: 'OK' }]);
    await using it = await socketOn('openai', server.baseUrl);
    await using client = new OpenAiClient(optionsOf(it.path));
    expect((await ask(client)).text).toBe('Hi');
    expect(await testConnection(optionsOf(it.path), signal)).toMatchObject({ ok: true, models: ['usual'] });
  });

  test.each([
    ['HTML', { type: 'text/html', body: '<html>' }, /something else than a list|web page/],
    ['500', { status: 500, type: 'application/json', body: '{"error":{"message":"broken"}}' }, /broken/],
  ])(
    'tells of %s in a sentence',
    async (_, { status = 200, type, body }: { status?: number; type: string; body: string }, message) => {
      await using folder = await temporaryFolder();
      const path = join(folder.path, 's.sock');
      const server = createServer((_request, response) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      );
      await new Promise<void>((resolve) => server.listen(path, resolve));
      const outcome = await testConnection(optionsOf(path), signal);
      await new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      });
      expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(message) });
    },
  );

  test('tells of a socket that is absent, and of a file that is none', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 's.sock');
    expect(await testConnection(optionsOf(path), signal)).toMatchObject({
      message: `There is no socket at unix:${path}`,
      advice: expect.stringContaining('sigma ai'),
    });
    await writeFile(path, '');
    expect((await testConnection(optionsOf(path), signal)).message).toMatch(/^Nothing answers at unix:/);
  });
});
