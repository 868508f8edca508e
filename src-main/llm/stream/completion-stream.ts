import { textStart } from '#contract/text-ends';
import { type SseEvent, SseParser } from '#core/servers/sse-events';
import type { ReplyPart, ReplyTranslator } from '#protocols';
import { failureInStream, failureOfError, failureOfReply, RequestFailure } from '../failures/request-failure.ts';
import type { ModelEvent } from '../model-client.ts';
import { CompletionChunk } from './completion-chunk.ts';
import { ReplyBuilder } from './reply-builder.ts';
import { isJson, separatedDocuments } from './separated-documents.ts';
import { AFTERMATH_MS, StalledError, type StallWatch } from './stall-watch.ts';

export interface ReplyContext {
  readonly askedModel: string;
  /** Call ids used before in the conversation. */
  readonly takenIds: readonly string[];
  readonly address: string;
  readonly stall: StallWatch;
  readonly signal: AbortSignal;
  /** Translates the replies of a server that has a protocol of its own. */
  readonly translator?: ReplyTranslator | undefined;
}

/** Longest reply that comes in one piece, in bytes. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;

/**
 * Reads a reply. It is complete when the server gave a reason for its end or sent `[DONE]`; a connection that just ends is not.
 *
 * @throws RequestFailure, StalledError; the signal's reason when it aborts
 */
export async function* readReply(response: Response, context: ReplyContext): AsyncGenerator<ModelEvent, void> {
  const contentType = response.headers.get('content-type') ?? '';
  if (/html/i.test(contentType)) {
    throw new RequestFailure('not-found', `${context.address} answered with a web page instead of a model's reply`);
  }
  const builder = new ReplyBuilder();
  if (/application\/json/i.test(contentType)) yield* readWhole(response, builder, context);
  else yield* readStream(response, builder, context);
  if (builder.givenUp !== undefined) {
    const message = `${context.address} gave its reply up before it was complete (${builder.givenUp})`;
    throw new RequestFailure('broken-off', message, { retryable: true });
  }
  yield { type: 'done', reply: builder.finish(context.askedModel, context.takenIds) };
}

async function* readStream(
  response: Response,
  builder: ReplyBuilder,
  context: ReplyContext,
): AsyncGenerator<ModelEvent, void> {
  let isDone = false;
  try {
    if (context.translator) {
      yield* readTranslated(response, builder, { ...context, translator: context.translator });
      return;
    }
    for await (const { name, data } of documentsOf(response, context)) {
      isDone = data.startsWith('[DONE]');
      if (isDone) break;
      yield* takeChunk(data, name, builder, context);
    }
  } catch (error) {
    // A reply that was finished only lost what may follow it.
    const isHarmless = builder.hasFinished && !context.signal.aborted && !(error instanceof RequestFailure);
    if (isHarmless) return;
    throw readingFailure(error, context);
  }
  if (builder.hasFinished || (isDone && !builder.isEmpty)) return;
  const how = isDone
    ? 'ended its reply without saying anything'
    : 'closed the connection before the reply was complete';
  throw new RequestFailure('broken-off', `${context.address} ${how}`, { retryable: true });
}

/**
 * The translator says what the end of the stream means: a reply without its last part is an error of it. An event is its last part
 * also without the blank line after it, unless it was cut itself.
 */
async function* readTranslated(
  response: Response,
  builder: ReplyBuilder,
  context: ReplyContext & { readonly translator: ReplyTranslator },
): AsyncGenerator<ModelEvent, void> {
  const { translator } = context;
  const parser = new SseParser();
  for await (const bytes of readBody(response, context)) {
    const events = bytes === undefined ? parser.end().filter(({ data }) => isJson(data)) : parser.push(bytes);
    for (const event of events) {
      yield* takeParts(translator.event(event), builder, context);
    }
    if (translator.isOver) return;
  }
  yield* takeParts(translator.end(), builder, context);
}

function* takeParts(
  parts: Iterable<ReplyPart>,
  builder: ReplyBuilder,
  context: ReplyContext,
): Generator<ModelEvent, void> {
  for (const part of parts) {
    if ('error' in part) throw failureOfReply(part.error, context.address);
    yield* takeValue(part, builder, context);
  }
}

function* takeChunk(
  data: string,
  name: string,
  builder: ReplyBuilder,
  context: ReplyContext,
): Generator<ModelEvent, void> {
  const { address } = context;
  const value = parseJson(data, address);
  const isError = typeof value === 'object' && value !== null && 'error' in value && value.error;
  if (name === 'error' || isError) throw failureInStream(value, address);
  yield* takeValue(value, builder, context);
}

function* takeValue(value: unknown, builder: ReplyBuilder, { stall }: ReplyContext): Generator<ModelEvent, void> {
  const chunk = CompletionChunk.safeParse(value);
  if (!chunk.success) return;
  const { events, isProgress } = builder.add(chunk.data);
  if (isProgress) stall.progress();
  if (builder.hasFinished) stall.shorten(AFTERMATH_MS);
  yield* events;
}

/** A server that does not stream sends one JSON document; it is shown when it is there. */
async function* readWhole(
  response: Response,
  builder: ReplyBuilder,
  context: ReplyContext,
): AsyncGenerator<ModelEvent, void> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  try {
    for await (const bytes of readBody(response, context)) {
      size += bytes?.byteLength ?? 0;
      if (size > MAX_WHOLE_BYTES) throw new RangeError('The reply is longer than 64 MiB');
      parts.push(decoder.decode(bytes, { stream: bytes !== undefined }));
    }
  } catch (error) {
    throw readingFailure(error, context);
  }
  if (context.translator) yield* takeParts(context.translator.whole(parts.join('')), builder, context);
  else yield* takeChunk(parts.join(''), 'message', builder, context);
  if (builder.hasFinished) return;
  throw new RequestFailure('server', `${context.address} answered with JSON that is no model's reply`);
}

function readingFailure(error: unknown, { signal, address }: ReplyContext): unknown {
  if (signal.aborted || error instanceof StalledError) return error;
  // What is too large is so the next time, too, and was paid for.
  if (error instanceof RangeError) return new RequestFailure('server', `${error.message} (from ${address})`);
  return failureOfError(error, address, true);
}

/** The JSON documents of an event stream, each with its event's name. */
async function* documentsOf(response: Response, context: ReplyContext): AsyncGenerator<SseEvent, void> {
  const parser = new SseParser();
  for await (const bytes of readBody(response, context)) {
    for (const event of bytes === undefined ? parser.end() : parser.push(bytes)) yield* separatedDocuments(event);
  }
}

/** The body's bytes, and `undefined` at its end; it is given up when the reader leaves. */
async function* readBody(
  response: Response,
  { stall, signal }: ReplyContext,
): AsyncGenerator<Uint8Array | undefined, void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await stall.waitFor(reader.read(), signal);
      yield done ? undefined : value;
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parseJson(text: string, address: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const sample = textStart(text, 200);
    const message = `${address} sent something that is not JSON in the middle of its reply: ${sample}`;
    throw new RequestFailure('broken-off', message, { retryable: true });
  }
}
