import type { ServerResponse } from 'node:http';
import type { RenderedPrompt } from '#contract';
import { AppError } from '#core/app-error';
import { untilTaken } from '#core/servers/http-ends';
import type { LoadedPrompt, PromptEngine } from '../ports.ts';
import { findPrompt } from '../registry/find-prompt.ts';
import { argsIn, readBody } from './body.ts';
import { askLlm, type LlmAnswer } from './llm-request.ts';
import { firstMessageText, renderedMessages, writeNotRendered, writeUnusable } from './render-route.ts';
import { type FailureReply, JSON_TYPE, writeFailure } from './reply.ts';
import { replyContent, StreamedText } from './reply-text.ts';
import type { ChatRecord, ChatReply, LlmPort, LlmTarget, OutgoingChat, RestConfig } from './rest-ports.ts';
import type { RouteRequest } from './router.ts';

export interface ChatParts {
  readonly engine: PromptEngine;
  readonly llm: LlmPort;
  readonly record?: ChatRecord | undefined;
  readonly config: Pick<RestConfig, 'systemPrompt'>;
}

type OnReply = (reply: ChatReply) => Promise<void>;

/** Handed on as they were given, zero included. */
const FORWARDED = [
  'temperature',
  'max_tokens',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'stop',
  'n',
  'stream',
  'user',
] as const;

/** `POST /api/prompts/{id}/chat`. */
export async function answerChat(asked: RouteRequest, parts: ChatParts): Promise<void> {
  const { incoming, outgoing, id, hidesConversations } = asked;
  const { engine, llm } = parts;
  // Before anything is waited for: a client that leaves meanwhile is not told of afterwards.
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const body = await readBody(incoming);
  const given = body.kind === 'object' ? body.value : {};
  const args = argsIn(given);
  const { model } = given;
  if (body.kind !== 'object' || args === undefined || !isReadable(given)) {
    writeUnusable(outgoing, body.kind === 'object' ? { kind: 'invalid' } : body);
    return;
  }
  const prompt = await findPrompt(engine, id);
  if (!prompt) {
    writeFailure(outgoing, { status: 404, message: 'template not found' });
    return;
  }
  const target = await llmTarget(llm, typeof model === 'string' && model !== '' ? model : undefined, gone.signal);
  if ('status' in target) {
    writeFailure(outgoing, target);
    return;
  }
  await askModel(outgoing, { prompt, args, given, target, hidesConversations, signal: gone.signal }, parts);
}

/** Whether the members that decide who is asked, and how, are of their types. Others are for the model's server to judge. */
function isReadable({ model, stream }: ChatRequest['given']): boolean {
  return typeof (model ?? '') === 'string' && typeof (stream ?? false) === 'boolean';
}

interface ChatRequest extends Pick<RouteRequest, 'hidesConversations'> {
  readonly prompt: LoadedPrompt;
  readonly args: Readonly<Record<string, unknown>>;
  /** The body. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly target: LlmTarget;
  readonly signal: AbortSignal;
}

/** Renders, records, asks, passes on. */
async function askModel(
  outgoing: ServerResponse,
  chat: ChatRequest,
  { engine, record, config }: ChatParts,
): Promise<void> {
  const { args, given, target, hidesConversations, signal } = chat;
  // Another program may have changed it since, which the rendering sees.
  let { prompt } = chat;
  const { id } = prompt;
  let used: ReadonlyMap<string, string> = new Map();
  const onUsed = (variables: typeof used) => {
    used = variables;
  };
  const onFound = (found: LoadedPrompt) => {
    prompt = found;
  };
  // With where every word came from where that is recorded.
  const traced = record !== undefined;
  const outcome = await engine.render({ id, args, traced, hidesConversations, signal, onUsed, onFound });
  if (!outcome.isRendered) {
    writeNotRendered(outgoing, id, outcome.failure);
    return;
  }
  const { rendered } = outcome;
  const messages = messagesToSend(rendered, config.systemPrompt());
  const onReply = await recordRequest(outgoing, { prompt, rendered, used, messages, model: target.model }, record);
  if (!onReply) return;
  const answer = await askLlm({
    target,
    body: JSON.stringify({ model: target.model, messages, ...pickForwarded(given) }),
    isStreamed: given.stream === true,
    signal,
  });
  if (answer.kind === 'failed') {
    await onReply({ text: '', finish: signal.aborted ? 'cancelled' : 'failed', error: answer.cause });
    const what = answer.wasReached ? 'the model’s server gave no usable answer' : 'the model cannot be reached';
    writeFailure(outgoing, { status: 502, message: `${what}: ${answer.cause}` });
    return;
  }
  await passOn(outgoing, answer, onReply);
}

/** Records the request before the model is asked; if that fails, the request is answered with the failure. */
async function recordRequest(
  outgoing: ServerResponse,
  asked: OutgoingChat,
  record: ChatRecord | undefined,
): Promise<OnReply | undefined> {
  if (!record) return async () => {};
  try {
    return await record.asked(asked);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    writeFailure(outgoing, {
      status: 503,
      message: `the model was not asked, as it cannot be recorded: ${error.message}`,
    });
    return undefined;
  }
}

function pickForwarded(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = FORWARDED.filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** Finds the model server, or the reason there is none. */
async function llmTarget(
  llm: LlmPort,
  model: string | undefined,
  signal: AbortSignal,
): Promise<LlmTarget | FailureReply> {
  try {
    const target = await llm.resolve(model, signal);
    if (target && target.model !== '') return target;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: 502, message: `the model cannot be reached: ${error.message}` };
  }
  const message =
    model === undefined
      ? 'no model: name one as model, or set llm.model'
      : `no server is known for the model ${model}: set llm.api_base, or make a profile`;
  return { status: 400, message };
}

function messagesToSend(rendered: RenderedPrompt, systemPrompt: string) {
  if (rendered.kind === 'messages') return renderedMessages(rendered);
  const system = systemPrompt === '' ? [] : [{ role: 'system', content: systemPrompt }];
  return [...system, { role: 'user', content: firstMessageText(rendered) }];
}

/** Byte for byte. */
async function passOn(
  outgoing: ServerResponse,
  answer: Exclude<LlmAnswer, { kind: 'failed' }>,
  onReply: OnReply,
): Promise<void> {
  if (answer.kind === 'whole') {
    await onReply(replyContent(Buffer.from(answer.bytes).toString()));
    outgoing.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': answer.bytes.length });
    outgoing.end(answer.bytes);
    return;
  }
  outgoing.writeHead(200, { 'content-type': answer.type, 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  outgoing.flushHeaders();
  const said = new StreamedText();
  let isWhole = false;
  try {
    for await (const chunk of answer.chunks) {
      said.take(chunk);
      if (outgoing.destroyed) return;
      if (!outgoing.write(chunk)) await untilTaken(outgoing);
    }
    isWhole = true;
    outgoing.end();
  } catch {
    // A stream that broke must not look like one that ended.
    outgoing.destroy();
  } finally {
    await onReply(said.end(isWhole));
  }
}
