import { once } from 'node:events';
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test, vi } from 'vitest';
import type { RunContext } from '#tools';
import { mcpServerBench, officialClient, startHttp } from '../../support/mcp-server.ts';
import { plainTool } from '../../support/plain-tool.ts';

describe('the official client', () => {
  test('sees the ticked tools alone, and its call is asked about and recorded in a session of its own', async () => {
    await using bench = await mcpServerBench();
    await using client = await officialClient(await startHttp(bench));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['look']);
    const result = await client.callTool({ name: 'look', arguments: { command_line: 'ls' } });
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'look ran' }] });
    expect(bench.questions).toMatchObject([{ tool: 'look', sessionTitle: 'MCP: Claude Code' }]);
    const types = (await bench.events()).map(({ type }) => type);
    expect(types).toEqual(['session.created', 'approval.asked', 'approval.decided', 'tool.called', 'tool.returned']);
    expect((await bench.state()).clients).toBe(1);
  });

  test('a tool that is not ticked cannot be called, nor by the name other agents know it by', async () => {
    await using bench = await mcpServerBench({ tools: [plainTool('execute_command'), plainTool('look')] });
    await using client = await officialClient(await startHttp(bench));
    for (const name of ['execute_command', 'bash']) {
      const result = await client.callTool({ name, arguments: {} });
      expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('does not serve') }] });
    }
    expect(bench.questions).toEqual([]);
    expect(bench.titles).toEqual([]);
  });

  test('a refusal is an error that says so', async () => {
    await using bench = await mcpServerBench({
      decide: async () => ({ verdict: 'refuse', reason: 'not on a Friday' }),
    });
    await using client = await officialClient(await startHttp(bench));
    const result = await client.callTool({ name: 'look', arguments: {} });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not on a Friday') }] });
  });

  test('a call the client cancels is no longer asked about', async () => {
    let withdrawn = '';
    await using bench = await mcpServerBench({
      decide: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            withdrawn = String(signal.reason);
            reject(signal.reason);
          });
        }),
    });
    await using client = await officialClient(await startHttp(bench));
    const stop = new AbortController();
    const call = client.callTool({ name: 'look', arguments: {} }, undefined, { signal: stop.signal });
    await vi.waitFor(() => expect(bench.questions).toHaveLength(1));
    stop.abort('enough');
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(withdrawn).toContain('the MCP client stopped the call'));
  });

  test('a call is seen with its output and what it uses while it runs, and stopped from where it is seen', async () => {
    const limits = { timeoutMs: 1000, maxOutputBytes: 1000 };
    const run = async (_: unknown, { signal, onOutput, onUsage }: RunContext) => {
      onOutput('half of it');
      const usage = setInterval(() => onUsage?.({ elapsedMs: 5, outputBytes: 10, memoryBytes: 4096 }, limits), 20);
      await once(signal, 'abort');
      clearInterval(usage);
      return { outcome: 'failed' as const, content: String(signal.reason) };
    };
    const tools = [plainTool('execute_command', { run })];
    await using bench = await mcpServerBench({ tools, served: ['execute_command'] });
    await using client = await officialClient(await startHttp(bench));
    const call = client.callTool({ name: 'execute_command', arguments: { command_line: 'make' } });
    await vi.waitFor(() => expect(tools[0]?.runs).toHaveLength(1));
    const [{ session = '' } = {}] = await bench.events();
    const seen: unknown[] = [];
    for await (const update of await bench.chat.conversation({ session })) {
      seen.push(update);
      if (update.kind === 'usage') break;
    }
    expect(JSON.stringify(seen)).toContain('half of it');
    expect(seen.at(-1)).toMatchObject({ usage: { memoryBytes: 4096 }, limits });
    await expect(bench.chat.remove({ session })).rejects.toMatchObject({ code: 'CONFLICT' });
    await bench.chat.stop({ session });
    expect(await call).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('The person stopped') }],
    });
  });

  test('more than eight calls of one client do not become questions', async () => {
    await using bench = await mcpServerBench({ decide: () => delay(500).then(() => ({ verdict: 'allow' as const })) });
    await using client = await officialClient(await startHttp(bench));
    const calls = Array.from({ length: 12 }, () => client.callTool({ name: 'look', arguments: {} }));
    const refused = (await Promise.all(calls)).filter(({ isError }) => isError);
    expect(refused).toHaveLength(4);
    expect(bench.questions).toHaveLength(8);
  });

  test('it hears that the ticked tools changed', async () => {
    await using bench = await mcpServerBench();
    await using client = await officialClient(await startHttp(bench));
    let changes = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void changes++);
    await delay(300);
    await bench.api.serve({ tool: 'hidden', on: true });
    await vi.waitFor(() => expect(changes).toBeGreaterThan(0));
    expect((await client.listTools()).tools).toHaveLength(2);
    await bench.api.serve({ tool: 'look', on: false });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['hidden']);
  });

  test('a new token shuts out whoever has the old one', async () => {
    await using bench = await mcpServerBench();
    const where = await startHttp(bench);
    await using client = await officialClient(where);
    const { token } = await bench.api.newToken();
    expect(bench.redactor.text(`${token} ${where.token}`)).toBe('[secret removed] [secret removed]');
    await expect(client.listTools()).rejects.toThrow();
    await expect(officialClient(where)).rejects.toThrow('token');
    await using again = await officialClient({ ...where, token });
    expect((await again.listTools()).tools).toHaveLength(1);
  });

  test('a new token that cannot be written shuts those of the old one out all the same', async () => {
    await using bench = await mcpServerBench();
    const where = await startHttp(bench);
    await using client = await officialClient(where);
    expect((await client.listTools()).tools).toHaveLength(1);
    rmSync(bench.file);
    mkdirSync(bench.file);
    await expect(bench.api.newToken()).rejects.toThrow('This holds until Sigma Shell ends');
    expect((await bench.state()).clients).toBe(0);
    await expect(officialClient(where)).rejects.toThrow('token');
    rmdirSync(bench.file);
  });

  test('choices, token and port outlive the app, in a file that the person alone may read', async () => {
    await using bench = await mcpServerBench();
    const where = await startHttp(bench);
    expect(statSync(bench.file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(bench.file, 'utf8'))).toMatchObject({
      isOn: true,
      port: where.port,
      token: where.token,
    });
    await bench.mcp[Symbol.asyncDispose]();
    await using again = await bench.again();
    await again.listen();
    await using client = await officialClient(where);
    expect((await client.listTools()).tools).toHaveLength(1);
  });

  test('a port that is taken is said to be', async () => {
    await using bench = await mcpServerBench();
    await using other = await mcpServerBench();
    const { port } = await startHttp(other);
    await expect(bench.api.start({ port })).rejects.toThrow(`Port ${port} cannot be opened: it is taken`);
  });

  test('a tool that is not there cannot be ticked', async () => {
    await using bench = await mcpServerBench();
    await expect(bench.api.serve({ tool: 'nothing', on: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | readonly string[]>;
  readonly body?: string;
}

/** The status and text of one answer. */
function send(
  port: number,
  { method = 'POST', path = '/mcp', headers = {}, body }: Sent,
): Promise<{ status: number; text: string; id: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: headers as Record<string, string>,
      agent: false,
    });
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, id: String(response.headers['mcp-session-id'] ?? '') }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Returns a socket's answer to raw bytes. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
    setTimeout(() => socket.destroy(), 3000).unref();
  });
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});

test('hostile requests on the loopback port are refused, each for its own reason', async () => {
  await using bench = await mcpServerBench();
  const { port, token } = await startHttp(bench);
  const good = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const status = async (headers: Sent['headers'], more: Sent = {}) =>
    (
      await send(port, {
        ...(more.method === undefined && { body: INITIALIZE }),
        ...more,
        headers: { ...good, ...headers },
      })
    ).status;

  expect(await status({ host: `127.0.0.1.nip.io:${port}` })).toBe(403);
  for (const host of ['Host:\r\n', '', `Host: 127.0.0.1:${port}\r\nHost: 127.0.0.1:${port}\r\n`]) {
    const head = `POST /mcp HTTP/1.1\r\n${host}Content-Type: application/json\r\nAuthorization: Bearer ${token}\r\n`;
    expect(await sendRaw(port, `${head}Content-Length: 0\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /);
  }
  expect(await status({ host: `127.1:${port}` })).toBe(403);
  expect(await status({ host: `0.0.0.0:${port}` })).toBe(403);
  expect(await status({ host: '127.0.0.1' })).toBe(403);
  expect(await status({}, { path: 'http://evil.example/', method: 'GET' })).toBe(400);
  expect(await status({ origin: 'null' })).toBe(403);
  expect(await status({ origin: `http://127.0.0.1:${port}@evil.example` })).toBe(403);
  expect(await status({ 'content-type': 'text/plain', authorization: '', cookie: `token=${token}` })).toBe(415);
  expect(await status({ 'content-type': 'text/plain; application/json' })).toBe(415);
  for (const method of ['TRACE', 'PUT', 'OPTIONS', 'PATCH', 'HEAD']) expect(await status({}, { method })).toBe(405);
  expect(await status({ authorization: `Bearer ${token.slice(0, -1)}` })).toBe(401);
  expect(await status({ authorization: `Bearer ${token}x` })).toBe(401);
  expect(await status({ authorization: `Basic ${token}` })).toBe(401);
  expect(await status({ authorization: '' })).toBe(401);
  expect(await status({}, { path: `/mcp?token=${token}` })).toBe(200);
  expect(await status({ authorization: '' }, { path: `/mcp?token=${token}` })).toBe(401);
  const twice = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nAuthorization: Bearer a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  expect(await sendRaw(port, twice)).toMatch(/^HTTP\/1.1 400 /);
  const upgrade = `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;
  expect(await sendRaw(port, `${upgrade}\r\n`)).toMatch(/^HTTP\/1.1 401 /);
  expect(await sendRaw(port, `${upgrade}Authorization: Bearer ${token}\r\n\r\n`)).toMatch(/^HTTP\/1.1 404 /);
  expect(await sendRaw(port, `CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 405 /,
  );
  for (const path of ['/assets//etc/passwd', '/', '/mcp/../etc', '/swagger', '/debug', '/mcpx']) {
    expect(await status({}, { path })).toBe(404);
    expect(await status({ authorization: '' }, { path })).toBe(401);
  }
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`x-h${at}`, 'v']));
  expect(await status(many)).toBe(431);
  expect(await status({}, { body: '{"__proto__":{"admin":true},"jsonrpc":"2.0"' })).toBe(400);
  expect(await status({}, { body: '{"__proto__":{"admin":true}}' })).toBe(400);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  expect(await status({}, { body: '['.repeat(100_000) })).toBe(400);
  expect(await status({ 'content-length': String(17 * 1024 * 1024) }, { body: 'x' })).toBe(413);
  expect(await status({ 'mcp-session-id': 'nobody' }, { method: 'GET' })).toBe(404);
  expect(await status({}, { method: 'GET' })).toBe(400);
  expect(await status({})).toBe(200);
  expect(bench.questions).toEqual([]);
});

test('it listens on 127.0.0.1 only', async () => {
  await using bench = await mcpServerBench();
  const { port } = await startHttp(bench);
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const listening = ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === '0A' && local?.endsWith(`:${hex}`))
    .map(([, local]) => local);
  expect(listening).toEqual([`0100007F:${hex}`]);
});

test('of 500 connections 32 are kept', async () => {
  await using bench = await mcpServerBench();
  const { port } = await startHttp(bench);
  const sockets = Array.from({ length: 500 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  try {
    await vi.waitFor(() => expect(sockets.filter((one) => one.connecting)).toEqual([]), 10_000);
    await vi.waitFor(() => expect(sockets.filter((one) => !one.closed)).toHaveLength(32), 10_000);
  } finally {
    for (const one of sockets) one.destroy();
  }
});

test('clients that leave without a word give way to new ones', async () => {
  await using bench = await mcpServerBench();
  const { port, token } = await startHttp(bench);
  const headers = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const ids: string[] = [];
  for (let at = 0; at < 40; at++) ids.push((await send(port, { headers, body: INITIALIZE })).id);
  expect(new Set(ids).size).toBe(40);
  expect((await bench.state()).clients).toBe(32);
  const list = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}';
  expect((await send(port, { headers: { ...headers, 'mcp-session-id': ids[0] ?? '' }, body: list })).status).toBe(404);
  expect((await send(port, { headers: { ...headers, 'mcp-session-id': ids[39] ?? '' }, body: list })).status).toBe(200);
});
