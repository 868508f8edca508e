import { isPlainObject } from '#contract/plain-object';
import type { SseEvent } from '#core/servers/sse-events';
import type { ChunkDelta, FinishReason, OpenAiChunk, ReplyPart } from './reply/openai-chunk.ts';
import { ReplyBlocks } from './reply/reply-blocks.ts';
import { replyError, reportedError } from './reply/reply-error.ts';
import { TokenCounts } from './reply/token-counts.ts';

export interface ReplyHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** Model name used until the service names its own. */
  readonly model: string;
}

const FINISH: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** Events whose data must be JSON; of others it may be anything. */
const KNOWN_EVENTS = /^(message|error$|content_block_)/;

/**
 * Translates one reply of Anthropic's service to the chunks of OpenAI's protocol. It ends with a chunk that has the reason and the usage,
 * or with an error; after that nothing comes any more.
 */
export class ReplyTranslator {
  readonly #head: ReplyHead;
  readonly #blocks = new ReplyBlocks();
  readonly #counts = new TokenCounts();
  #model: string;
  #reason: unknown;
  #hasBegun = false;
  #isOver = false;

  constructor(head: ReplyHead) {
    this.#head = head;
    this.#model = head.model;
  }

  /** Whether the reply has come to its end, good or bad. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Translates an event of the stream. */
  *event({ name, data }: SseEvent): Generator<ReplyPart, void> {
    if (this.#isOver) return;
    const value = parseJson(data);
    if (value === undefined) {
      if (KNOWN_EVENTS.test(name)) yield* this.#fail(replyError('protocol', 'The service sent data that is no JSON'));
      return;
    }
    if (!isPlainObject(value)) return;
    yield* this.#take(typeof value.type === 'string' ? value.type : name, value);
  }

  /** The whole text of a reply that was not streamed. */
  *whole(text: string): Generator<ReplyPart, void> {
    const value = parseJson(text);
    if (isPlainObject(value) && value.type === 'error') yield* this.#fail(reportedError(value));
    else if (!isPlainObject(value) || value.type !== 'message' || !Array.isArray(value.content)) {
      yield* this.#fail(replyError('protocol', 'The service answered with something that is no message'));
    } else {
      yield* this.#begin(value);
      for (const [index, block] of value.content.entries()) yield* this.#deltas(this.#blocks.start(index, block));
      this.#reason = value.stop_reason;
      yield* this.#finish();
    }
  }

  /** Translates the end of the stream: yields nothing if the reply had ended. */
  *end(): Generator<ReplyPart, void> {
    if (!this.#isOver) yield* this.#fail(replyError('cut', 'The reply ended before it was complete'));
  }

  *#take(type: string, value: Readonly<Record<string, unknown>>): Generator<ReplyPart, void> {
    switch (type) {
      case 'message_start':
        yield* this.#begin(isPlainObject(value.message) ? value.message : {});
        return;
      case 'content_block_start':
        yield* this.#deltas(this.#blocks.start(value.index, value.content_block));
        return;
      case 'content_block_delta':
        yield* this.#deltas(this.#blocks.add(value.index, value.delta));
        return;
      case 'content_block_stop':
        yield* this.#deltas(this.#blocks.stop(value.index));
        return;
      case 'message_delta':
        this.#counts.take(value.usage);
        if (isPlainObject(value.delta)) this.#reason = value.delta.stop_reason ?? this.#reason;
        return;
      case 'message_stop':
        yield* this.#finish();
        return;
      case 'error':
        yield* this.#fail(reportedError(value));
        return;
    }
  }

  *#begin(message: Readonly<Record<string, unknown>>): Generator<ReplyPart, void> {
    if (typeof message.model === 'string' && message.model !== '') this.#model = message.model;
    this.#counts.take(message.usage);
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    yield this.#chunk({ role: 'assistant', content: '' });
  }

  *#deltas(deltas: Iterable<ChunkDelta>): Generator<ReplyPart, void> {
    for (const delta of deltas) {
      if (!this.#hasBegun) yield* this.#begin({});
      yield this.#chunk(delta);
    }
  }

  *#finish(): Generator<ReplyPart, void> {
    yield* this.#deltas(this.#blocks.end());
    this.#isOver = true;
    const { usage } = this.#counts;
    yield { ...this.#chunk({}, FINISH.get(this.#reason) ?? 'stop'), ...(usage && { usage }) };
  }

  *#fail(error: ReplyPart): Generator<ReplyPart, void> {
    yield* this.#deltas(this.#blocks.breakOff());
    this.#isOver = true;
    yield error;
  }

  #chunk(delta: ChunkDelta, reason: FinishReason | null = null): OpenAiChunk {
    const { id, created } = this.#head;
    const choices = [{ index: 0 as const, delta, finish_reason: reason }];
    return { id, object: 'chat.completion.chunk', created, model: this.#model, choices };
  }
}

/** Parses JSON; `undefined` for anything else. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
