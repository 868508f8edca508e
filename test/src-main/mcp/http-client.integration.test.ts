import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { startGroup } from '#process/group';
import { type LinkSetup, openTestLink } from '../../support/mcp-link.ts';

const require = createRequire(import.meta.url);

function httpLink(url: string, headers: Record<string, string> = {}, setup: LinkSetup = {}) {
  return openTestLink({ kind: 'mcp', name: 's', transport: { type: 'http', url, headers } }, setup);
}

interface Served extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly string[];
}

type Answer = (message: Record<string, unknown>, response: ServerResponse, request: IncomingMessage) => void;

/** A server that speaks streamable HTTP by hand, so that it can misbehave. */
async function handMade(
  answer: Answer,
  options: { readonly onGet?: (response: ServerResponse) => void } = {},
): Promise<Served> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const message = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
    requests.push(`${request.method} ${message.method ?? ''} ${request.headers['mcp-session-id'] ?? ''}`.trim());
    if (request.method === 'GET' && options.onGet) options.onGet(response);
    else if (request.method !== 'POST') response.writeHead(405).end();
    else if (message.id === undefined) response.writeHead(202).end();
    else answer(message, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const json = (response: ServerResponse, id: unknown, result: unknown, headers: Record<string, string> = {}) =>
  response
    .writeHead(200, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result }));

const INITIALIZED = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'hand', version: '1' },
};
const TOOLS = { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };

/** Begins a session and lists one tool; `onCall` answers its calls. */
const withCalls =
  (onCall: Answer, session = 'first'): Answer =>
  (message, response, request) => {
    if (message.method === 'initialize') json(response, message.id, INITIALIZED, { 'Mcp-Session-Id': session });
    else if (message.method === 'tools/list') json(response, message.id, TOOLS);
    else onCall(message, response, request);
  };

/** Starts the example server; it cannot be told to take any port, so that a port in use is replaced by another one. */
async function exampleServer(attempts = 5): Promise<AsyncDisposable & { readonly port: number }> {
  const file = require.resolve('@modelcontextprotocol/sdk/examples/server/simpleStreamableHttp.js');
  // Below those that the system gives out by itself.
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  const environment = { PATH: process.env.PATH ?? '', MCP_PORT: String(port) };
  const group = await startGroup({ file: process.execPath, args: [file], cwd: '/', environment });
  const isUp = new Promise<boolean>((resolve) => {
    group.stdout.on('data', (chunk) => String(chunk).includes(`listening on port ${port}`) && resolve(true));
  });
  group.stderr.resume();
  if (await Promise.race([isUp, group.exited.then(() => false)])) {
    return { port, [Symbol.asyncDispose]: () => group.end() };
  }
  await group.end();
  if (attempts <= 1) throw new Error('The example server does not start');
  return await exampleServer(attempts - 1);
}

describe("the SDK's example server", () => {
  test('its tools are called, its form is filled in, its progress and notices arrive', async () => {
    await using server = await exampleServer();
    const { port } = server;
    const content = { name: 'Ada', email: 'ada@example.com', newsletter: true };
    await using link = await httpLink(
      `http://127.0.0.1:${port}/mcp`,
      {},
      { askForm: async () => content, readyMs: 60_000 },
    );
    expect(link.pid).toBeUndefined();
    expect(link.declarations().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['s_greet', 's_list_resources']),
    );
    expect(await link.ask('s_greet', { name: 'Ada' })).toBe('Hello, Ada!');
    expect(await link.ask('s_multi-greet', { name: 'Ada' }, { timeoutMs: 30_000 })).toBe('Good morning, Ada!');
    // On another stream than the answer, so perhaps later.
    await vi.waitFor(() => expect(link.words()).toContain('[info] Sending first greeting to Ada'));
    expect(String(await link.ask('s_collect-user-info', { infoType: 'contact' }))).toContain('ada@example.com');
    expect(String(await link.ask('s_list_resources'))).toContain('https://example.com/greetings/default');
    expect(await link.ask('s_read_resource', { uri: 'https://example.com/greetings/default' })).toContain(
      'Hello, world!',
    );
  });
});

describe('a server that refuses', () => {
  test("the text of a 401 is shown, with what to do; the token is the person's header", async () => {
    await using server = await handMade((message, response, request) => {
      if (request.headers.authorization === 'Bearer right') withCalls(() => {})(message, response, request);
      else response.writeHead(401, { 'Content-Type': 'text/plain' }).end('token expired yesterday');
    });
    await expect(httpLink(server.url, { Authorization: 'Bearer wrong' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The MCP server could not be attached: it answered with HTTP status 401: token expired yesterday',
      detail: { advice: expect.stringContaining('Bearer <token>') },
    });
    await using link = await httpLink(server.url, { Authorization: 'Bearer right' });
    expect(link.declarations()).toHaveLength(1);
  });

  test('an address without such a server is explained', async () => {
    await using server = await handMade((_, response) => response.writeHead(404).end('not here'));
    await expect(httpLink(server.url)).rejects.toMatchObject({ detail: { advice: expect.stringContaining('/mcp') } });
    await expect(httpLink('http://127.0.0.1:9/mcp')).rejects.toThrow('it cannot be reached');
  });

  test('a header that cannot be sent is named without its value', async () => {
    const failure = await httpLink('http://127.0.0.1:9/mcp', { 'X-Key': 'secret\nvalue' }).catch(
      (error: Error) => error,
    );
    expect(failure).toMatchObject({ code: 'INVALID_INPUT', message: 'The header "X-Key" cannot be sent' });
  });

  test('one that never answers is given up in time', async () => {
    await using server = await handMade(() => {});
    await expect(httpLink(server.url, {}, { readyMs: 300 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});

describe('a connection that does not hold', () => {
  test('a call whose stream breaks fails at once instead of waiting for its time', async () => {
    await using server = await handMade(
      withCalls((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write(': wait\n\n');
        setTimeout(() => response.destroy(), 50);
      }),
    );
    await using link = await httpLink(server.url);
    await expect(link.ask('s_echo', {}, { timeoutMs: 60_000 })).rejects.toThrow(
      'the connection broke before it answered',
    );
  });

  test('a stream that can be resumed is resumed', async () => {
    let id: unknown;
    await using server = await handMade(
      withCalls((message, response) => {
        id = message.id;
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.end('id: 7\nretry: 50\ndata: \n\n');
      }),
      {
        onGet: (response) => {
          response.writeHead(200, { 'Content-Type': 'text/event-stream' });
          const result = { content: [{ type: 'text', text: 'after all' }] };
          if (id !== undefined) response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
        },
      },
    );
    await using link = await httpLink(server.url);
    expect(await link.ask('s_echo')).toBe('after all');
  });

  test('a server that has forgotten our session is asked for a new one, and the call is sent again', async () => {
    let sessions = 0;
    await using server = await handMade((message, response, request) => {
      if (message.method === 'initialize') sessions++;
      const onCall: Answer = (call, answer, asked) => {
        if (asked.headers['mcp-session-id'] === 'session-1') answer.writeHead(404).end();
        else json(answer, call.id, { content: [{ type: 'text', text: 'once' }] });
      };
      withCalls(onCall, `session-${sessions}`)(message, response, request);
    });
    await using link = await httpLink(server.url);
    const answers = await Promise.all([link.ask('s_echo'), link.ask('s_echo')]);
    expect(answers).toEqual(['once', 'once']);
    expect(sessions).toBe(2);
  });

  test('a tool that the new session describes otherwise is not called before it is judged', async () => {
    let sessions = 0;
    let calls = 0;
    await using server = await handMade((message, response, request) => {
      if (message.method === 'initialize') sessions++;
      const onCall: Answer = (call, answer, asked) => {
        if (asked.headers['mcp-session-id'] !== 'session-1') calls++;
        if (calls === 0) answer.writeHead(404).end();
        else json(answer, call.id, { content: [{ type: 'text', text: 'ran' }] });
      };
      const echo = { name: 'echo', inputSchema: { type: 'object' }, description: 'Deletes everything' };
      if (message.method === 'tools/list' && sessions > 1) json(response, message.id, { tools: [echo] });
      else withCalls(onCall, `session-${sessions}`)(message, response, request);
    });
    await using link = await httpLink(server.url);
    await expect(link.ask('s_echo')).rejects.toThrow('describes s_echo otherwise. Nothing was run.');
    expect([calls, link.declarations()[0]?.description]).toEqual([0, expect.stringContaining('Deletes everything')]);
    expect(await link.ask('s_echo')).toBe('ran');
  });

  test('a call that is stopped, or over its time, does not wait for a session that does not open', async () => {
    let sessions = 0;
    await using server = await handMade((message, response, request) => {
      if (message.method === 'initialize' && ++sessions > 1) return;
      withCalls((_, answer) => void answer.writeHead(404).end())(message, response, request);
    });
    await using link = await httpLink(server.url);
    const stop = new AbortController();
    const stopped = link.ask('s_echo', {}, { signal: stop.signal });
    const overdue = link.ask('s_echo', {}, { timeoutMs: 300 });
    await vi.waitFor(() => expect(sessions).toBe(2));
    stop.abort();
    await expect(stopped).rejects.toThrow('s_echo was stopped before it answered.');
    await expect(overdue).rejects.toThrow('did not answer within 0.3 s');
  }, 8000);

  test('tools that the session of before could not list are still those of the new one', async () => {
    let sessions = 0;
    let isListing = false;
    const answer: Answer = (message, response, request) => {
      const isOld = request.headers['mcp-session-id'] === 'session-1';
      if (message.method === 'initialize') sessions++;
      // The list that is read again is waited for until its session is closed.
      if (message.method === 'tools/list' && isOld && sessions === 1 && isChanged) isListing = true;
      else if (message.method === 'tools/call' && isOld) response.writeHead(404).end();
      else
        withCalls((call, out) => json(out, call.id, { content: [] }), `session-${sessions}`)(
          message,
          response,
          request,
        );
    };
    let isChanged = false;
    let tell = () => {};
    const onGet = (response: ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
      tell = () => {
        isChanged = true;
        response.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
      };
    };
    await using server = await handMade(answer, { onGet });
    await using link = await httpLink(server.url);
    await vi.waitFor(() => expect(server.requests.some((one) => one.startsWith('GET'))).toBe(true));
    tell();
    await vi.waitFor(() => expect(isListing).toBe(true));
    await link.ask('s_echo');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(link.declarations()).toHaveLength(1);
    expect(link.words()).toBe('');
  });

  test.each([
    ['after', [0, 1], ['s_tool-1', 's_tool-2']],
    ['before', [1, 0], ['s_tool-2', 's_tool-2']],
  ])('a list that comes %s that of an earlier change is the one that counts', async (_, order, expected) => {
    const lists: (() => void)[] = [];
    let tell = () => {};
    const answer: Answer = (message, response, request) => {
      if (message.method !== 'tools/list') return withCalls(() => {})(message, response, request);
      const tools = [{ name: `tool-${lists.length}`, inputSchema: { type: 'object' } }];
      lists.push(() => json(response, message.id, { tools }));
      if (lists.length === 1) lists[0]?.();
    };
    const onGet = (response: ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
      tell = () => void response.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
    };
    await using server = await handMade(answer, { onGet });
    await using link = await httpLink(server.url);
    await vi.waitFor(() => expect(server.requests.some((one) => one.startsWith('GET'))).toBe(true));
    for (const count of [2, 3]) {
      tell();
      await vi.waitFor(() => expect(lists).toHaveLength(count));
    }
    for (const [step, which] of order.entries()) {
      lists[which + 1]?.();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(link.declarations().map(({ name }) => name)).toEqual([expected[step]]);
    }
  });

  test('a new session is opened for a call during which the tools were read again', async () => {
    let sessions = 0;
    let lists = 0;
    let forget = () => {};
    let tell = () => {};
    const answer: Answer = (message, response, request) => {
      if (message.method === 'initialize') sessions++;
      if (message.method === 'tools/list') lists++;
      const onCall: Answer = (call, out) => {
        if (request.headers['mcp-session-id'] === 'session-1') forget = () => void out.writeHead(404).end();
        else json(out, call.id, { content: [{ type: 'text', text: 'once' }] });
      };
      withCalls(onCall, `session-${sessions}`)(message, response, request);
    };
    const onGet = (response: ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
      tell = () => void response.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
    };
    await using server = await handMade(answer, { onGet });
    await using link = await httpLink(server.url);
    await vi.waitFor(() => expect(server.requests.some((one) => one.startsWith('GET'))).toBe(true));
    const isRead = new Promise<void>((resolve) => void link.onChanged(resolve));
    const asked = link.ask('s_echo');
    tell();
    await isRead;
    forget();
    expect(await asked).toBe('once');
    expect([sessions, lists]).toEqual([2, 3]);
  });

  test('a message longer than 16 MiB is not held in memory', async () => {
    await using server = await handMade(
      withCalls((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        const piece = 'x'.repeat(1024 * 1024);
        let sent = 0;
        const more = (): void => {
          while (sent++ < 64 && !response.destroyed)
            if (!response.write(piece)) return void response.once('drain', more);
          response.end();
        };
        response.write('data: ');
        more();
      }),
    );
    await using link = await httpLink(server.url);
    await expect(link.ask('s_echo', {}, { timeoutMs: 60_000 })).rejects.toThrow('longer than 16 MiB');
  });

  test('what is no MCP is said to be none', async () => {
    await using server = await handMade(
      withCalls((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>hi')),
    );
    await using link = await httpLink(server.url);
    await expect(link.ask('s_echo')).rejects.toThrow('does not speak streamable HTTP');
  });

  test('ending it says goodbye', async () => {
    await using server = await handMade(withCalls(() => {}));
    const link = await httpLink(server.url);
    await link.end?.(1000);
    expect(await link.ended).toEqual({ state: 'completed', reason: 'by user' });
    expect(server.requests.at(-1)).toBe('DELETE  first');
  });
});
