import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { messageOf } from '#core/app-error';
import { refuseUpgrade, serverEnder } from '#core/servers/http-ends';
import { HttpRefusal } from '#core/servers/http-refusal';
import { listenOnUnixSocket } from '#core/servers/unix-socket-server';
import { bodyOf, httpFailure } from './http/http-failure.ts';
import { ROUTES, type RouteHandler } from './routes.ts';
import type { SocketContext } from './socket-context.ts';

export interface SessionServerOptions extends SocketContext {
  readonly onConnections: (count: number) => void;
}

export interface SessionServer extends AsyncDisposable {
  readonly warnings: readonly string[];
}

/** Headers may have as many bytes as a person's name takes, encoded. */
const MAX_HEADER_BYTES = 32 * 1024;
const HEAD_MS = 10_000;
/** Time for a whole request, in milliseconds: 16 MiB arrive quickly on one machine. */
const REQUEST_MS = 60_000;

/** Serves a workspace's agent on a Unix socket, in the form of OpenAI's API and of our own stream. @throws AppError as `listenOnUnixSocket` */
export async function serveSession(options: SessionServerOptions): Promise<SessionServer> {
  const server = createServer(
    { headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS, maxHeaderSize: MAX_HEADER_BYTES },
    (request, response) => void answerRequest(request, response, options),
  );
  const end = serverEnder(server);
  let connections = 0;
  server.on('connection', (socket) => {
    options.onConnections(++connections);
    socket.once('close', () => options.onConnections(--connections));
  });
  server.on('upgrade', (_, socket) => refuseUpgrade(socket, { status: 404, text: 'There is nothing here' }));
  server.on('connect', (_, socket) => refuseUpgrade(socket, { status: 405, text: 'This is not answered' }));
  const { warnings } = await listenOnUnixSocket(server, options.path);
  return { warnings, [Symbol.asyncDispose]: end };
}

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: SessionServerOptions,
): Promise<void> {
  const left = new AbortController();
  response.on('close', () => left.abort());
  response.on('error', () => {});
  request.on('error', () => {});
  try {
    const { route, word } = routeOf(request);
    await route({ request, response, word, left: left.signal }, options);
  } catch (error) {
    if (left.signal.aborted) return;
    const failure = httpFailure(error);
    if (!failure) options.log.error('sockets.failed', { path: options.path, error: messageOf(error) });
    sendRefusal(
      response,
      failure ?? new HttpRefusal(500, 'Something went wrong here; the app log says what', 'internal'),
    );
  }
}

function routeOf({ method = '', url = '' }: IncomingMessage): { route: RouteHandler; word: string } {
  const path = url.split('?', 1)[0] ?? '';
  const match =
    /^\/v1\/(?<name>chat\/completions|models|turns|questions(?=\/)|stop|session)(?:\/(?<word>[^/]+))?$/.exec(path);
  const known = ROUTES[match?.groups?.name ?? ''];
  const word = match?.groups?.word;
  if (!known || (word !== undefined) !== (known.takesWord === true)) {
    throw new HttpRefusal(404, `There is nothing at ${path.slice(0, 200)}`, 'not_found');
  }
  if (method !== known.method) {
    const text = `${path} takes ${known.method}, not ${method}`;
    throw new HttpRefusal(405, text, 'method_not_allowed', { headers: { Allow: known.method } });
  }
  return { route: known.route, word: word ?? '' };
}

function sendRefusal(response: ServerResponse, failure: HttpRefusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = Buffer.from(JSON.stringify(bodyOf(failure)));
  response.writeHead(failure.status, {
    ...failure.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  response.end(body);
}
