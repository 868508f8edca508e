import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { SECURITY_HEADERS } from '#app/security-headers';
import { StartError } from '#app/start-error';
import type { Encoding, StaticFile } from '#app/static-files';
import { systemCodeOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { Access } from './access.ts';
import { cookieNameFor, createGate, type Gate, type Passage, type Refusal, refused } from './request-gate.ts';

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
  /** An address that lets one browser in, once, within a minute. */
  newAddress(): string;
}

const MAX_CONNECTIONS = 256;

/** Serves the page and its socket on 127.0.0.1 only. @throws StartError when the port is taken or not allowed. */
export async function serve(options: WebServerOptions): Promise<WebServer> {
  const server = createServer();
  server.maxConnections = MAX_CONNECTIONS;
  const connections = connectionsOf(server);
  const port = await listen(server, options.port);
  const access = new Access();
  const gate = createGate({ port, access });
  server.on('request', (request, response) => {
    void respond(gate(request), { ...options, request, response, port }).catch((error: unknown) => {
      options.log.error('web.failed', { error });
      response.destroy();
    });
  });
  server.on('upgrade', (request, socket, head) => upgrade(gate, options, { request, socket, head }));
  server.on('connect', (_, socket) => refuseSocket(socket, refused(405, 'Only GET and HEAD are answered')));
  return {
    port,
    newAddress: () => `http://127.0.0.1:${port}/?code=${access.newCode()}`,
    [Symbol.asyncDispose]: () => close(server, connections),
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

/** All that are open; `closeAllConnections` forgets those that have become WebSockets. */
function connectionsOf(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

function close(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of connections) socket.destroy();
  });
}

interface Exchange extends WebServerOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The one that was opened. */
  readonly port: number;
}

async function respond(passage: Passage, { files, request, response, port }: Exchange): Promise<void> {
  // Bodies are never read: whoever sends one is answered, and the connection is closed.
  if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined) {
    response.setHeader('Connection', 'close');
  }
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  if (passage.kind === 'redeemed') {
    response.setHeader('Set-Cookie', `${cookieNameFor(port)}=${passage.token}; HttpOnly; SameSite=Strict; Path=/`);
    response.writeHead(303, { Location: '/', 'Content-Length': 0 }).end();
    return;
  }
  const file = passage.kind === 'let-in' ? files.get(passage.path) : undefined;
  if (passage.kind === 'refused') sendText(response, passage);
  else if (file) await sendFile(file, request, response);
  else sendText(response, refused(404, 'There is nothing here'));
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

function sendText(response: ServerResponse, { status, text }: Refusal): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  if (status === 405) response.setHeader('Allow', 'GET, HEAD');
  const body = Buffer.from(`${text}\n`);
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
  if (refusal) refuseSocket(socket, refusal);
  else options.onRpc(request, socket, head);
}

function whyNoSocket(passage: Passage, { headers }: IncomingMessage, options: WebServerOptions): Refusal | undefined {
  if (passage.kind === 'refused') return passage;
  // Browsers always send it with a WebSocket, so its absence is somebody else.
  if (headers.origin === undefined) return refused(403, 'A WebSocket needs an Origin');
  if (passage.kind !== 'let-in' || passage.path !== '/rpc') return refused(404, 'There is nothing here');
  return options.hasRoom() ? undefined : refused(503, 'Too many windows are connected; close one');
}

function refuseSocket(socket: Duplex, { status, text }: Refusal): void {
  const body = `${text}\n`;
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
