import { join, resolve } from 'node:path';
import type { LinkSpec } from '#contract';
import { Redactor } from '#core/secrets/redact';
import type { FormAsker, OpenContext, ToolLink } from '#tools';
import { mcpOpener, type OpenMcpOptions } from '../../src-main/mcp/open-mcp.ts';
import { silentLogger } from './silent-logger.ts';

export const MCP_SERVER = resolve(import.meta.dirname, '../fixtures/mcp/server.mjs');

export interface LinkSetup {
  readonly readyMs?: number;
  readonly askForm?: FormAsker;
  readonly media?: OpenMcpOptions['media'];
  readonly signal?: AbortSignal;
}

export interface TestLink extends ToolLink {
  /** Text of the diagnostics for the person. */
  words(): string;
  /** Calls a tool by its full name. */
  ask(tool: string, args?: unknown, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<unknown>;
}

/** `await using link = await fixtureLink('plain')`: the fixture server, attached under the name `s`. */
export function fixtureLink(how: string, more = '', setup: LinkSetup = {}): Promise<TestLink> {
  return openTestLink(
    {
      kind: 'mcp',
      name: 's',
      transport: { type: 'stdio', argv: [process.execPath, MCP_SERVER, how, more], environment: {} },
    },
    setup,
  );
}

export async function openTestLink(spec: LinkSpec, setup: LinkSetup = {}): Promise<TestLink> {
  let words = '';
  const context: OpenContext = {
    cwd: join(import.meta.dirname, '../..'),
    environment: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
    readyMs: setup.readyMs ?? 10_000,
    confirm: async () => true,
    askForm: setup.askForm ?? (async () => undefined),
    onProgress: () => {},
    onStderr: (text) => {
      words += text;
    },
  };
  const open = mcpOpener({ version: '1.2.3', media: setup.media, redactor: new Redactor(), log: silentLogger });
  const link = await open(spec, context, setup.signal ?? new AbortController().signal);
  link.onStderr(context.onStderr);
  let calls = 0;
  return Object.assign(link, {
    words: () => words,
    ask: (tool: string, args: unknown = {}, options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
      link.call(
        {
          tool,
          arguments: JSON.stringify(args),
          dir: '/',
          session: 'session',
          callId: `call-${++calls}`,
          timeoutMs: options.timeoutMs ?? 10_000,
        },
        options.signal ?? new AbortController().signal,
      ),
  });
}
