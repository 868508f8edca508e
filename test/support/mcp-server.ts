import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createRouterClient, type RouterClient } from '@orpc/server';
import { createChat } from '#chat';
import type { AnyLedgerEvent, Decision, McpServerState, Question } from '#contract';
import { Redactor } from '#core/secrets/redact';
import { createMcp, type McpFeature } from '#mcp';
import { createRunner, type Tool } from '#tools';
import { plainTool, sourceOf } from './plain-tool.ts';
import { silentLogger } from './silent-logger.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { temporaryLedger } from './temporary-ledger.ts';
import { askEverything, passThroughGuard } from './unruled.ts';

export interface McpServerBench extends AsyncDisposable {
  readonly mcp: McpFeature;
  /** Router in which a person looks at the sessions of clients. */
  readonly chat: RouterClient<ReturnType<typeof createChat>['router']>;
  readonly api: RouterClient<McpFeature['router']>;
  /** The file of choices. */
  readonly file: string;
  readonly questions: readonly Question[];
  /** Titles of the sessions that were opened for clients. */
  readonly titles: readonly string[];
  /** Events of every session, in order. */
  events(): Promise<AnyLedgerEvent[]>;
  state(): Promise<McpServerState>;
  readonly redactor: Redactor;
  /** A second app on the same data folder, after the first ended. */
  again(): Promise<McpFeature>;
}

export interface McpServerSetup {
  readonly tools?: readonly Tool[];
  readonly served?: readonly string[];
  readonly decide?: (question: Question, signal: AbortSignal) => Promise<Decision>;
}

/** The whole server side on a real runner and ledger, with `look` and `hidden` as tools, of which `look` is served. */
export async function mcpServerBench(setup: McpServerSetup = {}): Promise<McpServerBench> {
  const folder = await temporaryFolder();
  const ledger = await temporaryLedger();
  const redactor = new Redactor();
  const questions: Question[] = [];
  const titles: string[] = [];
  const runner = createRunner({
    sources: [sourceOf(...(setup.tools ?? [plainTool('look'), plainTool('hidden')]))],
    guard: passThroughGuard,
    policy: askEverything,
    ask: async (question, signal) => {
      questions.push(question);
      return (await setup.decide?.(question, signal)) ?? { verdict: 'allow' };
    },
    log: silentLogger,
  });
  const chat = createChat({
    ledger,
    runner,
    ask: () => Promise.reject(new Error('Nothing is asked here')),
    models: { find: () => undefined, selected: () => [], clientFor: () => undefined, demo: () => undefined },
    maxRounds: () => 1,
    workspaceOf: async () => folder.path,
    openWorkspace: async () => folder.path,
    appVersion: '1.2.3',
    log: silentLogger,
  });
  const file = join(folder.path, 'mcp.json');
  const open = () =>
    createMcp({
      file,
      version: '1.2.3',
      command: 'sigma mcp',
      server: {
        run: runner.run,
        tools: () => runner.tools(),
        live: chat.foreignCall,
        onAlive: () => {},
        openSession: async (title) => {
          titles.push(title);
          const session = `mcp-${randomUUID()}`;
          const opened = await ledger.session(session);
          const created = await opened.append('session.created', { title, workspace: folder.path, app: '1.2.3' });
          return { session, title, cause: created.id, workspace: folder.path, cwd: folder.path, ledger: opened };
        },
      },
      redactor,
      log: silentLogger,
    });
  const mcp = await open();
  const context = {
    reportBug: (error: unknown) => {
      throw error;
    },
  };
  const api = createRouterClient(mcp.router, { context });
  await mcp.listen();
  for (const tool of setup.served ?? ['look']) await api.serve({ tool, on: true });
  return {
    mcp,
    chat: createRouterClient(chat.router, { context }),
    api,
    file,
    questions,
    titles,
    events: async () => {
      const all: AnyLedgerEvent[] = [];
      for (const id of await ledger.sessions())
        for await (const event of (await ledger.session(id)).read()) all.push(event);
      return all;
    },
    state: async () => {
      for await (const state of await api.changed()) return state;
      throw new Error('no state');
    },
    redactor,
    again: open,
    [Symbol.asyncDispose]: async () => {
      await mcp[Symbol.asyncDispose]();
      await chat[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Serves over HTTP, and says where and with what token. */
export async function startHttp(bench: McpServerBench): Promise<{ url: string; token: string; port: number }> {
  await bench.api.start({});
  const { url = '' } = await bench.state();
  return { url, token: (await bench.api.token()).token, port: Number(new URL(url).port) };
}

/** The official client, connected by HTTP. */
export async function officialClient(
  where: { url: string; token: string },
  name = 'Claude Code',
): Promise<Client & AsyncDisposable> {
  const client = new Client({ name, version: '1' });
  const headers = { Authorization: `Bearer ${where.token}` };
  // The SDK's own types of optional properties are not exact.
  const transport = new StreamableHTTPClientTransport(new URL(where.url), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
