import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportedContext } from '../../../../src-main/llm/clients/reported-context.ts';
import { ReportedContexts } from '../../../../src-main/llm/clients/reported-contexts.ts';

/** A server on loopback that answers some paths with JSON, the others with 404. */
async function serverOf(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(`${request.method} ${path} ${request.headers.authorization ?? 'no key'}`);
    const answer = answers[path];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? { error: 'not here' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1/`, asked };
}

const told = async (answers: Readonly<Record<string, unknown>>, model = 'qwen3') => {
  const { baseUrl } = await serverOf(answers);
  return reportedContext({ baseUrl, model, environment: {} }, new AbortController().signal);
};
const list = (entry: object) => ({
  '/v1/models': {
    data: [
      { id: 'other', context_length: 1 },
      { id: 'qwen3', ...entry },
    ],
  },
});

test.each([
  [
    'OpenRouter, by the provider that serves it',
    list({ context_length: 262_144, top_provider: { context_length: 40_960 } }),
    40_960,
  ],
  ['OpenRouter without a provider', list({ context_length: 131_072, top_provider: null }), 131_072],
  ['vLLM', list({ max_model_len: 32_768 }), 32_768],
  ['Groq', list({ context_window: 131_072 }), 131_072],
  ['Mistral', list({ max_context_length: 32_000 }), 32_000],
  [
    'Ollama, of a loaded model',
    {
      '/api/ps': { models: [{ name: 'qwen3:latest', context_length: 4096 }] },
      '/api/show': { parameters: 'num_ctx 8192' },
    },
    4096,
  ],
  [
    'Ollama, as the model file sets it',
    {
      '/api/show': {
        parameters: 'stop "x"\nnum_ctx                        8192',
        model_info: { 'qwen3.context_length': 40_960 },
      },
    },
    8192,
  ],
  [
    'Ollama, of a model that is not loaded',
    {
      '/api/ps': { models: [] },
      '/api/show': { model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 } },
    },
    40_960,
  ],
  [
    'LM Studio, of a loaded model',
    { '/api/v0/models': { data: [{ id: 'qwen3', loaded_context_length: 8192, max_context_length: 40_960 }] } },
    8192,
  ],
  ['LM Studio', { '/api/v0/models': { data: [{ id: 'qwen3', max_context_length: 40_960 }] } }, 40_960],
  ['llama.cpp', { '/props': { default_generation_settings: { n_ctx: 16_384 } } }, 16_384],
])('%s tells how much its model takes', async (_, answers, tokens) => {
  expect(await told(answers)).toBe(tokens);
});

test.each([0, -1, 1e9, 4096.5, '4096', null, Number.MAX_SAFE_INTEGER])('a context of %j is none', async (context) => {
  expect(await told(list({ context_length: context }))).toBeUndefined();
});

test('what is no answer is none: another model, broken JSON, lists that are none, a server that is gone', async () => {
  expect(await told({ '/v1/models': { data: [{ id: 'other', context_length: 5000 }] } })).toBeUndefined();
  expect(await told({ '/v1/models': '{"data": [', '/api/ps': [], '/api/show': null, '/props': 'x' })).toBeUndefined();
  expect(await told({ '/v1/models': { data: { id: 'qwen3' } }, '/api/v0/models': { data: 'qwen3' } })).toBeUndefined();
  const gone = { baseUrl: 'http://127.0.0.1:9/v1', model: 'm', environment: {} };
  expect(await reportedContext(gone, new AbortController().signal)).toBeUndefined();
});

test('is asked beside the compatible interface with the same key, once, and told to whoever listens', async () => {
  const { baseUrl, asked } = await serverOf({ '/props': { n_ctx: 9000 } });
  using contexts = new ReportedContexts((error) => {
    throw error;
  });
  const heard = vi.fn();
  contexts.onChanged(heard);
  const server = { baseUrl, model: 'm', key: 'k-123', environment: {} };
  contexts.learnOnce(server);
  await Promise.all([contexts.learn(server), contexts.learn({ ...server, baseUrl: baseUrl.slice(0, -1) })]);
  await contexts.learn(server);
  contexts.learnOnce(server);
  expect(contexts.of(baseUrl, 'm')).toBe(9000);
  expect(contexts.of(baseUrl, 'another')).toBeUndefined();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(asked).toEqual([
    'GET /v1/models Bearer k-123',
    'GET /api/ps Bearer k-123',
    'POST /api/show Bearer k-123',
    'GET /api/v0/models Bearer k-123',
    'GET /props Bearer k-123',
  ]);
});

test.each([
  ['http://api.openai.com/v1/', 0],
  ['http://eu.api.openai.com/v1/', 0],
  ['http://openrouter.ai/api/v1/', 1],
  ['http://api.groq.com/openai/v1/', 1],
  ['http://notopenai.com/v1/', 5],
  ['http://models.example.org/v1/', 5],
])('a server at %s is asked %i questions', async (baseUrl, questions) => {
  const proxy = await serverOf({});
  const environment = { http_proxy: new URL(proxy.baseUrl).origin };

  await reportedContext({ baseUrl, model: 'm', environment }, new AbortController().signal);

  expect(proxy.asked).toHaveLength(questions);
});
