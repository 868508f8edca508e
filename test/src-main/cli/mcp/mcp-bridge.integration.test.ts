import { existsSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test, vi } from 'vitest';
import { runBridge } from '../../../../src-main/cli/mcp/mcp-bridge.ts';
import { mcpServerBench } from '../../../support/mcp-server.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** The official client, which starts the bridge as a program of its own. */
async function stdioClient(file: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'Editor\u202e <b>', version: '1' });
  const args = ['--import', 'tsx', join(ROOT, 'test/fixtures/mcp/bridge.ts'), file];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: ROOT }), { timeout: 60_000 });
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** A bridge in this process, spoken to by lines. */
function bridge(file: string) {
  const input = new PassThrough();
  const output = new PassThrough();
  const answers: Record<string, unknown>[] = [];
  let rest = '';
  output.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    answers.push(...lines.map((line) => JSON.parse(line)));
  });
  const ended = runBridge({ input, output, file, version: '1.2.3' });
  let ids = 0;
  return {
    answers,
    input,
    ended,
    ask: async (method: string, params: Record<string, unknown> = {}) => {
      const id = ++ids;
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return await vi.waitFor(() => {
        const answer = answers.find((one) => one.id === id);
        if (!answer) throw new Error(`no answer to ${method}`);
        return answer;
      }, 5000);
    },
  };
}

const INITIALIZE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'Editor', version: '1' } };

test('the official client reaches the app that runs, and its call is asked about there', async () => {
  await using bench = await mcpServerBench();
  await using client = await stdioClient(bench.file);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['look']);
  expect(await client.callTool({ name: 'look', arguments: {} })).toMatchObject({ content: [{ text: 'look ran' }] });
  expect(bench.titles).toEqual(['MCP: Editor b']);
  expect(bench.questions).toHaveLength(1);
  expect((await bench.state()).clients).toBe(1);
  await client.close();
  await vi.waitFor(async () => expect((await bench.state()).clients).toBe(0));
});

test('without an app the tools are listed, and a call is refused with what to do', async () => {
  await using bench = await mcpServerBench();
  await bench.mcp[Symbol.asyncDispose]();
  const { ask, input, ended } = bridge(bench.file);
  expect(await ask('initialize', INITIALIZE)).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
  expect(await ask('tools/list')).toMatchObject({
    result: { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
  });
  const refused = { isError: true, content: [{ text: expect.stringContaining('open Sigma Shell') }] };
  expect(await ask('tools/call', { name: 'look' })).toMatchObject({ result: refused });
  expect(await ask('ping')).toMatchObject({ result: {} });
  expect(await ask('prompts/list')).toMatchObject({ error: { code: -32_601 } });
  expect(bench.questions).toEqual([]);
  input.end();
  await ended;
});

test('where nothing was ever served there is nothing to list', async () => {
  const { ask, input, ended } = bridge('/nonexistent/mcp.json');
  expect(await ask('initialize', { ...INITIALIZE, protocolVersion: '2099-01-01' })).toMatchObject({
    result: { protocolVersion: '2025-11-25' },
  });
  expect(await ask('tools/list')).toMatchObject({ result: { tools: [] } });
  input.end();
  await ended;
});

test('an app that is opened later answers from then on, and knows who asks; one that closes leaves no call unanswered', async () => {
  await using bench = await mcpServerBench({ decide: () => new Promise(() => {}) });
  await bench.mcp[Symbol.asyncDispose]();
  const { ask, input, answers, ended } = bridge(bench.file);
  await ask('initialize', INITIALIZE);
  input.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const again = await bench.again();
  await again.listen();
  expect(await ask('tools/list')).toMatchObject({ result: { tools: [{ name: 'look' }] } });
  const call = ask('tools/call', { name: 'look', arguments: {} });
  await vi.waitFor(() => expect(bench.questions).toMatchObject([{ sessionTitle: 'MCP: Editor' }]));
  await again[Symbol.asyncDispose]();
  expect(await call).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining('was closed') }] },
  });
  expect(answers.filter(({ id }) => typeof id === 'string')).toEqual([]);
  expect(await ask('tools/call', { name: 'look' })).toMatchObject({ result: { isError: true } });
  input.end();
  await ended;
});

test('a line that is not JSON is answered as such, and the next one is served', async () => {
  const { ask, input, answers, ended } = bridge('/nonexistent/mcp.json');
  input.write('hello?\n');
  expect(await ask('ping')).toMatchObject({ result: {} });
  expect(answers[0]).toMatchObject({ error: { code: -32_700 } });
  input.end();
  await ended;
});

test("the app's socket lets in only who knows the token, and only the person may open it", async () => {
  await using bench = await mcpServerBench();
  const path = join(dirname(bench.file), 'mcp.sock');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const said = await new Promise<string>((done) => {
    const socket = connect(path, () => socket.write('wrong\n{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => done(text));
  });
  expect(said).toBe('refused\n');
  const flood = connect(path, () => flood.write('x'.repeat(10_000)));
  flood.on('error', () => {}).resume();
  await new Promise((done) => flood.on('close', done));
  await bench.mcp[Symbol.asyncDispose]();
  expect(existsSync(path)).toBe(false);
});

test('a damaged file of choices is moved aside, and nothing is served', async () => {
  await using bench = await mcpServerBench();
  await bench.mcp[Symbol.asyncDispose]();
  writeFileSync(bench.file, '{"token": 1');
  await using again = await bench.again();
  await again.listen();
  await delay(10);
  const { ask, input, ended } = bridge(bench.file);
  expect(await ask('tools/list')).toMatchObject({ result: { tools: [] } });
  expect(existsSync(`${bench.file}.damaged`)).toBe(true);
  input.end();
  await ended;
});
