import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import type { GateRefusal } from '#core/servers/loopback-gate';
import type { PromptEngine } from '../ports.ts';
import { answerChat } from './chat-route.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { createRestGate, hasToken } from './gate.ts';
import { readingRoutes } from './reading-routes.ts';
import { answerRender } from './render-route.ts';
import { messageOfReply, writeFailure } from './reply.ts';
import { RequestBatches } from './request-batches.ts';
import type { ChatRecord, LlmPort, RestConfig, RestCounts, RestLog, RestServer } from './rest-ports.ts';
import { createRestRouter } from './router.ts';

export interface RestOptions {
  readonly engine: PromptEngine;
  readonly llm: LlmPort;
  /** Record of the requests; if absent, nothing is recorded, as in tests. */
  readonly record?: ChatRecord | undefined;
  readonly config: RestConfig;
  readonly log: RestLog;
}

const REQUEST_MS = 30_000;
const MAX_CONNECTIONS = 1000;
/** Time for requests to end when the server stops, in milliseconds. */
const FAREWELL_MS = 500;
/** Status that nginx logs when the client was gone before there was an answer. */
const CLIENT_LEFT = 499;
/** Longest delay of the counts, in milliseconds. */
const COUNTS_MS = 250;

/** The REST API, listening. @throws AppError UNAVAILABLE if the port cannot be had */
export async function createRest({ engine, llm, record, config, log }: RestOptions): Promise<RestServer> {
  const counts = new RequestCounter();
  const rendering = { engine, batches: new RequestBatches() };
  const route = createRestRouter([
    ...readingRoutes(engine),
    { method: 'POST', path: '/api/prompts/:id/render', answer: (request) => answerRender(request, rendering) },
    {
      method: 'POST',
      path: '/api/prompts/:id/chat',
      answer: (request) => answerChat(request, { engine, llm, record, config }),
    },
    ...docsRoutes(config.version),
  ]);
  const gate = createRestGate(config);
  const onBug =
    ({ url }: IncomingMessage, outgoing: ServerResponse) =>
    (error: unknown) => {
      log.error('rest.failed', { path: url, error });
      writeFailure(outgoing, { status: 500, message: 'internal error' });
    };
  const http = createServer({ requestTimeout: REQUEST_MS }, (incoming, outgoing) => {
    logRequest(incoming, outgoing, { counts, log });
    const refusal = gate(incoming);
    if (refusal) sendRefusal(outgoing, refusal);
    else {
      const hidesConversations = !hasToken(incoming.headers, config);
      route({ incoming, outgoing, hidesConversations }).catch(onBug(incoming, outgoing));
    }
  });
  http.maxConnections = MAX_CONNECTIONS;
  await listening(http, config);
  const { address, port, family } = http.address() as AddressInfo;
  const shown = family === 'IPv6' ? `[${address}]` : address;
  return {
    url: `http://${address === '::' || address === '0.0.0.0' ? '127.0.0.1' : shown}:${port}`,
    counts: counts.live,
    stop: () => stopServer(http, counts),
  };
}

/** Requests so far; told a little later, many at once. */
class RequestCounter {
  readonly live = new LiveValue<RestCounts>({ requests: 0, failures: 0 });
  #requests = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  add(isFailure: boolean): void {
    this.#requests += 1;
    if (isFailure) this.#failures += 1;
    this.#timer ??= setTimeout(() => this.tell(), COUNTS_MS).unref();
  }

  tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.live.set({ requests: this.#requests, failures: this.#failures });
  }
}

function logRequest(
  { method = '', url = '' }: IncomingMessage,
  outgoing: ServerResponse,
  { counts, log }: { readonly counts: RequestCounter; readonly log: RestLog },
): void {
  const from = performance.now();
  outgoing.once('close', () => {
    const status = outgoing.headersSent ? outgoing.statusCode : CLIENT_LEFT;
    counts.add(status >= 400);
    const durationMs = performance.now() - from;
    log.request({ method, path: url, status, durationMs, message: messageOfReply(outgoing) });
  });
}

function sendRefusal(outgoing: ServerResponse, { status, text: message }: GateRefusal): void {
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  // What it brings is not read.
  writeFailure(outgoing, { status, message, headers: { connection: 'close', ...headers } });
}

function listening(http: Server, { host, port }: RestConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error) => {
      const isTaken = systemCodeOf(error) === 'EADDRINUSE';
      const why = isTaken ? 'another program has it' : messageOf(error);
      const advice = 'Choose another port, or 0 for any free one.';
      reject(new AppError('UNAVAILABLE', `${host}:${port} cannot be opened: ${why}`, { advice }, error));
    });
    const onListening = () => {
      http.removeAllListeners('error');
      http.on('error', () => {});
      resolve();
    };
    const name = host.replace(/^\[|\]$/g, '');
    if (name === '') http.listen(port, onListening);
    else http.listen(port, name, onListening);
  });
}

async function stopServer(http: Server, counts: RequestCounter): Promise<void> {
  const cutting = setTimeout(() => http.closeAllConnections(), FAREWELL_MS);
  await new Promise<void>((resolve) => {
    http.close(() => resolve());
    http.closeIdleConnections();
  });
  clearTimeout(cutting);
  counts.tell();
}
