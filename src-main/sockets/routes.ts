import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TurnProgress } from '#contract';
import { isAppError } from '#core/app-error';
import { readJsonBody } from '#core/servers/http-json-body';
import { percentDecoded } from '#core/text/percent-decoded';
import { answerStreamed, answerWhole } from './http/completions.ts';
import { EventStream } from './http/event-stream.ts';
import { callerOf, messageSender } from './http/socket-caller.ts';
import { lastUserMessage, type RawMessage, userMessage } from './http/user-message.ts';
import { answerByBody } from './questions.ts';
import type { SocketContext } from './socket-context.ts';

/** Largest body that is read. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** One request on its way. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Word after the route in its path: a question's id. */
  readonly word: string;
  /** Aborted when the client has gone. */
  readonly left: AbortSignal;
}

export type RouteHandler = (exchange: Exchange, served: SocketContext) => Promise<void>;

interface KnownRoute {
  readonly method: 'GET' | 'POST';
  readonly takesWord?: boolean;
  readonly route: RouteHandler;
}

/** Every route by its path after `/v1/`. */
export const ROUTES: Readonly<Record<string, KnownRoute>> = {
  'chat/completions': { method: 'POST', route: completeTurn },
  models: { method: 'GET', route: async ({ response }) => sendJson(response, MODELS) },
  turns: { method: 'POST', route: takeTurn },
  questions: { method: 'POST', takesWord: true, route: answerQuestionOver },
  stop: { method: 'POST', route: stopTurn },
  session: { method: 'GET', route: describe },
};

const MODELS = { object: 'list', data: [{ id: 'session', object: 'model', created: 0, owned_by: 'sigma-shell' }] };

/**
 * Answers a chat completion; only the person's last message is passed on, because the session itself knows what came
 * before.
 */
async function completeTurn({ request, response, left }: Exchange, served: SocketContext): Promise<void> {
  const body = await readJsonBody(request, MAX_BODY_BYTES);
  const message = lastUserMessage(body);
  const progress = await enterMessage({ request, body: { user: message.name, ...body }, message, left }, served);
  if (body.stream === true) await answerStreamed(progress, response, served.timers);
  else await answerWhole(progress, response, (value) => sendJson(response, value));
}

/** Streams everything a turn does as it happens. */
async function takeTurn({ request, response, left }: Exchange, served: SocketContext): Promise<void> {
  const body = await readJsonBody(request, MAX_BODY_BYTES);
  const message = { content: body.content, where: 'content' };
  const progress = await enterMessage({ request, body, message, left }, served);
  using stream = new EventStream(response, served.timers);
  for await (const one of progress) await stream.send(JSON.stringify(one), one.kind);
  stream.end();
}

interface IncomingTurn {
  readonly request: IncomingMessage;
  readonly body: Readonly<Record<string, unknown>>;
  readonly message: RawMessage;
  readonly left: AbortSignal;
}

/** Puts a message into its conversation; a client that goes away afterwards does not end its turn. */
async function enterMessage(
  { request, body, message: raw, left }: IncomingTurn,
  served: SocketContext,
): Promise<AsyncIterable<TurnProgress>> {
  const { chat, conversations, profile, keepImage, onTurn } = served;
  const caller = callerOf(request.headers, body.user);
  const from = messageSender(caller);
  const { text, images } = await userMessage(raw, keepImage);
  const session = await conversations.of(caller);
  const content = { text, ...(images.length > 0 && { images }), ...(profile !== undefined && { profile }) };
  const { message } = await chat.enqueue(session, content, from);
  onTurn({ session, message, conversation: caller.conversation });
  return chat.follow(session, message, left);
}

async function answerQuestionOver({ request, response, word }: Exchange, served: SocketContext): Promise<void> {
  const body = await readJsonBody(request, MAX_BODY_BYTES);
  await answerByBody({ id: percentDecoded(word), body, caller: callerOf(request.headers, body.user) }, served);
  response.writeHead(204).end();
}

async function stopTurn({ request, response }: Exchange, { conversations, chat }: SocketContext): Promise<void> {
  request.resume();
  const session = conversations.known(callerOf(request.headers, undefined).conversation);
  if (session !== undefined) await chat.stop(session);
  response.writeHead(204).end();
}

/** Describes the conversation; one in which nothing was said yet has no session, and gets none by this. */
async function describe({ request, response }: Exchange, served: SocketContext): Promise<void> {
  const { conversations, workspace } = served;
  const attendance = served.attendance();
  const caller = callerOf(request.headers, undefined);
  const found = await stateOf(conversations.known(caller.conversation), served);
  const approvers = attendance.kind === 'channel' ? attendance.approvers : [];
  sendJson(response, {
    workspace,
    session: found?.session,
    title: found?.title ?? conversations.titleOf(caller),
    state: found?.state ?? 'idle',
    approvers,
  });
}

/** The state of a session; undefined where it was deleted. */
async function stateOf(session: string | undefined, { sessionState }: Pick<SocketContext, 'sessionState'>) {
  if (session === undefined) return undefined;
  try {
    const { title, state } = await sessionState(session);
    return { session, title, state };
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length });
  response.end(body);
}
