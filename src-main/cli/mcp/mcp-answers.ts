import type { McpFile } from '#contract';

/** A message of the protocol, of which only this much is looked at. */
export interface JsonRpc {
  readonly jsonrpc?: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: { readonly [key: string]: unknown };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Newest first; those the SDK of the app speaks. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
const CLOSED_APP =
  'Sigma Shell is not running, so nothing was run. Ask the person to open Sigma Shell, where they decide about each call, and call again.';

/** Answers a message while no app runs: lists what there would be, and says that it is not available now. */
export function answerAlone(message: JsonRpc, served: McpFile['served'], version: string): JsonRpc {
  const { id, method, params } = message;
  if (method === 'initialize') {
    const asked = params?.protocolVersion;
    return resultAnswer(id, {
      protocolVersion: REVISIONS.find((one) => one === asked) ?? REVISIONS[0],
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'sigma-shell', title: 'Sigma Shell', version },
    });
  }
  if (method === 'ping') return resultAnswer(id, {});
  if (method === 'tools/list') {
    const tools = served.map(({ name, description, parameters }) => ({
      name,
      description,
      inputSchema: { ...parameters, type: 'object' },
    }));
    return resultAnswer(id, { tools });
  }
  if (method === 'tools/call') return refusedCall(id, CLOSED_APP);
  return errorAnswer(id, -32_601, `Sigma Shell does not know ${method ?? 'this'}`);
}

/** A call that was not run, as the model of the client reads it. */
export function refusedCall(id: JsonRpc['id'], text: string): JsonRpc {
  return resultAnswer(id, { content: [{ type: 'text', text }], isError: true });
}

export function errorAnswer(id: JsonRpc['id'], code: number, message: string): JsonRpc {
  return { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code, message } };
}

function resultAnswer(id: JsonRpc['id'], result: unknown): JsonRpc {
  return { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), result };
}
