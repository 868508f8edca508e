import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import { Redactor } from '#core/redact';
import { createModels, type ModelsOptions } from '#llm';
import { createSettings } from '#settings';
import {
  addressOfNoServer,
  type ScriptedModelServer,
  scriptedModelServer,
} from '../../support/scripted-model-server.ts';
import { silentLogger as log } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ask } from './model-fixture.ts';

const KEY = 'key-0123456789';

/** The models on real settings in a folder of their own. */
async function setUp(environment: Record<string, string> = {}, options: Partial<ModelsOptions> = {}) {
  const folder = await temporaryFolder();
  const redactor = new Redactor();
  const settings = await createSettings({ file: join(folder.path, 'settings.yaml'), log, redactor });
  const models = createModels({ settings, environment, log, redactor, demoWordDelayMs: 0, ...options });
  const context = {
    reportBug: (error: unknown) => {
      throw error;
    },
  };
  return {
    settings,
    models,
    redactor,
    client: createRouterClient(models.router, { context }),
    async status() {
      const stop = new AbortController();
      for await (const status of await this.client.status(undefined, { signal: stop.signal })) return status;
      return undefined;
    },
    [Symbol.asyncDispose]: async () => {
      await models[Symbol.asyncDispose]();
      await settings[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const authorizationOf = (server: ScriptedModelServer) => server.requests.map(({ headers }) => headers.authorization);

describe('what answers', () => {
  test('is nothing at first', async () => {
    await using it = await setUp();
    expect(it.models.client()).toBeUndefined();
    expect(await it.status()).toMatchObject({ provider: 'none', label: 'No model', keyFrom: 'none' });
  });

  test('is the demo once chosen, by its honest name', async () => {
    await using it = await setUp();
    await it.client.useDemo();
    expect(await it.status()).toMatchObject({ provider: 'demo', label: 'Demo (scripted)', model: 'Demo (scripted)' });
    expect(it.models.client()).toMatchObject({ name: 'demo', model: 'Demo (scripted)' });
  });

  test('is the server that was connected, with its key, and one client as long as nothing changes', async () => {
    await using server = await scriptedModelServer([{ text: 'Hi' }], { key: KEY });
    await using it = await setUp();
    await it.client.connect({ baseUrl: server.baseUrl, model: 'qwen3', key: ` ${KEY}\n` });

    const client = it.models.client();
    expect(await it.status()).toEqual({
      provider: 'openai',
      label: `qwen3 at ${new URL(server.baseUrl).host}`,
      baseUrl: server.baseUrl,
      model: 'qwen3',
      keyFrom: 'settings',
    });
    if (client) expect((await ask(client)).reply?.text).toBe('Hi');
    expect(it.models.client()).toBe(client);
    await it.settings.set('log.level', 'debug');
    expect(it.models.client()).toBe(client);
    await it.settings.set('model.top_p', 0.9);
    expect(it.models.client()).not.toBe(client);
  });

  test('is told to whoever reads the status, once for each change', async () => {
    await using it = await setUp();
    const labels: string[] = [];
    const { useDemo: chooseDemo } = it.client;
    const stop = new AbortController();
    for await (const { label } of await it.client.status(undefined, { signal: stop.signal })) {
      labels.push(label);
      if (label === 'No model') {
        await it.settings.set('log.level', 'debug');
        await chooseDemo();
      } else break;
    }
    expect(labels).toEqual(['No model', 'Demo (scripted)']);
  });

  test('comes from the environment where that says so', async () => {
    await using server = await scriptedModelServer([{ text: 'Hi' }], { key: KEY });
    await using it = await setUp({ SIGMA_BASE_URL: server.baseUrl, SIGMA_MODEL: 'm', SIGMA_API_KEY: KEY });
    expect(await it.status()).toMatchObject({ provider: 'openai', model: 'm', keyFrom: 'environment' });
    const client = it.models.client();
    if (client) expect((await ask(client)).reply?.text).toBe('Hi');
    expect(server.completions).toHaveLength(1);

    const elsewhere = it.client.connect({ baseUrl: 'https://other.example/v1', model: 'm' });
    await expect(elsewhere).rejects.toMatchObject({ code: 'CONFLICT', data: { where: 'SIGMA_BASE_URL' } });
    await it.client.useDemo();
    expect(it.models.client()?.name).toBe('demo');
  });

  test('ignores an address in the environment that is none', async () => {
    await using it = await setUp({ SIGMA_BASE_URL: 'localhost:8080' });
    expect(await it.status()).toMatchObject({ provider: 'none' });
  });
});

describe('a key', () => {
  test('goes to no other server than the one it was entered for', async () => {
    await using first = await scriptedModelServer([{ text: 'a' }, { text: 'b' }]);
    await using second = await scriptedModelServer([{ text: 'c' }], { models: ['a', 'b'] });
    await using it = await setUp();
    const askNow = async () => {
      const client = it.models.client();
      if (client) await ask(client);
    };
    await it.client.connect({ baseUrl: first.baseUrl, model: 'm', key: KEY });
    await askNow();
    await it.client.test({ baseUrl: second.baseUrl, model: '' });
    await it.client.connect({ baseUrl: second.baseUrl, model: 'm' });
    await askNow();
    await it.settings.set('model.base_url', first.baseUrl);
    await askNow();

    expect(authorizationOf(first)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
    expect(authorizationOf(second)).toEqual([undefined, undefined]);
  });

  test('of the environment is used where none is stored, and not where none is wanted', async () => {
    await using server = await scriptedModelServer([{ text: 'a' }, { text: 'b' }]);
    await using it = await setUp({ SIGMA_API_KEY: KEY, OPENAI_API_KEY: 'for-openai-only' });
    for (const key of [undefined, '']) {
      await it.client.connect({ baseUrl: server.baseUrl, model: 'm', ...(key === undefined ? {} : { key }) });
      const client = it.models.client();
      if (client) await ask(client);
    }
    expect(authorizationOf(server)).toEqual([`Bearer ${KEY}`, undefined]);
    expect(it.settings.state.value.hasKey).toBe(false);
  });

  test.each([
    ['https://api.openai.com/v1', 'environment'],
    ['https://api.openai.com.evil.example/v1', 'none'],
    ['http://api.openai.com/v1', 'none'],
  ])('of OPENAI_API_KEY at %s comes from: %s', async (baseUrl, keyFrom) => {
    await using it = await setUp({ OPENAI_API_KEY: 'for-openai-only' });
    await it.client.connect({ baseUrl, model: 'm' });
    expect(await it.status()).toMatchObject({ keyFrom });
  });

  test('of SIGMA_API_KEY belongs to SIGMA_BASE_URL where that is set', async () => {
    await using other = await scriptedModelServer([], { models: ['a', 'b'] });
    await using it = await setUp({ SIGMA_API_KEY: KEY, SIGMA_BASE_URL: 'http://127.0.0.1:9/v1' });
    await it.client.test({ baseUrl: other.baseUrl, model: '' });
    expect(authorizationOf(other)).toEqual([undefined]);
  });

  test('is blanked from whatever is written down afterwards', async () => {
    await using it = await setUp({ SIGMA_API_KEY: 'environment-key', OPENAI_API_KEY: 'another-key' });
    await it.client.connect({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm', key: KEY });
    expect(it.redactor.text(`environment-key another-key ${KEY}`)).not.toMatch(/key-0|nment-key|other-key/);
  });
});

describe('a test of a connection', () => {
  test('that works says what answers and which models there are', async () => {
    await using server = await scriptedModelServer([{ text: 'OK' }], { models: ['a', 'b'], key: KEY });
    await using it = await setUp();
    expect(await it.client.test({ baseUrl: server.baseUrl, model: 'b', key: KEY })).toEqual({
      ok: true,
      message: `b at ${server.baseUrl} answers`,
      models: ['a', 'b'],
      durationMs: expect.any(Number),
    });
    expect(server.completions[0]?.body).toMatchObject({ model: 'b' });
  });

  test('without a model lists them to choose from', async () => {
    await using server = await scriptedModelServer([], { models: ['a', 'b'] });
    await using it = await setUp();
    expect(await it.client.test({ baseUrl: server.baseUrl, model: '' })).toMatchObject({
      ok: true,
      models: ['a', 'b'],
      advice: 'Choose a model.',
    });
    expect(server.completions).toEqual([]);
  });

  test('takes the only model there is', async () => {
    await using server = await scriptedModelServer([{ calls: [{ tool: 'noop', arguments: {} }] }], {
      models: ['only'],
    });
    await using it = await setUp();
    expect(await it.client.test({ baseUrl: server.baseUrl, model: '' })).toMatchObject({
      ok: true,
      message: expect.stringContaining('only at'),
    });
  });

  test('with a wrong key gives the server’s words without the key', async () => {
    await using server = await scriptedModelServer([], { key: 'right-key-1' });
    await using it = await setUp();
    const result = await it.client.test({ baseUrl: server.baseUrl, model: 'm', key: 'wrong-key-1' });
    expect(result).toMatchObject({
      ok: false,
      message: `Incorrect API key provided: [key] (401 from ${server.baseUrl}/models)`,
      advice: expect.stringContaining('The key was refused'),
    });
  });

  test('without a key where one is needed says that', async () => {
    await using server = await scriptedModelServer([], { key: 'right-key-1' });
    await using it = await setUp();
    expect(await it.client.test({ baseUrl: server.baseUrl, model: 'm' })).toMatchObject({
      ok: false,
      advice: 'This server wants an API key.',
    });
  });

  test.each(['', '/', '/v1/chat/completions'])('finds the right address when the path is %j', async (path) => {
    await using server = await scriptedModelServer([]);
    await using it = await setUp();
    const baseUrl = server.baseUrl.replace('/v1', path);
    expect(await it.client.test({ baseUrl, model: 'm' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('No route'),
      advice: `The address is probably ${server.baseUrl}.`,
    });
  });

  test('of a model that is not there names those that are', async () => {
    const body = JSON.stringify({ error: { message: "model 'x' not found" } });
    await using server = await scriptedModelServer([{ status: 404, body }], { models: ['a', 'b'] });
    await using it = await setUp();
    expect(await it.client.test({ baseUrl: server.baseUrl, model: 'x' })).toMatchObject({
      ok: false,
      message: expect.stringContaining("model 'x' not found"),
      advice: 'Choose a model that the server has: a, b.',
    });
  });

  test('of a model that cannot call tools says so', async () => {
    const body = JSON.stringify({ error: { message: 'gemma does not support tools' } });
    await using server = await scriptedModelServer([{ status: 400, body }]);
    await using it = await setUp();
    expect(await it.client.test({ baseUrl: server.baseUrl, model: 'gemma' })).toMatchObject({
      ok: false,
      advice: expect.stringContaining('can call tools'),
    });
  });

  test('of a port where nothing listens says that', async () => {
    await using it = await setUp();
    const baseUrl = await addressOfNoServer();
    expect(await it.client.test({ baseUrl, model: 'm' })).toMatchObject({
      ok: false,
      message: `Nothing answers at ${baseUrl}/models (connection refused)`,
      advice: 'Start the server on this computer, and check the port.',
    });
  });

  test('of a web site says that it is none', async () => {
    const site = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    await using it = await setUp();
    const result = await it.client.test({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm' });
    site.close();
    expect(result).toMatchObject({
      ok: false,
      message: expect.stringContaining('web page'),
      advice: expect.stringContaining('path'),
    });
  });

  test('of something that is no http server says that', async () => {
    await using it = await setUp();
    await using server = await scriptedModelServer();
    const baseUrl = server.baseUrl.replace('http:', 'https:');
    expect(await it.client.test({ baseUrl, model: 'm' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('does not speak TLS'),
      advice: 'Check http:// or https:// and the port.',
    });
  });
});

test('servers on this machine are found by what they answer, quickly', async () => {
  await using ollama = await scriptedModelServer([], { models: ['qwen3'] });
  const silent = createServer(() => {});
  const site = createServer((_, response) => response.end('{"hello": "world"}'));
  for (const server of [silent, site]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = (server: typeof silent) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await using it = await setUp(
    { SIGMA_API_KEY: KEY },
    {
      localServers: [
        { name: 'Ollama', baseUrl: ollama.baseUrl },
        { name: 'Silent', baseUrl: at(silent) },
        { name: 'Site', baseUrl: at(site) },
        { name: 'Nothing', baseUrl: await addressOfNoServer() },
      ],
    },
  );
  await import('openai');
  const since = performance.now();

  expect(await it.client.localServers()).toEqual([{ name: 'Ollama', baseUrl: ollama.baseUrl, models: ['qwen3'] }]);

  expect(performance.now() - since).toBeLessThan(1500);
  expect(authorizationOf(ollama)).toEqual([undefined]);
  silent.closeAllConnections();
  silent.close();
  site.close();
});
