import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import type { Server, Socket } from 'socket.io';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import type { AdapterConfig } from './config/adapter-config.ts';
import { createGate, isAuthorised } from './gate.ts';

export interface ListenOptions {
  readonly config: Pick<AdapterConfig, 'socketio' | 'origins'>;
  readonly token: () => string | undefined;
  readonly onConnect: (socket: Socket) => void;
  readonly onRefused: (why: string, address: string) => void;
  /** Called if it stopped listening by itself. */
  readonly onBroken: (error: Error) => void;
}

export interface ListeningServer {
  readonly url: string;
  /** No more clients come in. */
  stopAccepting(): void;
  /** Cuts every connection, read or not. */
  close(): Promise<void>;
}

/** A command of 10 MB, each of its characters escaped. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Time limit for a connection to identify itself, in milliseconds. */
const HELLO_MS = 10_000;
/** Time limit for a WebSocket to close by its protocol, in milliseconds. */
const FAREWELL_MS = 200;

/** @throws AppError UNAVAILABLE if the port cannot be had */
export async function listen(options: ListenOptions): Promise<ListeningServer> {
  // A quarter of a megabyte of code that most people never need.
  const { Server: SocketServer } = await import('socket.io');
  const { config, token, onRefused } = options;
  const { host, port } = config.socketio;
  const gate = createGate({ host, origins: config.origins, token });
  const http = createServer((request, response) => {
    const { status, text } = gate(request) ?? { status: 404, text: 'There is nothing here' };
    response.writeHead(status).end(`${text}\n`);
  });
  let isAccepting = true;
  const io = new SocketServer(http, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: HELLO_MS,
    cors: { origin: config.origins.isAny ? '*' : [...config.origins.listed] },
    allowRequest: (request, decide) => {
      const why = isAccepting ? gate(request)?.text : 'The Shell Adapter is stopping';
      if (why !== undefined) onRefused(why, request.socket.remoteAddress ?? '');
      decide(why, why === undefined);
    },
  });
  // Of requests that follow a handshake, `allowRequest` hears nothing.
  io.engine.use((request: IncomingMessage, _: unknown, next: (error?: Error) => void) => {
    const isFirst = !new URL(request.url ?? '/', 'http://here').searchParams.has('sid');
    const why = isFirst ? undefined : gate(request)?.text;
    next(why === undefined ? undefined : new Error(why));
  });
  io.use((socket, next) => {
    const isKnown = isAuthorised({ auth: socket.handshake.auth, headers: socket.handshake.headers }, token());
    if (!isKnown) onRefused('The token is missing or wrong', socket.handshake.address);
    next(isKnown ? undefined : unauthorizedError());
  });
  io.on('connection', options.onConnect);
  const sockets = openSockets(http);
  await listenOn(http, { host, port });
  http.on('error', options.onBroken);
  return {
    url: `http://${host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host}:${(http.address() as AddressInfo).port}`,
    stopAccepting: () => {
      isAccepting = false;
    },
    close: () => closeServer(io, http, sockets),
  };
}

function unauthorizedError(): Error {
  const text = 'Present the token of the Shell Adapter as auth.token, or as the header "Authorization: Bearer <token>"';
  return Object.assign(new Error(text), { data: { code: 'unauthorized' } });
}

function listenOn(http: HttpServer, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error) => {
      const isTaken = systemCodeOf(error) === 'EADDRINUSE';
      const why = isTaken ? 'another program has it' : messageOf(error);
      const advice = 'Choose another port as socketio.port, or 0 for any free one.';
      reject(
        new AppError(
          'UNAVAILABLE',
          `${host}:${port} cannot be opened: ${why}`,
          { where: 'socketio.port', advice },
          error,
        ),
      );
    });
    http.listen(port, host.replace(/^\[|\]$/g, ''), () => {
      http.removeAllListeners('error');
      resolve();
    });
  });
}

/** Lists open sockets including those of WebSockets, which the HTTP server has let go of. */
function openSockets(http: HttpServer): ReadonlySet<TcpSocket> {
  const sockets = new Set<TcpSocket>();
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

async function closeServer(io: Server, http: HttpServer, sockets: ReadonlySet<TcpSocket>): Promise<void> {
  io.disconnectSockets(true);
  const done = io.close();
  http.closeAllConnections();
  // A client that is frozen never says goodbye.
  const cutting = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, FAREWELL_MS);
  try {
    await done;
  } finally {
    clearTimeout(cutting);
  }
}
