import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EMPTY, type TemplateValue } from '#template';
import { createToolCaller, type ToolCallerOptions } from '../../../../src-main/prompts/tools/index.ts';
import { loadedTool } from '../../../support/loaded-tool.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { json, type StubServer, stubServer } from '../../../support/stub-server.ts';

let server: StubServer;
const warnings: (readonly [string, unknown])[] = [];
const debugs: unknown[] = [];
const log = {
  ...silentLogger,
  warn: (event: string, fields?: unknown) => void warnings.push([event, fields]),
  debug: (_: string, fields?: unknown) => void debugs.push(fields),
};

beforeAll(async () => {
  server = await stubServer(json({}));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.answer = json({ count: 2 });
  (server.requests as unknown[]).length = 0;
  warnings.length = 0;
  debugs.length = 0;
});

const PARAMETERS = {
  type: 'object',
  properties: { symbol: { type: 'string' }, limit: { type: 'integer', default: 5 } },
  required: ['symbol'],
};

interface Given {
  readonly url?: string;
  readonly method?: string;
  readonly parameters?: object;
  readonly returns?: object;
  readonly args?: readonly TemplateValue[];
  readonly limitMs?: number;
  readonly options?: Partial<ToolCallerOptions>;
}

async function call({ url = '/ref', method = 'GET', parameters = PARAMETERS, returns = {}, ...given }: Given = {}) {
  const mcp = { call: () => Promise.reject(new Error('none')) };
  const settings = () => ({ baseUrl: server.url, allow: [] });
  await using caller = createToolCaller({ settings, mcp, log, ...given.options });
  const tool = loadedTool({ type: 'restful', restful: { url, method }, parameters, returns });
  const { signal } = new AbortController();
  return await caller.call(tool, given.args ?? ['Foo'], { signal, limitMs: given.limitMs ?? 5000 });
}

describe('requests', () => {
  test('GET asks with a query in the order of the schema, and no body', async () => {
    const outcome = await call();
    expect(outcome).toEqual({
      outcome: 'value',
      value: { count: 2 },
      arguments: { symbol: 'Foo', limit: 5 },
      request: `GET ${server.url}/ref?symbol=Foo&limit=5`,
    });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'GET', url: '/ref?symbol=Foo&limit=5', body: '' });
    expect(request?.headers).toMatchObject({ 'user-agent': 'ai-prompt-shell/1.0' });
    expect(request?.headers['content-length']).toBeUndefined();
  });

  test('values of a query: text raw, others as JSON, lists as repeated keys, objects as JSON text', async () => {
    const parameters = { properties: { s: {}, n: {}, b: {}, l: {}, o: {} } };
    await call({ method: 'delete', parameters, args: ['a b&c', 1.5, true, ['x', 2n, { y: 1 }], { k: [1] }] });
    const [request] = server.requests;
    expect(request?.method).toBe('DELETE');
    const query = new URL(request?.url ?? '', server.url).searchParams;
    expect([...query]).toEqual([
      ['s', 'a b&c'],
      ['n', '1.5'],
      ['b', 'true'],
      ['l', 'x'],
      ['l', '2'],
      ['l', '{"y":1}'],
      ['o', '{"k":[1]}'],
    ]);
  });

  test.each(['post', 'PUT'])('%s sends a JSON object', async (method) => {
    await call({ method });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: method.toUpperCase(), url: '/ref', body: '{"symbol":"Foo","limit":5}' });
    expect(request?.headers['content-type']).toBe('application/json');
  });

  test('placeholders of the path take arguments, which leave the rest', async () => {
    await call({ url: '/of/{symbol}/{limit}?fixed=1', args: ['a/b ?ü'] });
    expect(server.requests[0]?.url).toBe('/of/a%2Fb%20%3F%C3%BC/5?fixed=1');
  });

  test.each(['..', '.', '%2e%2e', '../x'])('%j stays in its place of the path, or the call fails', async (symbol) => {
    const { outcome } = await call({ url: '/of/{symbol}/it', args: [symbol] });
    const asked = server.requests.map(({ url }) => url.split('?')[0]);
    expect(outcome === 'empty' ? asked : asked.map((url) => url?.split('/').length)).toEqual(
      outcome === 'empty' ? [] : [4],
    );
  });

  test.each([
    ['/users/{symbol}', ''],
    ['/users/{symbol}', '.'],
    ['/users/{symbol}', '..'],
    ['/users/{symbol}', '%2e'],
    ['/users/{symbol}', '%252E%2e'],
    ['/users/{symbol}', 'a/..'],
    ['/users/{symbol}', '..\\a'],
    ['/{symbol}', '..'],
    ['/a/b/.{symbol}', '.'],
    ['/a/b/{symbol}.', '.'],
    ['/a/b/%2e{symbol}', ''],
    ['/a/{symbol}{symbol}/b', ''],
  ])('DELETE %s with %j asks nobody', async (url, symbol) => {
    const { error } = await call({ url, method: 'DELETE', args: [symbol] });
    expect([error, server.requests]).toEqual(['an argument cannot stand in the path of its URL', []]);
  });

  test.each(['.a', 'a..b', '...', '%', 'x.'])('%j is a segment like any other', async (symbol) => {
    await call({ url: '/users/{symbol}', method: 'DELETE', args: [symbol] });
    expect(server.requests[0]?.url).toBe(`/users/${encodeURIComponent(symbol)}?limit=5`);
  });

  test('no argument decides which server is asked', async () => {
    const { error } = await call({ url: 'http://{symbol}/', args: [`127.0.0.1:${server.port}`] });
    expect(error).toMatch(/URL cannot be read|cannot stand|relative|cannot be found/);
    expect(server.requests).toEqual([]);
  });

  test('a relative URL without a base is a failure', async () => {
    const { error } = await call({ options: { settings: () => ({ allow: [] }) } });
    expect(error).toBe('its URL is relative, and tools.base_url is not set');
  });

  test('credentials of a URL are sent, and not shown', async () => {
    const { request } = await call({ url: `http://me:s3cret@127.0.0.1:${server.port}/x`, args: ['a'] });
    expect(request).toBe(`GET ${server.url}/x?symbol=a&limit=5`);
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:s3cret').toString('base64')}`);
  });
});

describe('answers', () => {
  test.each<[string, string, unknown]>([
    ['JSON', '{"a":[1,null,"x"]}', { a: [1, null, 'x'] }],
    ['a number', ' 1000000 ', 1_000_000],
    ['null', 'null', null],
    ['text', 'plain text', 'plain text'],
    ['HTML', '<!doctype html><p>no', '<!doctype html><p>no'],
    ['broken JSON', '{"a":', '{"a":'],
    ['nothing', '', EMPTY],
    ['a byte order mark', '\uFEFF[1]', [1]],
    ['a key by the name of a prototype', '{"__proto__":{"x":1}}', JSON.parse('{"__proto__":{"x":1}}')],
  ])('%s', async (_, body, expected) => {
    server.answer = (__, response) => void response.end(body);
    const { outcome, value } = await call();
    expect([outcome, value]).toEqual(['value', expected]);
  });

  test('204 is empty', async () => {
    server.answer = (_, response) => void response.writeHead(204).end();
    expect(await call()).toMatchObject({ outcome: 'value', value: EMPTY });
  });

  test('a nested bomb is refused', async () => {
    server.answer = (_, response) => void response.end('['.repeat(100_000));
    expect((await call()).error).toMatch(/nested more than 500 deep/);
  });

  test('a failure is one warning that names tool and cause, and none of the arguments', async () => {
    server.answer = (_, response) => void response.writeHead(500).end(`Foo ${'x'.repeat(5000)}`);
    const { outcome, value, error } = await call();
    expect([outcome, value]).toEqual(['empty', EMPTY]);
    expect(warnings).toEqual([
      ['prompts.tool.failed', { tool: 'codebase_look_ref', cause: 'it answered with status 500' }],
    ]);
    expect(error).toMatch(/^it answered with status 500: Foo xxx/);
    expect(JSON.stringify(debugs).length).toBeLessThan(1200);
  });

  test('arguments that do not fit are warned of without a word of them', async () => {
    const parameters = { properties: { o: { type: 'object', additionalProperties: false } } };
    const { error } = await call({ parameters, args: [{ S3CRET: 1 }] });
    expect(error).toMatch(/^its arguments do not fit: .*S3CRET/);
    expect(JSON.stringify(warnings)).toMatch(/its arguments do not fit/);
    expect(JSON.stringify(warnings)).not.toContain('S3CRET');
  });

  test('returns.default stands in for what failed', async () => {
    server.answer = json({}, 404);
    const outcome = await call({ returns: { type: 'object', default: { count: 0 } } });
    expect(outcome).toMatchObject({ outcome: 'default', value: { count: 0 } });
  });

  test('what streams for ever is cut at 4 MiB', async () => {
    server.answer = (_, response) => {
      const chunk = 'x'.repeat(65_536);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    };
    expect((await call({ limitMs: 15_000 })).error).toBe('it answered with more than 4 MiB');
  });

  test('what drips for ever is ended when the time is up', async () => {
    server.answer = (_, response) => {
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    };
    expect((await call({ limitMs: 60 })).error).toBe('its time was up');
  });

  test('a rendering that ends takes its calls with it', async () => {
    server.answer = () => {};
    const stop = new AbortController();
    const mcp = { call: () => Promise.reject(new Error('none')) };
    await using caller = createToolCaller({ settings: () => ({ baseUrl: server.url, allow: [] }), mcp, log });
    const tool = loadedTool({ type: 'restful', restful: { url: '/', method: 'GET' } });
    const calling = caller.call(tool, [], { signal: stop.signal, limitMs: 60_000 });
    await expect.poll(() => server.requests.length).toBe(1);
    stop.abort();
    expect((await calling).error).toBe('the rendering ended before it answered');
  });
});

describe('what may be reached', () => {
  const openTo = (allow: readonly string[], baseUrl?: string) => ({
    options: { settings: () => ({ allow, baseUrl }) },
  });
  const absolute = (path = '/x') => `${server.url}${path}`;

  test('loopback is refused when it is not allowed, by whatever name', async () => {
    const names = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0', '2130706433', '0x7f.1', '127.1'];
    for (const name of names) {
      const { error } = await call({ url: `http://${name}:${server.port}/`, ...openTo([]) });
      expect([name, error]).toEqual([name, expect.stringMatching(/private network: allow its origin/)]);
    }
    expect(server.requests).toEqual([]);
  });

  test('an allowed origin may be loopback; another port of it may not', async () => {
    expect(await call({ url: absolute(), ...openTo([server.url]) })).toMatchObject({ outcome: 'value' });
    expect(await call({ url: absolute(), ...openTo(['http://127.0.0.1:1']) })).toMatchObject({ outcome: 'empty' });
    expect(server.requests).toHaveLength(1);
  });

  test('a name is judged by the address that is connected to', async () => {
    const options = { settings: () => ({ allow: [] }), resolve: async () => ['127.0.0.1'] };
    const { error } = await call({ url: `http://rebound.example:${server.port}/`, options });
    expect(error).toMatch(/rebound.example lies in this machine/);
    expect(server.requests).toEqual([]);
  });

  test('of a name that leads outside and inside, the inside is not connected to', async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['127.0.0.1', '192.0.2.1'];
    };
    const { error } = await call({
      url: `http://rebound.example:${server.port}/`,
      options: { settings: () => ({ allow: [] }), resolve },
    });
    expect(error).toMatch(/rebound.example lies in this machine/);
    expect([asked, server.requests]).toEqual([['rebound.example'], []]);
  });

  test.each(['169.254.169.254', '[::ffff:169.254.169.254]', '[fe80::1]', '[fd00:ec2::254]', '224.0.0.1'])(
    '%s is refused even when it is allowed',
    async (host) => {
      const { error } = await call({ url: `http://${host}/`, ...openTo([`http://${host}`]) });
      expect(error).toMatch(/no tool may call/);
    },
  );

  test.each(['ftp://example.org/', 'file:///etc/passwd', 'gopher://x/', 'data:,x'])(
    '%s has no scheme of ours',
    async (url) => expect((await call({ url })).error).toMatch(/is no scheme that tools are called by/),
  );

  test('redirects are followed, and judged, at most five times', async () => {
    server.answer = ({ url }, response) => {
      const left = Number(new URL(url, server.url).searchParams.get('left'));
      if (left === 0) response.end('"there"');
      else response.writeHead(302, { location: `/?left=${left - 1}` }).end();
    };
    expect(await call({ url: '/?left=5', parameters: {}, args: [] })).toMatchObject({ value: 'there' });
    expect((await call({ url: '/?left=6', parameters: {}, args: [] })).error).toMatch(/more than 5 times/);
  });

  test.each([
    ['http://127.0.0.1:6379/', /private network/],
    ['http://169.254.169.254/latest/meta-data', /no tool may call/],
    ['file:///etc/passwd', /no scheme/],
    ['http://[', /no URL/],
  ])('a redirect to %s is refused', async (location, why) => {
    server.answer = (_, response) => void response.writeHead(302, { location }).end();
    expect((await call({ url: absolute(), ...openTo([server.url]) })).error).toMatch(why);
  });

  test('a POST that is redirected becomes a GET, but by 307 and 308', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      server.answer = ({ url }, response) => {
        if (url === '/to') response.end('1');
        else response.writeHead(status, { location: '/to' }).end();
      };
      await call({ method: 'POST' });
      const last = server.requests.at(-1);
      const expected = status >= 307 ? ['POST', '{"symbol":"Foo","limit":5}'] : ['GET', ''];
      expect([status, last?.method, last?.body]).toEqual([status, ...expected]);
    }
  });
});

describe('connections that are kept', () => {
  const asks = async (method: string, times = 2) => {
    const mcp = { call: () => Promise.reject(new Error('none')) };
    await using caller = createToolCaller({ settings: () => ({ baseUrl: server.url, allow: [] }), mcp, log });
    const tool = loadedTool({ type: 'restful', restful: { url: '/x', method } });
    const outcomes: unknown[] = [];
    for (let at = 0; at < times; at++) {
      const { outcome, error } = await caller.call(tool, [], { signal: new AbortController().signal, limitMs: 5000 });
      outcomes.push(error ?? outcome);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return outcomes;
  };
  const used = new WeakSet<object>();
  /** Each connection answers once. */
  const once: StubServer['answer'] = (_, response) => {
    const { socket } = response;
    if (!socket || used.has(socket)) socket?.resetAndDestroy();
    else response.end('1');
    if (socket) used.add(socket);
  };

  test.each(['GET', 'PUT', 'DELETE', 'POST'])('%s: one that the server has closed harms nothing', async (method) => {
    server.answer = once;
    expect(await asks(method)).toEqual(['value', 'value']);
    const tried = method === 'POST' ? 2 : 3;
    expect(server.requests).toHaveLength(tried);
  });

  test('what fails on a fresh connection is not asked again', async () => {
    server.answer = (_, response) => void response.socket?.resetAndDestroy();
    expect(await asks('GET', 1)).toEqual(['the request failed: ECONNRESET']);
    expect(server.requests).toHaveLength(1);
  });
});

test.each([
  [{ type: 'soap' }, /none of restful/],
  [{ type: 'restful' }, /no restful.method/],
  [{ type: 'restful', restful: { method: 'GET' } }, /no restful.url/],
  [{ type: 'restful', restful: { url: '/', method: 'PATCH' } }, /no restful.method/],
  [{ type: 'mcp' }, /no mcp.server/],
  [{ type: 'grpc', grpc: { target: 'unix:/run/docker.sock', service: 'a', method: 'b' } }, /no host:port/],
])('a record %j is a failure', async (record, why) => {
  const mcp = { call: () => Promise.reject(new Error('none')) };
  await using caller = createToolCaller({ settings: () => ({ allow: [], baseUrl: 'http://x/' }), mcp, log });
  const { error } = await caller.call(loadedTool(record), [], { signal: new AbortController().signal, limitMs: 1000 });
  expect(error).toMatch(why);
});
