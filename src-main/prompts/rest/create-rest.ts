import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import type { GateRefusal } from '#core/loopback-gate';
import { LiveValue } from '#core/streams';
import type { PromptEngine } from '../ports.ts';
import { isConversation } from '../registry/conversations.ts';
import { answerChat } from './chat-route.ts';
import { DocsRoutes } from './docs/docs-routes.ts';
import { createRestGate, hasToken } from './gate.ts';
import { addReadingRoutes, promptId, unreachable } from './reading-routes.ts';
import { answerRender, renderedId } from './render-route.ts';
import { messageOfReply, type RestContext, replyFailure, replyJson, writeFailure } from './reply.ts';
import type { ChatRecord, LlmPort, RestConfig, RestCounts, RestLog, RestServer } from './rest-ports.ts';

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
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: true });
  const counts = new RequestCounter();
  const hides = ({ headers }: IncomingMessage) => !hasToken(headers, config);
  const asked = (c: RestContext) => ({ ...c.env, id: promptId(c), hidesConversations: hides(c.env.incoming) });
  addReadingRoutes(app, engine, (c) => hides(c.env.incoming));
  app.post('/api/prompts/:id/render', async (c) => {
    await answerRender(asked(c), engine);
    return RESPONSE_ALREADY_SENT;
  });
  app.post('/api/prompts/:id/chat', async (c) => {
    await answerChat(asked(c), { engine, llm, record, config });
    return RESPONSE_ALREADY_SENT;
  });
  app.post('/api/reload', async (c) => {
    await engine.refresh();
    const { store, prompts, variables, tools, extensions, problems } = engine.state.value;
    if (store.state !== 'ready') return replyFailure(c, 503, unreachable(store.reason));
    const counts = { prompts: prompts.length, tools: tools.length, extensions: extensions.length };
    const environs = variables.filter((one) => !hides(c.env.incoming) || !isConversation(one)).length;
    return replyJson(c, JSON.stringify({ status: 'success', ...counts, environs, problems: problems.length }));
  });
  const docs = new DocsRoutes(config.version);
  app.get('/api/openapi.json', (c) => docs.document(c));
  app.get('/docs', (c) => docs.page(c));
  addRefusals(app);
  app.onError((error, c) => {
    log.error('rest.failed', { path: c.req.path, error });
    return replyFailure(c, 500, 'internal error');
  });
  const onBug = (outgoing: ServerResponse) => (error: unknown) => {
    log.error('rest.failed', { error });
    writeFailure(outgoing, { status: 500, message: 'internal error' });
  };
  const answer = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => log.error('rest.refused', { error: messageOf(error) }),
  });
  const gate = createRestGate(config);
  const http = createServer({ requestTimeout: REQUEST_MS }, (incoming, outgoing) => {
    logRequest(incoming, outgoing, { counts, log });
    const { url = '', method } = incoming;
    const refusal = gate(incoming);
    // What is asked most often is not routed: that costs as much as rendering a short prompt.
    const id = method === 'POST' ? renderedId(url) : undefined;
    if (refusal) sendRefusal(outgoing, refusal);
    else if (id !== undefined) {
      answerRender({ incoming, outgoing, id, hidesConversations: hides(incoming) }, engine).catch(onBug(outgoing));
    } else void answer(incoming, outgoing);
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

const LISTS = ['extensions', 'prompts', 'environs', 'tools'];

/** Routes that are there, for methods that are not theirs; and everything else. */
function addRefusals(app: Hono<{ Bindings: HttpBindings }>): void {
  const readable = LISTS.flatMap((list) => [`/api/${list}`, `/api/${list}/:id`]);
  for (const path of [...readable, '/api/problems', '/api/openapi.json', '/docs'])
    app.all(path, (c) => wrongMethod(c, 'GET, HEAD'));
  app.all('/api/reload', (c) => wrongMethod(c, 'POST'));
  for (const what of ['render', 'chat']) app.all(`/api/prompts/:id/${what}`, (c) => wrongMethod(c, 'POST'));
  app.notFound((c) => replyFailure(c, 404, 'there is nothing here'));
}

function wrongMethod(c: Parameters<typeof replyFailure>[0], allow: string): Response {
  c.env.outgoing.setHeader('allow', allow);
  return replyFailure(c, 405, `the method must be ${allow.split(',')[0]}`);
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
