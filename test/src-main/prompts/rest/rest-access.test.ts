import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import { MAX_BODY_BYTES } from '../../../../src-main/prompts/rest/body.ts';
import { createRestGate } from '../../../../src-main/prompts/rest/gate.ts';
import { failureBody } from '../../../support/failure-body.ts';
import { type RestBox, restBox } from '../../../support/rest-box.ts';
import { promptRecord } from '../../../support/rest-fixture.ts';
import { stubServer } from '../../../support/stub-server.ts';

let box: RestBox;
beforeAll(async () => {
  box = await restBox({ store: 'folder' });
  await box.put({ ...promptRecord('fine {{.args.x}}'), 'shenma:environs:a b/c': 'odd', 'shenma:environs:ü': null });
});
afterAll(() => box[Symbol.asyncDispose]());

/** Returns a server's answer to these bytes, until it closes or is silent. */
function raw(text: string, url = box.url): Promise<string> {
  return new Promise((resolve) => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
      if (/\r\n\r\n[\s\S]*}$/.test(answer)) socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

describe('routes', () => {
  test.each([
    ['/', 404],
    ['/api', 404],
    ['/api/nothing', 404],
    ['/api/prompts/', 404],
    ['/api/prompts/a/b', 404],
    ['/api/prompts/..%2F..%2Ftools%2Fx', 404],
    ['/api/prompts/%2e%2e/%2e%2e/tools/x', 404],
    ['/api/environs/__proto__', 404],
    ['/api/environs/constructor', 404],
    ['/api/prompts/%zz', 404],
  ])('GET %s is %i with the error body', async (path, status) => {
    const answer = await box.get(path);
    expect([answer.status, answer.json]).toEqual([status, failureBody(status, expect.any(String))]);
  });

  test.each([
    ['/api/prompts/../../tools/x', 404],
    ['/api//prompts', 404],
    ['http://else/api/prompts', 400],
  ])('the raw target %s is %i', async (target, status) => {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"success":false,"error":{.*}}$`));
  });

  test.each([
    ['DELETE', '/api/prompts', 'GET, HEAD'],
    ['POST', '/api/prompts/demo.p', 'GET, HEAD'],
    ['GET', '/api/prompts/demo.p/render', 'POST'],
    ['PUT', '/api/prompts/demo.p/chat', 'POST'],
    ['OPTIONS', '/api/prompts', 'GET, HEAD'],
  ])('%s %s is 405', async (method, path, allow) => {
    const response = await fetch(`${box.url}${path}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(await response.json()).toMatchObject({ code: '405', success: false });
  });

  test('IDs are percent-decoded', async () => {
    expect(await box.get('/api/environs/a%20b%2Fc')).toMatchObject({ status: 200, json: 'odd' });
    expect(await box.get('/api/environs/%C3%BC')).toMatchObject({ status: 200, text: 'null' });
    expect(await box.post('/api/prompts/demo%2Ep/render', { args: { x: 1 } })).toMatchObject({
      json: { rendered_prompt: 'fine 1' },
    });
  });

  test('HEAD has no body', async () => {
    const response = await fetch(`${box.url}/api/prompts`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('a body that is too large is 413, told or found out', async () => {
    const told = `POST /api/prompts/demo.p/render HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${MAX_BODY_BYTES + 1}\r\n\r\n`;
    expect(await raw(told)).toMatch(/^HTTP\/1.1 413 /);
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const found = `POST /api/prompts/demo.p/render HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(129)}`;
    expect(await raw(found)).toMatch(/^HTTP\/1.1 413 /);
  });

  test('a body that is nested without end is 400 at once', async () => {
    const nested = (depth: number) => `{"args":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    const answer = await box.post('/api/prompts/demo.p/render', nested(1_000_000));
    expect([answer.status, answer.json]).toMatchObject([400, { message: 'invalid request body' }]);
    expect((await box.post('/api/prompts/demo.p/chat', nested(600))).status).toBe(400);
    const shallow = `{"args":{"x":"${'[{'.repeat(1000)}\\"["}}`;
    expect((await box.post('/api/prompts/demo.p/render', shallow)).status).toBe(200);
  });

  test.each(['render', 'chat'])(
    'a body for %s whose bytes are no UTF-8 is 400, and nothing is guessed',
    async (what) => {
      const body = Buffer.from('{"args":{"x":"\xe9"}}', 'latin1');
      const response = await fetch(`${box.url}/api/prompts/demo.p/${what}`, { method: 'POST', body });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { message: 'invalid request body: it is not UTF-8' },
      ]);
    },
  );

  test.each(['render', 'chat'])(
    'a client that leaves while it sends to %s is noted as 499, and is no error',
    async (what) => {
      const before = box.requests.length;
      const socket = connect(Number(new URL(box.url).port), '127.0.0.1', () => {
        const head = `POST /api/prompts/demo.p/${what} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n`;
        socket.write(`${head}{"args"`, () => setImmediate(() => socket.destroy()));
      });
      await expect.poll(() => box.requests.length - before).toBe(1);
      expect(box.requests.at(-1)).toMatchObject({ method: 'POST', status: 499, message: undefined });
      expect(box.errors).toEqual([]);
    },
  );

  test('every request is logged with its status', async () => {
    const before = box.requests.length;
    await Promise.all(Array.from({ length: 50 }, (_, at) => box.get(at % 2 === 0 ? '/api/prompts' : '/none')));
    await expect.poll(() => box.requests.length - before).toBe(50);
    expect(box.requests.slice(before).filter(({ status }) => status === 404)).toHaveLength(25);
  });
});

describe('who may ask', () => {
  const access = { host: '127.0.0.1', token: () => 't0ken', trustsLoopback: true };
  const from = (headers: object, remoteAddress = '127.0.0.1') => ({
    url: '/api/prompts',
    headers: { host: '127.0.0.1:8080', ...headers },
    rawHeaders: [],
    socket: { remoteAddress },
  });

  test.each<[string, object, string | undefined, number | undefined]>([
    ['a program of this machine', {}, undefined, undefined],
    ['by the name localhost', { host: 'localhost:9' }, undefined, undefined],
    ['by IPv6', { host: '[::1]:8080' }, undefined, undefined],
    ['a page that rebound its name', { host: 'evil.example' }, undefined, 403],
    ['without a Host', { host: undefined }, undefined, 400],
    ['a page of another origin', { origin: 'https://evil.example' }, undefined, 403],
    ['a page of another port', { origin: 'http://127.0.0.1:3000' }, undefined, 403],
    ['a page of no origin', { origin: 'null' }, undefined, 403],
    ['our own page', { origin: 'http://127.0.0.1:8080' }, undefined, undefined],
    ['an image of another page', { 'sec-fetch-site': 'cross-site' }, undefined, 403],
    ['another machine', { host: '192.168.0.9:8080' }, '192.168.0.7', 403],
  ])('%s', (_, headers, address, status) => {
    expect(createRestGate(access)(from(headers, address))?.status).toBe(status);
  });

  test.each<[string, string | undefined, number | undefined]>([
    ['without a token', undefined, 401],
    ['with another token', 'Bearer other', 401],
    ['with the token', 'Bearer t0ken', undefined],
  ])('another machine, where all interfaces are open, %s', (_, authorization, status) => {
    const headers = { host: '192.168.0.9:8080', authorization };
    expect(createRestGate({ ...access, host: '' })(from(headers, '::ffff:192.168.0.7'))?.status).toBe(status);
  });

  test.each<[string, object, number | undefined]>([
    ['a container', {}, undefined],
    ['a container, from a page', { origin: 'https://evil.example' }, 403],
    ['a container, without the token', { authorization: undefined }, 403],
    ['a container, with another token', { authorization: 'Bearer other' }, 403],
  ])('by the name of %s', (_, more, status) => {
    const headers = { host: 'prompts.lan:8080', authorization: 'Bearer t0ken', ...more };
    for (const host of ['', '127.0.0.1', 'prompts']) {
      expect(createRestGate({ ...access, host })(from(headers))?.status).toBe(status);
    }
  });

  test('with a token for everyone, only the page about the API is open', async () => {
    const config = { token: () => 'generated-token', trustsLoopback: false };
    await using closed = await restBox({ store: 'folder', config });
    const refused = await closed.get('/api/prompts');
    expect([refused.status, refused.headers.get('www-authenticate'), refused.json]).toEqual([
      401,
      'Bearer',
      failureBody(401, expect.stringContaining('token')),
    ]);
    expect((await closed.post('/api/prompts/x/render', {})).status).toBe(401);
    const authorization = 'Bearer generated-token';
    expect((await closed.get('/api/prompts', { authorization })).status).toBe(200);
    expect((await closed.get('/docs')).status).toBe(200);
  });
});

test('the document names every route, and the page is made of it under a strict policy', async () => {
  const { json } = await box.get('/api/openapi.json');
  const document = json as { openapi: string; paths: Record<string, object>; components: { schemas: object } };
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths).sort()).toEqual(
    [
      ...['extensions', 'prompts', 'environs', 'tools'].flatMap((list) => [`/api/${list}`, `/api/${list}/{id}`]),
      '/api/problems',
      '/api/prompts/{id}/chat',
      '/api/prompts/{id}/render',
      '/api/reload',
    ].sort(),
  );
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Error', 'Rendered', 'ChatRequest']),
  );
  const { headers, text } = await box.get('/docs');
  const policy = headers.get('content-security-policy') ?? '';
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(policy).toMatch(/default-src 'none'/);
  expect(text).toContain(`<script nonce="${nonce}">`);
  expect(text.match(/<script|<style/g)).toHaveLength(2);
  expect(text).not.toMatch(/https?:\/\/|style="|onclick/);
  for (const path of Object.keys(document.paths)) expect(text).toContain(path);
});

test('it stops within a second, whatever is open, and connections that are idle are closed', async () => {
  const slow = await restBox({ store: 'folder' });
  const port = Number(new URL(slow.url).port);
  const idle = connect(port, '127.0.0.1');
  const half = connect(port, '127.0.0.1', () =>
    half.write('POST /api/prompts/a/render HTTP/1.1\r\nhost: 127.0.0.1\r\n'),
  );
  const closed = [idle, half].map(
    (socket) => new Promise((resolve) => socket.on('error', () => {}).on('close', resolve)),
  );
  await slow.get('/api/prompts');
  const from = performance.now();
  await slow.stop();
  expect(performance.now() - from).toBeLessThan(1000);
  await Promise.all(closed);
  await expect(slow.get('/api/prompts')).rejects.toThrow();
  await slow[Symbol.asyncDispose]();
});

test('a key that cannot be had is 502, and no profile at all is 400', async () => {
  const resolve = async (model: string | undefined) => {
    if (model === 'locked') throw new AppError('UNAVAILABLE', 'The key of profile x is missing');
    return undefined;
  };
  await using asking = await restBox({ store: 'folder', llm: { resolve } });
  await asking.put(promptRecord('fine'));
  const chat = (model: string) => asking.post('/api/prompts/demo.p/chat', { model });
  expect(await chat('locked')).toMatchObject({ status: 502, text: expect.stringContaining('The key of profile x') });
  expect(await chat('other')).toMatchObject({ status: 400, text: expect.stringContaining('no server is known') });
});

test('a long stream gathers no listeners', async () => {
  const chunk = `data: ${'x'.repeat(100_000)}\n\n`;
  await using llm = await stubServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(chunk.repeat(60));
  });
  const target = { baseUrl: llm.url, apiKey: '', model: 'm' };
  await using streaming = await restBox({ store: 'folder', llm: { resolve: async () => target } });
  await streaming.put(promptRecord('fine'));
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => void warnings.push(name);
  process.on('warning', onWarning);
  const { text } = await streaming.post('/api/prompts/demo.p/chat', { stream: true });
  process.off('warning', onWarning);
  expect([text.length, warnings]).toEqual([chunk.length * 60, []]);
});

test('a port that is taken is told of', async () => {
  const port = Number(new URL(box.url).port);
  await expect(restBox({ store: 'folder', config: { port } })).rejects.toThrow(
    `127.0.0.1:${port} cannot be opened: another program has it`,
  );
});
