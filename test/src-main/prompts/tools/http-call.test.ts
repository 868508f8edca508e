import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HttpCalls } from '../../../../src-main/prompts/tools/http-call.ts';
import type { HttpRequest } from '../../../../src-main/prompts/tools/http-request.ts';
import { ToolFailure } from '../../../../src-main/prompts/tools/tool-failure.ts';
import { json, type StubServer, stubServer } from '../../../support/stub-server.ts';

let server: StubServer;
let other: StubServer;
let calls: HttpCalls;
beforeAll(async () => {
  server = await stubServer(json({}));
  other = await stubServer(json('secret of the inside'));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});
beforeEach(() => {
  calls = new HttpCalls(async () => ['127.0.0.1']);
  for (const one of [server, other]) (one.requests as unknown[]).length = 0;
});
afterEach(() => calls[Symbol.dispose]());

interface Sent {
  readonly method?: HttpRequest['method'];
  readonly body?: string;
  readonly url?: string;
  readonly allow?: readonly string[];
  readonly signal?: AbortSignal;
}

function send({ method = 'GET', body, url = server.url, allow = [server.url], signal }: Sent = {}) {
  return calls.send({ method, url: new URL(url), body }, { allow }, signal ?? new AbortController().signal);
}

const redirects =
  (status: number, location: string): StubServer['answer'] =>
  ({ url }, response) =>
    void (url === '/end' ? response.end('"end"') : response.writeHead(status, { location }).end());

/** Requests of the server behind a redirect. */
const asked = () => server.requests.slice(1).map(({ method, url, body }) => `${method} ${url} ${body}`.trim());

describe('a redirect', () => {
  test('keeps the method and the body, or asks anew without them, as its status says', async () => {
    for (const [status, method, expected] of [
      [307, 'POST', 'POST /end {}'],
      [308, 'POST', 'POST /end {}'],
      [301, 'POST', 'GET /end'],
      [302, 'POST', 'GET /end'],
      [303, 'PUT', 'GET /end'],
      [302, 'PUT', 'PUT /end {}'],
    ] as const) {
      server.answer = redirects(status, '/end');
      (server.requests as unknown[]).length = 0;
      await send({ method, body: '{}' });
      expect(asked()).toEqual([expected]);
    }
  });

  test('leads to no address inside that nobody named', async () => {
    server.answer = redirects(302, `${other.url}/end`);
    await expect(send()).rejects.toThrow(ToolFailure);
    expect(other.requests).toEqual([]);
    expect(await send({ allow: [server.url, other.url] })).toBe('secret of the inside');
  });

  test('to itself, to what is no URL and to another scheme is a failure', async () => {
    server.answer = redirects(302, '/again');
    await expect(send()).rejects.toThrow('redirected more than 5 times');
    expect(server.requests).toHaveLength(6);
    for (const location of ['http://', 'file:///etc/passwd', 'javascript:1']) {
      server.answer = redirects(302, location);
      await expect(send()).rejects.toThrow(ToolFailure);
    }
  });

  test('without a place is the answer itself', async () => {
    server.answer = (_, response) => void response.writeHead(302).end('"here"');
    expect(await send()).toBe('here');
  });
});

describe('a name and a password in the address', () => {
  test('are sent as they were meant, and not to another server', async () => {
    server.answer = redirects(302, '/end');
    await send({ url: server.url.replace('//', '//me:p%40ss@') });
    const basic = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([basic, basic]);
    server.answer = redirects(302, `${other.url}/end`);
    await send({ url: server.url.replace('//', '//me:p%40ss@'), allow: [server.url, other.url] });
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('with a lone percent sign are sent as they stand', async () => {
    server.answer = json('well');
    expect(await send({ url: server.url.replace('//', '//me:50%@') })).toBe('well');
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:50%').toString('base64')}`);
  });
});

describe('an answer', () => {
  test('that breaks off, is too long or encoded is a failure, and none is half a value', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a":');
      setTimeout(() => response.destroy(), 10);
    };
    await expect(send()).rejects.toThrow(ToolFailure);
    server.answer = (_, response) => void response.end('x'.repeat(4 * 1024 * 1024 + 1));
    await expect(send()).rejects.toThrow('more than 4 MiB');
    server.answer = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    await expect(send()).rejects.toThrow('in gzip');
    server.answer = json({ why: 'no' }, 500);
    await expect(send()).rejects.toThrow('status 500');
  });

  test('that failed is told by its beginning, which ends with a whole character', async () => {
    server.answer = (_, response) => void response.writeHead(500).end(`x${'é'.repeat(600)}`);
    await expect(send()).rejects.toMatchObject({ detail: `x${'é'.repeat(511)}` });
  });

  test.each([
    ['text/plain', 'Grüße', Buffer.from('Grüße')],
    ['text/plain; charset=ISO-8859-1', 'Grüße', Buffer.from('Grüße', 'latin1')],
    ['application/json; charset="gbk"', { greeting: '你好' }, Buffer.from('{"greeting":"\xc4\xe3\xba\xc3"}', 'latin1')],
    ["text/plain; charset='utf-8'", 'Grüße', Buffer.from('Grüße')],
    ['text/plain; charset=utf-8, text/plain', 'Grüße', Buffer.from('Grüße')],
    ['text/plain; charset=utf8mb4', 'Grüße', Buffer.from('Grüße')],
    ['text/plain; charset=binary', 'Grüße', Buffer.from('Grüße')],
    ['application/json; charset=ISO-8859-1', { greeting: 'Grüße' }, Buffer.from('{"greeting":"Grüße"}')],
    ['application/problem+json; charset=ISO-8859-1', 'Grüße', Buffer.from('"Grüße"')],
    ['application/json; charset=ISO-8859-1', 'Grüße', Buffer.from('"Grüße"', 'latin1')],
    ['application/json; charset=utf-16le', { a: 1 }, Buffer.from('{"a":1}', 'utf16le')],
    ['application/json; charset=iso-2022-jp', '日', Buffer.from('"\x1b$BF|\x1b(B"', 'latin1')],
  ])('of the type %s is read in its character set', async (type, value, bytes) => {
    server.answer = (_, response) => void response.writeHead(200, { 'content-type': type }).end(bytes);
    expect(await send()).toEqual(value);
  });

  test.each([
    ['text/plain', 'bytes that are not UTF-8'],
    ['text/plain; charset=klingon', 'a character set that is not known'],
  ])('of the type %s whose characters cannot be told is a failure', async (type, why) => {
    const bytes = Buffer.from('Grüße', 'latin1');
    server.answer = (_, response) => void response.writeHead(200, { 'content-type': type }).end(bytes);
    await expect(send()).rejects.toThrow(why);
  });

  test('is waited for until it is not wanted any more', async () => {
    const stop = new AbortController();
    server.answer = () => stop.abort();
    await expect(send({ signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
