import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { SECURITY_HEADERS } from '#app/start/security-headers';
import { StartError } from '#app/start/start-error';
import type { Encoding, StaticFile } from '#app/start/static-files';
import { systemCodeOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { refuseUpgrade, serverEnder } from '#core/servers/http-ends';
import { Access } from './access.ts';
import { pageTo } from './link-pages.ts';
import {
  cookieNameFor,
  createWebGate,
  type Gate,
  type GateDecision,
  pageRefusal,
  type RequestRefusal,
} from './request-gate.ts';
import { WaitingRoom } from './waiting-room.ts';

export interface WebServerOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly files: ReadonlyMap<string, StaticFile>;
  /** Takes over a checked connection for `/rpc`. */
  readonly onRpc: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Whether one more of those is allowed. */
  readonly hasRoom: () => boolean;
  readonly log: Logger;
}

export interface WebServer extends AsyncDisposable {
  readonly port: number;
  /** An address that lets one browser in, once, within a minute; `onSpent` is called when it no longer does. */
  newAddress(onSpent?: () => void): string;
}

/** Limits for connections without a known cookie: a browser opens six at most, and sends its request at once. */
const WAITING_ROOM = { places: 64, patienceMs: 5000, guests: 256 };
/**
 * Time for the head of a further request on an admitted connection, in milliseconds, and below the time between two
 * checks.
 */
const HEAD_MS = 10_000;
const LOOK_MS = 2000;

/** Serves the page and its socket on 127.0.0.1 only. @throws StartError if the port is taken or not allowed. */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const server = createServer({
    headersTimeout: HEAD_MS,
    requestTimeout: HEAD_MS,
    connectionsCheckingInterval: LOOK_MS,
  });
  const room = new WaitingRoom(WAITING_ROOM);
  server.on('connection', (socket) => room.enter(socket));
  const end = serverEnder(server);
  const port = await listen(server, options.port);
  const access = new Access();
  const gate = withWaitingRoom(createWebGate({ port, access }), room);
  server.on('request', (request, response) => {
    void respond(gate(request), { ...options, request, response, port }).catch((error: unknown) => {
      options.log.error('web.failed', { error });
      response.destroy();
    });
  });
  server.on('upgrade', (request, socket, head) => upgrade(gate, options, { request, socket, head }));
  server.on('connect', (_, socket) => refuseUpgrade(socket, pageRefusal(405, 'Only GET and HEAD are answered')));
  return {
    port,
    newAddress: (onSpent) => `http://127.0.0.1:${port}/?code=${access.newCode(onSpent)}`,
    [Symbol.asyncDispose]: end,
  };
}

/** The gate, which also moves connections it lets in out of the waiting room. */
function withWaitingRoom(gate: Gate, room: WaitingRoom): Gate {
  return (request) => {
    const passage = gate(request);
    if (passage.kind === 'refused' || room.letIn(request.socket)) return passage;
    return pageRefusal(503, 'Too many connections are open; close a window');
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(port, error)));
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function cannotListen(port: number, error: unknown): StartError {
  const code = systemCodeOf(error);
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program.\nName another with --port, or leave it out for any free one.`,
    );
  }
  if (code === 'EACCES') {
    return new StartError(
      `Port ${port} needs rights that this process does not have.\nName one above 1023 with --port.`,
    );
  }
  return new StartError(`Port ${port} cannot be opened: ${String(error)}`, 1, error);
}

interface Exchange extends WebServerOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The one that was opened. */
  readonly port: number;
}

async function respond(passage: GateDecision, { files, request, response, port }: Exchange): Promise<void> {
  // Bodies are never read: whoever sends one is answered, and the connection is closed, as is one that was refused.
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  if (hasBody || passage.kind === 'refused') {
    response.setHeader('Connection', 'close');
  }
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  if (passage.kind === 'redeemed') {
    response.setHeader('Set-Cookie', `${cookieNameFor(port)}=${passage.token}; HttpOnly; SameSite=Strict; Path=/`);
    // A redirect would count as part of the way from wherever the browser was, and go without a SameSite=Strict cookie.
    sendBody(response, 200, { type: 'text/html', text: pageTo('/') });
    return;
  }
  const file = passage.kind === 'let-in' ? files.get(passage.path) : undefined;
  if (passage.kind === 'refused') sendText(response, passage);
  else if (file) await sendFile(file, request, response);
  else sendText(response, pageRefusal(404, 'There is nothing here'));
}

async function sendFile(file: StaticFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const encoding = encodingFor(request);
  const body = await file.body(encoding);
  response.setHeader('Content-Type', file.type);
  response.setHeader('Vary', 'Accept-Encoding');
  if (encoding && file.isCompressible) response.setHeader('Content-Encoding', encoding);
  // Behind the cookie, so that no shared cache may keep it.
  if (file.isImmutable) response.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
  response.setHeader('Content-Length', body.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
}

function encodingFor({ headers }: IncomingMessage): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : undefined;
}

function sendText(response: ServerResponse, { status, text }: RequestRefusal): void {
  if (status === 405) response.setHeader('Allow', 'GET, HEAD');
  sendBody(response, status, { type: 'text/plain', text: `${text}\n` });
}

function sendBody(response: ServerResponse, status: number, { type, text }: { type: string; text: string }): void {
  const body = Buffer.from(text);
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Length', body.length);
  response.writeHead(status).end(body);
}

interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function upgrade(gate: Gate, options: WebServerOptions, { request, socket, head }: UpgradeRequest): void {
  socket.on('error', () => {});
  const refusal = whyNoSocket(gate(request), request, options);
  if (refusal) refuseUpgrade(socket, refusal);
  else options.onRpc(request, socket, head);
}

function whyNoSocket(
  passage: GateDecision,
  { headers }: IncomingMessage,
  options: WebServerOptions,
): RequestRefusal | undefined {
  if (passage.kind === 'refused') return passage;
  // Browsers always send it with a WebSocket, so its absence is somebody else.
  if (headers.origin === undefined) return pageRefusal(403, 'A WebSocket needs an Origin');
  if (passage.kind !== 'let-in' || passage.path !== '/rpc') return pageRefusal(404, 'There is nothing here');
  return options.hasRoom() ? undefined : pageRefusal(503, 'Too many windows are connected; close one');
}
