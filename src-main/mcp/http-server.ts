import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { parseJsonLine } from '#core/parsing/json-lines';
import { refuseUpgrade, serverEnder, untilTaken } from '#core/servers/http-ends';
import type { GateRefusal } from '#core/servers/loopback-gate';
import { createMcpGate } from './http-gate.ts';
import { MAX_MESSAGE_BYTES } from './line-transport.ts';

export interface HttpServerOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly token: () => string;
  /** Answers a checked request; `message` is the parsed body of a POST. */
  readonly answer: (request: Request, message: unknown) => Promise<Response>;
  readonly log: Pick<Logger, 'warn'>;
}

export interface HttpServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
}

const PATH = '/mcp';
const MAX_CONNECTIONS = 32;
/** Time limit for a request to arrive, in milliseconds. */
const ARRIVAL_MS = 30_000;

/** Serves MCP on 127.0.0.1 only. @throws AppError UNAVAILABLE if the port cannot be had */
export async function serveHttp(options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer({ requestTimeout: ARRIVAL_MS, headersTimeout: ARRIVAL_MS });
  server.maxConnections = MAX_CONNECTIONS;
  const end = serverEnder(server);
  const port = await listen(server, options.port);
  const gate = createMcpGate({ port, token: options.token });
  server.on('request', (request, response) => {
    void respond(gate(request), { ...options, request, response }).catch((error: unknown) => {
      options.log.warn('mcp.http.failed', { error: messageOf(error) });
      response.destroy();
    });
  });
  server.on('upgrade', (request, socket) =>
    refuseUpgrade(socket, gate(request) ?? gateRefusal(404, 'There is nothing here')),
  );
  server.on('connect', (_, socket) =>
    refuseUpgrade(socket, gateRefusal(405, 'Only GET, POST and DELETE are answered')),
  );
  return {
    port,
    url: `http://127.0.0.1:${port}${PATH}`,
    [Symbol.asyncDispose]: end,
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const why = systemCodeOf(error) === 'EADDRINUSE' ? 'it is taken by another program' : messageOf(error);
      reject(
        new AppError('UNAVAILABLE', `Port ${port} cannot be opened: ${why}`, { advice: 'Choose another port.' }, error),
      );
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

interface Exchange extends HttpServerOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const gateRefusal = (status: number, text: string): GateRefusal => ({ status, text });

async function respond(refused: GateRefusal | undefined, exchange: Exchange): Promise<void> {
  const { request, response, answer } = exchange;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const isHere = request.url === PATH || request.url?.startsWith(`${PATH}?`);
  const refusedBy = refused ?? (isHere ? undefined : gateRefusal(404, 'There is nothing here'));
  if (refusedBy) return sendRefusal(request, response, refusedBy);
  const message = request.method === 'POST' ? await readMessage(request) : { value: undefined };
  if ('status' in message) return sendRefusal(request, response, message);
  await sendAnswer(response, await answer(webRequest(request), message.value));
}

/** A body that is not read to its end would be taken for the next request. */
function sendRefusal(request: IncomingMessage, response: ServerResponse, { status, text }: GateRefusal): void {
  if (!request.complete) response.setHeader('Connection', 'close');
  if (status === 405) response.setHeader('Allow', 'GET, POST, DELETE');
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  const body = Buffer.from(`${text}\n`);
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.writeHead(status).end(body);
}

async function readMessage(request: IncomingMessage): Promise<{ readonly value: unknown } | GateRefusal> {
  const tooLong = gateRefusal(413, 'A message may be 16 MiB long');
  if (Number(request.headers['content-length'] ?? 0) > MAX_MESSAGE_BYTES) return tooLong;
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    bytes += piece.length;
    if (bytes > MAX_MESSAGE_BYTES) return tooLong;
    pieces.push(piece);
  }
  try {
    return { value: parseJsonLine(Buffer.concat(pieces)) };
  } catch (error) {
    return gateRefusal(400, `The message is not JSON: ${messageOf(error).slice(0, 200)}`);
  }
}

function webRequest({ url = '/', method = 'GET', headers }: IncomingMessage): Request {
  const known = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new Request(new URL(url, 'http://127.0.0.1'), { method, headers: known });
}

async function sendAnswer(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = answer.body?.getReader();
  if (!reader) {
    response.end();
    return;
  }
  response.flushHeaders();
  response.once('close', () => void reader.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || response.destroyed) break;
    if (!response.write(value)) await untilTaken(response);
  }
  response.end();
}
