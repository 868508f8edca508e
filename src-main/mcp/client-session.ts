import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolRequest, CallToolResult, ListToolsResult } from '@modelcontextprotocol/sdk/types.js';
import type { McpClientKey, McpPolicy } from '#contract';
import { messageOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import type { Logger } from '#core/logger';
import type { Tool } from '#tools';
import { toolAllowance } from './client-policy.ts';
import type { McpServerPorts, McpSession } from './ports.ts';

export interface ClientSessionOptions {
  readonly ports: McpServerPorts;
  readonly isServed: (tool: string) => boolean;
  readonly policyOf: (client: McpClientKey) => McpPolicy;
  /** A client has said its name. */
  readonly onNamed: () => void;
  readonly version: string;
  readonly log: Pick<Logger, 'warn' | 'debug' | 'info'>;
}

export type McpTransport = McpClientKey['transport'];

/** Calls of one client that may wait or run at once: each is a question to the person. */
const MAX_CALLS = 8;
/**
 * Period of telling a client that requested it that its call still waits, in milliseconds; many give up after a minute
 * of silence.
 */
const PROGRESS_MS = 5000;
const PROGRESS_TEXT = 'Waiting in Sigma Shell, where a person answers';

interface CallExtra {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; message: string };
  }): Promise<void>;
}

/** One client of ours: what it is offered, and its calls, each on the record of a session of its own. */
export class ClientSession {
  readonly #options: ClientSessionOptions;
  readonly #server: Server;
  readonly #transport: McpTransport;
  #session: Promise<McpSession> | undefined;
  #calls = 0;

  constructor(options: ClientSessionOptions, server: Server, transport: McpTransport) {
    this.#options = options;
    this.#server = server;
    this.#transport = transport;
  }

  /** The name that the person reads; the client chooses it itself. */
  get title(): string {
    return `MCP: ${this.#clientName()}`;
  }

  /** Key under which the policy of the client is kept. */
  get key(): McpClientKey {
    return { name: this.#clientName(), transport: this.#transport };
  }

  get isBusy(): boolean {
    return this.#calls > 0;
  }

  list(): ListToolsResult {
    return { tools: this.#served().map(shownTool) };
  }

  /** Tells the client that its tools have changed. */
  async toolsChanged(): Promise<void> {
    await this.#server.sendToolListChanged().catch(() => {});
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  async call({ params }: CallToolRequest, extra: CallExtra): Promise<CallToolResult> {
    const { name } = params;
    if (!this.#served().some((tool) => tool.name === name)) {
      return failedResult(`Sigma Shell does not serve a tool "${name.slice(0, 100)}". Nothing was run.`);
    }
    if (this.#calls >= MAX_CALLS)
      return failedResult(`${MAX_CALLS} calls wait for the person already. Nothing was run.`);
    this.#calls++;
    const progress = reportProgress(extra);
    try {
      const text = JSON.stringify(params.arguments ?? {});
      const result = await this.#run({ callId: randomUUID(), tool: name, arguments: text }, extra.signal);
      return result.outcome === 'done' ? said(result.content) : failedResult(result.content);
    } catch (error) {
      this.#options.log.warn('mcp.call.failed', { tool: name, error: messageOf(error) });
      return failedResult(`Nothing was run: ${messageOf(error)}`);
    } finally {
      progress[Symbol.dispose]();
      this.#calls--;
    }
  }

  #served(): readonly Tool[] {
    const { ports, isServed } = this.#options;
    return ports.tools().filter(({ name }) => isServed(name));
  }

  async #run(call: { callId: string; tool: string; arguments: string }, signal: AbortSignal) {
    const { session, title, cause, workspace, cwd, ledger } = await this.#record();
    using live = await this.#options.ports.live(session, call.callId);
    const stop = new AbortController();
    using _ = onAbort(signal, () => stop.abort(new Error('the MCP client stopped the call')));
    const place = { session, sessionTitle: title, workspace, cwd, ledger, cause };
    return await this.#options.ports.run(call, {
      ...place,
      caller: { name: this.key.name, lets: toolAllowance(this.#options.policyOf(this.key), call.tool) },
      turn: randomUUID(),
      signal: AbortSignal.any([stop.signal, live.signal]),
      onOutput: live.onOutput,
      onUsage: live.onUsage,
    });
  }

  /** Opened with the first call: whoever only looks leaves no session behind. */
  #record(): Promise<McpSession> {
    this.#session ??= this.#options.ports.openSession(this.title);
    this.#session.catch(() => {
      this.#session = undefined;
    });
    return this.#session;
  }

  #clientName(): string {
    const { name = '', title } = this.#server.getClientVersion() ?? {};
    // It chooses this itself, and a person reads it beside every question.
    const shown = (title ?? name).replaceAll(/[^\p{L}\p{N} ._+()-]/gu, '').trim();
    return shown.slice(0, 60) || 'unnamed client';
  }
}

/** Serves one client on `transport`, which it reached by `kind`. Loads the SDK at first use. */
export async function serveMcpClient(
  transport: Transport,
  kind: McpTransport,
  options: ClientSessionOptions,
): Promise<ClientSession> {
  const [{ Server }, { CallToolRequestSchema, ListToolsRequestSchema }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const info = { name: 'sigma-shell', title: 'Sigma Shell', version: options.version };
  const server = new Server(info, { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS });
  const session = new ClientSession(options, server, kind);
  server.onerror = (error) => options.log.debug('mcp.server.failed', { error: messageOf(error).slice(0, 500) });
  server.oninitialized = options.onNamed;
  server.setRequestHandler(ListToolsRequestSchema, () => session.list());
  server.setRequestHandler(CallToolRequestSchema, (request, extra) => session.call(request, extra));
  await server.connect(transport);
  return session;
}

const INSTRUCTIONS =
  'A person may be asked in Sigma Shell before a call runs, so an answer may take minutes; they may refuse it or change it.';

function shownTool({ name, description, parameters }: Tool): ListToolsResult['tools'][number] {
  return { name, description, inputSchema: { ...parameters, type: 'object' } };
}

function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

function failedResult(text: string): CallToolResult {
  return { ...said(text), isError: true };
}

function reportProgress({ _meta, sendNotification }: CallExtra): Disposable {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { [Symbol.dispose]: () => {} };
  let progress = 0;
  const timer = setInterval(() => {
    const params = { progressToken, progress: ++progress, message: PROGRESS_TEXT };
    void sendNotification({ method: 'notifications/progress', params }).catch(() => {});
  }, PROGRESS_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
