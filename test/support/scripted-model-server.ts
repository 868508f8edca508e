import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ScriptedCall {
  readonly id?: string;
  readonly tool: string;
  readonly arguments: unknown;
}

/** One answer to `POST …/chat/completions`. What is not said has a sensible default. */
export interface ScriptedReply {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly refusal?: string;
  /** `stop`, or `tool_calls` where there are calls. */
  readonly finish?: string;
  readonly usage?: { readonly prompt: number; readonly completion: number };
  /** An error in place of a reply. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection without any answer. */
  readonly isDropped?: boolean;
  /** Keeps the connection without any answer. */
  readonly isSilent?: boolean;
  /** The body as it is sent, in place of the events made from `text` and `calls`. */
  readonly body?: string | Uint8Array;
  /** Cut after this many bytes of the body: nothing more, a closed connection, or a reset one. */
  readonly cut?: { readonly bytes: number; readonly how: 'stall' | 'end' | 'reset' };
  /** Cuts the body at places that the seed decides, single bytes among them. */
  readonly seed?: number;
  /** Delay between two pieces, in milliseconds. */
  readonly delayMs?: number;
  /** A comment line this often while stalled, in milliseconds. */
  readonly pingMs?: number;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed where it is JSON. */
  readonly body: unknown;
  readonly at: number;
}

/** A reply, or what makes one from the request. */
export type Script = ScriptedReply | ((request: RecordedRequest) => ScriptedReply);

export interface ScriptedModelServer extends AsyncDisposable {
  /** URL with `/v1`. */
  readonly baseUrl: string;
  /** Every request, those for `/models` included. */
  readonly requests: readonly RecordedRequest[];
  /** Requests for completions alone. */
  readonly completions: readonly RecordedRequest[];
  /** Connections that are open. */
  readonly connections: number;
  push(...replies: readonly Script[]): void;
  /** Forgets what has not been asked for. */
  clear(): void;
}

/**
 * A scripted OpenAI-compatible server on a loopback port: completions are answered from the queue in order, and with 500 when
 * it is empty; `GET /v1/models` lists `models`.
 */
export async function scriptedModelServer(
  script: readonly Script[] = [],
  options: { readonly models?: readonly string[]; readonly port?: number; readonly key?: string } = {},
): Promise<ScriptedModelServer> {
  const queue = [...script];
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    void record(incoming).then((request) => {
      requests.push(request);
      return answer(request, response, queue, options);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    get completions() {
      return requests.filter(({ path }) => path.startsWith('/v1/chat/completions'));
    },
    get connections() {
      return sockets.size;
    },
    push: (...replies) => void queue.push(...replies),
    clear: () => void queue.splice(0),
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The body of a streamed reply: text in pieces of a few characters, then the calls in pieces, the reason, the usage, `[DONE]`. */
export function streamedReply(reply: ScriptedReply): string {
  const { text = '', calls = [], refusal, usage = { prompt: 10, completion: 5 } } = reply;
  const deltas: unknown[] = [{ role: 'assistant', content: '' }];
  for (const piece of text.match(/[\s\S]{1,7}/gu) ?? []) deltas.push({ content: piece });
  if (refusal !== undefined) deltas.push({ refusal });
  for (const [index, call] of calls.entries()) {
    const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
    const id = call.id ?? `call_${Math.random().toString(36).slice(2)}`;
    deltas.push({ tool_calls: [{ index, id, type: 'function', function: { name: call.tool, arguments: '' } }] });
    for (const piece of text.match(/[\s\S]{1,9}/gu) ?? []) {
      deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  const finish = reply.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  const tokens = {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    total_tokens: usage.prompt + usage.completion,
  };
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { choices: [], usage: tokens },
  ];
  const head = { id: 'scripted', object: 'chat.completion.chunk', model: 'scripted-1' };
  return `${chunks.map((chunk) => `data: ${JSON.stringify({ ...head, ...chunk })}\n\n`).join('')}data: [DONE]\n\n`;
}

/** The address of a server on this machine that is not there: its port was free a moment ago. */
export async function addressOfNoServer(): Promise<string> {
  await using server = await scriptedModelServer();
  return server.baseUrl;
}

/** Cuts `bytes` into pieces; the same seed cuts at the same places. */
export function cutAt(seed: number, bytes: Uint8Array): Uint8Array[] {
  const next = randomFrom(seed);
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const size = next() < 0.4 ? 1 + Math.floor(next() * 3) : 1 + Math.floor(next() * 120);
    pieces.push(bytes.subarray(start, start + size));
    start += size;
  }
  return pieces;
}

/** mulberry32: small, seeded, good enough to choose places. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Recorded as it is.
  }
  const { method = '', url = '', headers } = incoming;
  return { method, path: url, headers, body, at: performance.now() };
}

async function answer(
  request: RecordedRequest,
  response: ServerResponse,
  queue: Script[],
  options: { readonly models?: readonly string[]; readonly key?: string },
): Promise<void> {
  if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`) {
    const message = `Incorrect API key provided: ${request.headers.authorization?.slice(7) ?? '(none)'}`;
    return sendJson(response, 401, { error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } });
  }
  const path = request.path.split('?')[0];
  if (path === '/v1/models') {
    const data = (options.models ?? ['scripted-1']).map((id) => ({ id, object: 'model' }));
    return sendJson(response, 200, { object: 'list', data });
  }
  if (path !== '/v1/chat/completions') {
    return sendJson(response, 404, { error: { message: `No route ${request.path}` } });
  }
  const next = queue.shift();
  if (next === undefined) return sendJson(response, 500, { error: { message: 'The script is at its end' } });
  return play(typeof next === 'function' ? next(request) : next, response);
}

async function play(reply: ScriptedReply, response: ServerResponse): Promise<void> {
  if (reply.isDropped) return void response.socket?.destroy();
  if (reply.isSilent) return;
  const isStream = reply.status === undefined || reply.status === 200;
  const body = Buffer.from(reply.body ?? (isStream ? streamedReply(reply) : ''));
  const contentType = isStream ? 'text/event-stream; charset=utf-8' : 'application/json';
  response.writeHead(reply.status ?? 200, { 'content-type': contentType, ...reply.headers });
  response.flushHeaders();
  response.socket?.setNoDelay(true);

  const whole = reply.cut === undefined ? body : body.subarray(0, reply.cut.bytes);
  const pieces = reply.seed === undefined ? [whole] : cutAt(reply.seed, whole);
  for (const piece of pieces) {
    if (response.destroyed) return;
    response.write(piece);
    // A turn of the loop at least, so that pieces arrive as pieces.
    await new Promise((resolve) => (reply.delayMs ? setTimeout(resolve, reply.delayMs) : setImmediate(resolve)));
  }
  await finish(reply, response);
}

async function finish(reply: ScriptedReply, response: ServerResponse): Promise<void> {
  if (reply.cut?.how === 'reset') return void response.socket?.resetAndDestroy();
  if (reply.cut?.how !== 'stall') return void response.end();
  if (reply.pingMs === undefined) return;
  const timer = setInterval(() => response.write(': still here\n\n'), reply.pingMs);
  response.on('close', () => clearInterval(timer));
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
