import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { ClientsOptions } from '#llm';
import {
  addressOfNoServer,
  type ScriptedModelServer,
  scriptedModelServer,
} from '../../support/scripted-model-server.ts';
import { clientsWith } from './clients-fixture.ts';

const KEY = 'key-0123456789';

function setUp(options: Partial<ClientsOptions> = {}) {
  const clients = clientsWith(options);
  const { signal } = new AbortController();
  return {
    test: (server: { baseUrl: string; model: string; key?: string }) =>
      clients.servers.test({ key: undefined, ...server }, signal),
    localServers: () => clients.servers.localServers(signal),
    [Symbol.asyncDispose]: () => clients[Symbol.asyncDispose](),
  };
}

const authorizationOf = (server: ScriptedModelServer) => server.requests.map(({ headers }) => headers.authorization);

describe('a test of a connection', () => {
  test('that works says what answers and which models there are', async () => {
    await using server = await scriptedModelServer([{ text: 'OK' }], { models: ['a', 'b'], key: KEY });
    await using it = setUp();
    expect(await it.test({ baseUrl: server.baseUrl, model: 'b', key: KEY })).toEqual({
      ok: true,
      message: `b at ${server.baseUrl} answers`,
      models: ['a', 'b'],
      durationMs: expect.any(Number),
    });
    expect(server.completions[0]?.body).toMatchObject({ model: 'b' });
  });

  test('without a model lists them to choose from', async () => {
    await using server = await scriptedModelServer([], { models: ['a', 'b'] });
    await using it = setUp();
    expect(await it.test({ baseUrl: server.baseUrl, model: '' })).toMatchObject({
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
    await using it = setUp();
    expect(await it.test({ baseUrl: server.baseUrl, model: '' })).toMatchObject({
      ok: true,
      message: expect.stringContaining('only at'),
    });
  });

  test('with a wrong key gives the server’s words without the key', async () => {
    await using server = await scriptedModelServer([], { key: 'right-key-1' });
    await using it = setUp();
    const result = await it.test({ baseUrl: server.baseUrl, model: 'm', key: 'wrong-key-1' });
    expect(result).toMatchObject({
      ok: false,
      message: `Incorrect API key provided: [key] (401 from ${server.baseUrl}/models)`,
      advice: expect.stringContaining('The key was refused'),
    });
  });

  test('with a word that stands for a key gives the server’s words as they are', async () => {
    await using server = await scriptedModelServer([{ status: 400, body: '{"error":"tool_choice: none of auto"}' }]);
    await using it = setUp();
    const result = await it.test({ baseUrl: server.baseUrl, model: 'm', key: 'none' });
    expect(result.message).toMatch(/^tool_choice: none of auto /);
  });

  test('without a key where one is needed says that', async () => {
    await using server = await scriptedModelServer([], { key: 'right-key-1' });
    await using it = setUp();
    expect(await it.test({ baseUrl: server.baseUrl, model: 'm' })).toMatchObject({
      ok: false,
      advice: 'This server wants an API key.',
    });
  });

  test.each(['', '/', '/v1/chat/completions'])('finds the right address when the path is %j', async (path) => {
    await using server = await scriptedModelServer([]);
    await using it = setUp();
    const baseUrl = server.baseUrl.replace('/v1', path);
    expect(await it.test({ baseUrl, model: 'm' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('No route'),
      advice: `The address is probably ${server.baseUrl}.`,
    });
  });

  test('of a model that is not there names those that are', async () => {
    const body = JSON.stringify({ error: { message: "model 'x' not found" } });
    await using server = await scriptedModelServer([{ status: 404, body }], { models: ['a', 'b'] });
    await using it = setUp();
    expect(await it.test({ baseUrl: server.baseUrl, model: 'x' })).toMatchObject({
      ok: false,
      message: expect.stringContaining("model 'x' not found"),
      advice: 'Choose a model that the server has: a, b.',
    });
  });

  test('of a model that cannot call tools says so', async () => {
    const body = JSON.stringify({ error: { message: 'gemma does not support tools' } });
    await using server = await scriptedModelServer([{ status: 400, body }]);
    await using it = setUp();
    expect(await it.test({ baseUrl: server.baseUrl, model: 'gemma' })).toMatchObject({
      ok: false,
      advice: expect.stringContaining('can call tools'),
    });
  });

  test('of a port where nothing listens says that', async () => {
    await using it = setUp();
    const baseUrl = await addressOfNoServer();
    expect(await it.test({ baseUrl, model: 'm' })).toMatchObject({
      ok: false,
      message: `Nothing answers at ${baseUrl}/models (connection refused)`,
      advice: 'Start the server on this computer, and check the port.',
    });
  });

  test('takes the words of its address for no reason of the failure', async () => {
    await using it = setUp();
    const baseUrl = `${await addressOfNoServer()}/tools/certificates`;
    expect(await it.test({ baseUrl, model: 'm' })).toMatchObject({
      ok: false,
      message: `Nothing answers at ${baseUrl}/models (connection refused)`,
      advice: 'Start the server on this computer, and check the port.',
    });
  });

  test('of a file of authorities that is not there says what to do about the setting', async () => {
    await using server = await scriptedModelServer();
    await using it = setUp({ settings: () => ({ topP: 0.25, stallMs: 5000, extraCaFile: '/nowhere/ca.pem' }) });
    expect(await it.test({ baseUrl: server.baseUrl, model: 'm' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('cannot be read'),
      advice: 'Name a PEM file, or take the setting away.',
    });
  });

  test('of a web site says that it is none', async () => {
    const site = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    await using it = setUp();
    const result = await it.test({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm' });
    site.close();
    expect(result).toMatchObject({
      ok: false,
      message: expect.stringContaining('web page'),
      advice: expect.stringContaining('path'),
    });
  });

  test('of something that is no http server says that', async () => {
    await using it = setUp();
    await using server = await scriptedModelServer();
    const baseUrl = server.baseUrl.replace('http:', 'https:');
    expect(await it.test({ baseUrl, model: 'm' })).toMatchObject({
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
  await using it = setUp({
    localServers: [
      { name: 'Ollama', baseUrl: ollama.baseUrl },
      { name: 'Silent', baseUrl: at(silent) },
      { name: 'Site', baseUrl: at(site) },
      { name: 'Nothing', baseUrl: await addressOfNoServer() },
    ],
  });
  await import('openai');
  const since = performance.now();

  expect(await it.localServers()).toEqual([{ name: 'Ollama', baseUrl: ollama.baseUrl, models: ['qwen3'] }]);

  expect(performance.now() - since).toBeLessThan(1500);
  expect(authorizationOf(ollama)).toEqual([undefined]);
  silent.closeAllConnections();
  silent.close();
  site.close();
});
