import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from '#core/app-error';
import { untilTaken } from '#core/servers/http-ends';
import { readJsonBody } from '#core/servers/http-json-body';
import { HttpRefusal } from '#core/servers/http-refusal';
import type { CompletionBody } from '#llm/relay';
import type { AiSocketOptions } from './ai-socket-options.ts';
import { errorBody, refusalOf } from './refusal-of.ts';

type Sources = Pick<AiSocketOptions, 'relay' | 'log' | 'redact'>;

/** Largest body that is read, in bytes. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

const METHODS: Readonly<Record<string, string>> = { '/v1/chat/completions': 'POST', '/v1/models': 'GET' };

/** Answers one request; a client that leaves ends what is asked for it. Never throws. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  sources: Sources,
): Promise<void> {
  const leaving = new AbortController();
  response.on('error', () => {});
  response.once('close', () => leaving.abort(new Error('The client has left')));
  try {
    await answerPath(request, response, { ...sources, signal: leaving.signal });
  } catch (error) {
    if (leaving.signal.aborted) return;
    const refusal = refusalOf(error);
    if (!(error instanceof HttpRefusal)) sources.log.warn('ai.failed', { message: sources.redact(messageOf(error)) });
    tell(response, refusal, sources);
  }
}

async function answerPath(
  request: IncomingMessage,
  response: ServerResponse,
  { relay, signal }: Sources & { readonly signal: AbortSignal },
): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const method = Object.hasOwn(METHODS, path) ? METHODS[path] : undefined;
  if (method === undefined) throw new HttpRefusal(404, `There is nothing at ${path}`, 'not_found');
  if (request.method !== method) {
    throw new HttpRefusal(405, `${path} is asked with ${method}`, 'method_not_allowed', { headers: { Allow: method } });
  }
  if (path === '/v1/models') {
    const data = [{ id: relay.model, object: 'model', created: 0, owned_by: 'sigma' }];
    return sendJson(response, 200, JSON.stringify({ object: 'list', data }));
  }
  const body: CompletionBody = await readJsonBody(request, MAX_BODY_BYTES);
  if (!Array.isArray(body.messages) || body.messages.length === 0) {
    throw new HttpRefusal(400, 'No messages provided', 'no_messages');
  }
  if (body.stream !== true) return sendJson(response, 200, await relay.whole(withoutStream(body), signal));
  await sendStream(response, relay.stream(body, signal), wantsUsage(body));
}

/** The head is sent with the first document, so that a refusal keeps its status. */
async function sendStream(
  response: ServerResponse,
  documents: AsyncIterable<string>,
  hasUsage: boolean,
): Promise<void> {
  for await (const document of documents) {
    if (response.destroyed) return;
    if (!response.headersSent) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
    }
    for (const piece of withUsageApart(document, hasUsage)) {
      // Whoever reads slowly slows the model's service down.
      if (!response.write(`data: ${piece}\n\n`)) await untilTaken(response);
    }
  }
  if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  response.end('data: [DONE]\n\n');
}

/** OpenAI sends the usage in a chunk of its own, without choices, and to those alone who asked for it. */
function withUsageApart(document: string, hasUsage: boolean): string[] {
  if (!document.includes('"usage"')) return [document];
  const { usage, ...chunk } = JSON.parse(document) as { usage?: object | null; choices?: unknown[] };
  if (usage === undefined || usage === null || !chunk.choices?.length) return [document];
  const rest = JSON.stringify(chunk);
  return hasUsage ? [rest, JSON.stringify({ ...chunk, choices: [], usage })] : [rest];
}

function wantsUsage({ stream_options: options }: CompletionBody): boolean {
  return (
    typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true
  );
}

function withoutStream({ stream: _, stream_options: __, ...body }: CompletionBody): CompletionBody {
  return body;
}

/** Reports a failure to the client; within a stream it is sent as a chunk, and the stream ends. */
function tell(response: ServerResponse, refusal: HttpRefusal, { redact }: Sources): void {
  const body = redact(JSON.stringify(errorBody(refusal)));
  if (response.headersSent) {
    response.end(`data: ${body}\n\ndata: [DONE]\n\n`);
    return;
  }
  sendJson(response, refusal.status, body, refusal.headers);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(body);
}
