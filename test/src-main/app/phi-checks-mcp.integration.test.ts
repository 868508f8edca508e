import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, test } from 'vitest';
import type { Decision, McpServerState } from '#contract';
import { filesWith } from '../../support/files-with.ts';
import { officialClient } from '../../support/mcp-server.ts';
import { type PhiEngine, phiEngine, until } from '../../support/phi-engine.ts';
import { SOURCES_ENVIRONMENT, sigmaWords } from '../../support/sigma-words.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** `sigma mcp` as a program that speaks MCP starts it, with the official client at its other end. */
async function sigmaMcp({ home }: PhiEngine): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'Editor', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...(await sigmaWords()), 'mcp'],
    env: { ...home.environment, ...SOURCES_ENVIRONMENT },
    cwd: ROOT,
  });
  await client.connect(transport, { timeout: 60_000 });
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

async function serverState({ api }: PhiEngine): Promise<McpServerState> {
  for await (const state of await api.mcp.changed()) return state;
  throw new Error('No state');
}

async function withNote(answer?: () => Decision | undefined): Promise<PhiEngine> {
  const phi = await phiEngine(answer ? { answer } : {});
  await writeFile(join(phi.home.workspace, 'note.pem'), 'the text\n');
  await phi.api.mcp.serve({ tool: 'read_file', on: true });
  return phi;
}

/** The session that was opened for the client. */
const sessionOf = async ({ api }: PhiEngine, title: string): Promise<string> =>
  until(async () => {
    for await (const list of await api.sessions.changed()) return list.find((one) => one.title === title)?.id;
    return undefined;
  });

describe('our tools, served to others', () => {
  test('sigma mcp lists what is ticked; a call is asked about in the app and is a card of its own session', async () => {
    await using phi = await withNote();
    await using client = await sigmaMcp(phi);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['read_file']);

    const answer = await client.callTool({ name: 'read_file', arguments: { path: 'note.pem' } });

    expect(answer).toMatchObject({ content: [{ type: 'text', text: expect.stringContaining('the text') }] });
    expect(phi.asked).toMatchObject([{ tool: 'read_file', sessionTitle: 'MCP: Editor', subject: { kind: 'read' } }]);
    const session = await sessionOf(phi, 'MCP: Editor');
    expect(session).not.toBe(phi.session);
    expect(await phi.items(session)).toMatchObject([
      { kind: 'tool', tool: 'read_file', state: 'done', result: expect.stringContaining('the text') },
    ]);
    expect(await phi.items()).toEqual([]);
    expect(await phi.events('tool.called', session)).toHaveLength(1);

    const unserved = client.callTool({ name: 'execute_command', arguments: { command_line: 'touch x' } });
    expect(await unserved.catch((error: unknown) => ({ isError: true, error }))).toMatchObject({ isError: true });
    expect(phi.asked).toHaveLength(1);
    await phi.api.mcp.serve({ tool: 'execute_command', on: true });
    await until(async () => (await client.listTools()).tools.length === 2);
  });

  test('over loopback HTTP with the token, which a new one shuts out; a refusal is told', async () => {
    await using phi = await withNote(() => ({ verdict: 'refuse', reason: 'not yours' }));
    await phi.api.mcp.start({});
    const { url = '', isOn } = await serverState(phi);
    const { token } = await phi.api.mcp.token();
    expect([isOn, new URL(url).hostname]).toEqual([true, '127.0.0.1']);
    {
      await using client = await officialClient({ url, token }, 'Editor');
      const answer = await client.callTool({ name: 'read_file', arguments: { path: 'note.pem' } });
      expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not yours') }] });
      expect((await serverState(phi)).clients).toBe(1);
    }
    await phi.api.mcp.newToken();
    await expect(officialClient({ url, token }, 'Editor')).rejects.toThrow(/401|token/i);
    const { token: second } = await phi.api.mcp.token();
    await using again = await officialClient({ url, token: second }, 'Editor');
    expect((await again.listTools()).tools).toHaveLength(1);
    await phi.api.mcp.stop();
    await expect(fetch(url)).rejects.toThrow();
    expect(await filesWith(phi.home.dataFolder, second)).toEqual([join(phi.home.dataFolder, 'mcp.json')]);
  });

  test('each client asks about every call, also one that only reads, until the person chooses otherwise for it', async () => {
    await using phi = await phiEngine();
    const { api, asked } = phi;
    await writeFile(join(phi.home.workspace, 'note.txt'), 'the text\n');
    for (const tool of ['read_file', 'execute_command']) await api.mcp.serve({ tool, on: true });
    await api.mcp.start({});
    const { url = '' } = await serverState(phi);
    const { token } = await api.mcp.token();
    await using client = await officialClient({ url, token }, 'Editor');
    const read = () => client.callTool({ name: 'read_file', arguments: { path: 'note.txt' } });
    const run = (command_line: string) => client.callTool({ name: 'execute_command', arguments: { command_line } });

    await read();
    expect(await run('ls')).toMatchObject({ content: [{ text: expect.stringContaining('note.txt') }] });
    expect(asked.map(({ tool }) => tool)).toEqual(['read_file', 'execute_command']);
    expect(asked[1]).toMatchObject({ why: expect.stringContaining('every call of it is asked about') });
    const editor = { name: 'Editor', transport: 'http' } as const;
    const ask = { kind: 'ask' } as const;
    expect((await serverState(phi)).policies).toEqual([{ ...editor, policy: ask, isConnected: true }]);

    await api.mcp.setPolicy({ ...editor, policy: { kind: 'reads' } });
    await read();
    await run('ls');
    expect(asked).toHaveLength(2);
    await run('touch made');
    expect(asked).toHaveLength(3);

    // One of another name, and the same name by another way, have a policy of their own.
    await using other = await officialClient({ url, token }, 'Other');
    await other.callTool({ name: 'read_file', arguments: { path: 'note.txt' } });
    await using stdio = await sigmaMcp(phi);
    await stdio.callTool({ name: 'read_file', arguments: { path: 'note.txt' } });
    expect(asked).toHaveLength(5);

    await api.mcp.setPolicy({ ...editor, policy: { kind: 'tools', byRules: ['read_file'] } });
    await read();
    expect(asked).toHaveLength(5);
    await run('ls');
    expect(asked).toHaveLength(6);
    const file = JSON.parse(await readFile(join(phi.home.dataFolder, 'mcp.json'), 'utf8'));
    expect(file.clients).toEqual([{ ...editor, policy: { kind: 'tools', byRules: ['read_file'] } }]);
  });
});
