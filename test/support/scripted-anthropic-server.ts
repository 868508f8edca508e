import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One answer to `POST /v1/messages`. */
export interface AnthropicReply {
  /** Blocks as Anthropic has them, streamed in pieces. */
  readonly content?: readonly Readonly<Record<string, unknown>>[];
  readonly stop?: string;
  readonly usage?: Readonly<Record<string, unknown>>;
  /** An error in place of a reply. */
  readonly status?: number;
  readonly error?: { readonly type: string; readonly message: string };
  /** The stream's text as it is sent, with this type. */
  readonly body?: string;
  readonly contentType?: string;
  /** Event after the content: an error event, nothing more, or a closed connection. */
  readonly ending?: 'overloaded' | 'stall' | 'cut';
}

export interface AnthropicRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ScriptedAnthropicServer extends AsyncDisposable {
  /** URL without `/v1`. */
  readonly baseUrl: string;
  readonly asked: readonly AnthropicRequest[];
  /** Connections that are open. */
  readonly connections: number;
  push(...replies: readonly AnthropicReply[]): void;
}

/** A scripted server of Anthropic's protocol on a loopback port; it refuses the parameters that are named, by name. */
export async function scriptedAnthropicServer(
  script: readonly AnthropicReply[] = [],
  options: { readonly refuses?: readonly string[]; readonly key?: string; readonly models?: readonly string[] } = {},
): Promise<ScriptedAnthropicServer> {
  const queue = [...script];
  const asked: AnthropicRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString() || '{}') as Record<string, unknown>;
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (options.key !== undefined && request.headers['x-api-key'] !== options.key) {
      return sendError(response, 401, { type: 'authentication_error', message: 'invalid x-api-key' });
    }
    if (path === '/v1/models') {
      const data = (options.models ?? ['claude-scripted']).map((id) => ({ type: 'model', id, display_name: id }));
      return sendJson(response, 200, { data, has_more: false });
    }
    asked.push({ path, headers: request.headers, body });
    if (path !== '/v1/messages') return sendError(response, 404, { type: 'not_found_error', message: 'Not found' });
    const refused = options.refuses?.find((name) => name in body);
    if (refused !== undefined) {
      const message = `\`${refused}\` is not supported by this model.`;
      return sendError(response, 400, { type: 'invalid_request_error', message });
    }
    const reply = queue.shift() ?? { status: 500, error: { type: 'api_error', message: 'The script is at its end' } };
    return play(reply, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get connections() {
      return sockets.size;
    },
    push: (...replies) => void queue.push(...replies),
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The events of a reply as Anthropic streams it. */
export function anthropicEvents({ content = [], stop, usage = {} }: AnthropicReply): string[] {
  const reason = stop ?? (content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn');
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-scripted', content: [] };
  return [
    event('message_start', { message: { ...message, usage: { input_tokens: 10, output_tokens: 1, ...usage } } }),
    ...content.flatMap(blockEvents),
    event('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: 5 } }),
    event('message_stop', {}),
  ];
}

function blockEvents(block: Readonly<Record<string, unknown>>, index: number): string[] {
  const { empty, deltas } = messageParts(block);
  return [
    event('content_block_start', { index, content_block: empty }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
}

function messageParts(block: Readonly<Record<string, unknown>>) {
  const pieces = (text: unknown) => String(text).match(/[\s\S]{1,7}/gu) ?? [];
  switch (block.type) {
    case 'text':
      return {
        empty: { ...block, text: '' },
        deltas: pieces(block.text).map((text) => ({ type: 'text_delta', text })),
      };
    case 'thinking':
      return {
        empty: { ...block, thinking: '', signature: '' },
        deltas: [
          ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    case 'tool_use':
      return {
        empty: { ...block, input: {} },
        deltas: pieces(JSON.stringify(block.input)).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      };
    default:
      return { empty: block, deltas: [] };
  }
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

async function play(reply: AnthropicReply, response: ServerResponse): Promise<void> {
  if (reply.error) return sendError(response, reply.status ?? 500, reply.error);
  response.writeHead(reply.status ?? 200, { 'content-type': reply.contentType ?? 'text/event-stream' });
  response.flushHeaders();
  const events = reply.body === undefined ? anthropicEvents(reply) : [reply.body];
  for (const text of reply.ending === undefined ? events : events.slice(0, -2)) {
    response.write(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (reply.ending === 'stall') return;
  if (reply.ending === 'overloaded') {
    response.write(event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }));
  }
  response.end();
}

function sendError(response: ServerResponse, status: number, error: object): void {
  sendJson(response, status, { type: 'error', error });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
