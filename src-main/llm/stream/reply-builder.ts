import type { ThinkingBlock, TokenUsage } from '#contract';
import type { ModelEvent, ModelReply } from '../model-client.ts';
import { CallAssembler } from './call-assembler.ts';
import type { CompletionChunk, Delta } from './completion-chunk.ts';

/** Most text of one reply, in UTF-16 units: far beyond any model, so that a runaway server does not fill the memory. */
const MAX_REPLY_LENGTH = 64 * 1024 * 1024;

const FINISH: ReadonlyMap<string, ModelReply['finish']> = new Map([
  ['stop', 'stop'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'content-filter'],
]);

/** Finish reasons with which servers report that they gave a reply up: it is incomplete, whatever it looks like. */
const GIVEN_UP: ReadonlySet<string> = new Set([
  'abort',
  'aborted',
  'cancelled',
  'error',
  'insufficient_system_resource',
  'malformed_function_call',
  'network_error',
]);

type ShownEvent = Extract<ModelEvent, { type: 'reasoning' | 'text' | 'call' }>;

/** Builds a reply from its chunks. */
export class ReplyBuilder {
  readonly #calls = new CallAssembler();
  #model = '';
  #text: string[] = [];
  #reasoning: string[] = [];
  readonly #thinking: ThinkingBlock[] = [];
  #refusal = '';
  #length = 0;
  /** Reason for its end, in small letters: servers write it either way. */
  #reason: string | undefined;
  #usage: TokenUsage | undefined;
  #reasoningTokens = 0;

  /**
   * Adds a chunk; returns what to show of it, and whether it brought anything at all: a keep-alive without content does
   * not.
   */
  add(chunk: CompletionChunk): { readonly events: ShownEvent[]; readonly isProgress: boolean } {
    const before = this.#usage;
    this.#model ||= chunk.model ?? '';
    if (chunk.usage) {
      this.#usage = tokenUsage(chunk.usage);
      this.#reasoningTokens = chunk.usage.completion_tokens_details?.reasoning_tokens ?? 0;
    }
    const choice = chunk.choices?.find(({ index }) => (index ?? 0) === 0);
    const delta = choice?.delta ?? (choice?.message && this.#numbered(choice.message));
    if (choice?.finish_reason) this.#reason = choice.finish_reason.toLowerCase();

    const events = delta === undefined ? [] : [...this.#addDelta(delta)];
    const isUsageNew = chunk.usage !== undefined && before?.total !== this.#usage?.total;
    return {
      events,
      isProgress:
        events.length > 0 || Boolean(delta?.refusal || delta?.thinking_blocks || choice?.finish_reason) || isUsageNew,
    };
  }

  /** A whole message with its calls numbered by their places: each entry of it is a call, whatever its id. */
  #numbered(message: Delta): Delta {
    if (!this.#calls.isEmpty) return message;
    return { ...message, tool_calls: message.tool_calls?.map((piece, index) => ({ ...piece, index })) };
  }

  *#addDelta(delta: Delta): Generator<ShownEvent, void> {
    const thought = delta.reasoning_content || delta.reasoning;
    if (thought) {
      this.#grow(thought.length);
      this.#reasoning.push(thought);
      yield { type: 'reasoning', text: thought };
    }
    for (const block of delta.thinking_blocks ?? []) {
      this.#grow(JSON.stringify(block).length);
      this.#thinking.push(block);
    }
    if (delta.content) {
      this.#grow(delta.content.length);
      this.#text.push(delta.content);
      yield { type: 'text', text: delta.content };
    }
    for (const piece of delta.tool_calls ?? []) {
      this.#grow((piece.function?.name?.length ?? 0) + (piece.function?.arguments?.length ?? 0));
      yield { type: 'call', ...this.#calls.add(piece) };
    }
    this.#grow(delta.refusal?.length ?? 0);
    this.#refusal += delta.refusal ?? '';
  }

  /** Whether the server said why it ended; what may follow is the usage. */
  get hasFinished(): boolean {
    return this.#reason !== undefined;
  }

  /** The server's word for why it gave the reply up, where it did. */
  get givenUp(): string | undefined {
    return this.#reason !== undefined && GIVEN_UP.has(this.#reason) ? this.#reason : undefined;
  }

  /** Whether nothing has come that could be called a reply: a thought alone is none. */
  get isEmpty(): boolean {
    return this.#text.length === 0 && this.#refusal === '' && this.#calls.isEmpty;
  }

  /** `taken`: call ids used in the conversation so far; a server that uses one again gets a new one. */
  finish(askedModel: string, taken: Iterable<string>): ModelReply {
    const reason = FINISH.get(this.#reason ?? 'stop') ?? 'stop';
    const isCut = reason === 'length' || reason === 'content-filter';
    const calls = this.#calls.finish(isCut, taken);
    return {
      model: this.#model || askedModel,
      text: this.#text.join(''),
      ...(this.#reasoning.length === 0 ? {} : { reasoning: this.#reasoning.join('') }),
      ...(this.#thinking.length === 0 ? {} : { thinking: this.#thinking }),
      ...(this.#refusal === '' ? {} : { refusal: this.#refusal }),
      calls,
      finish: isCut ? reason : calls.length > 0 ? 'tool-calls' : 'stop',
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
      ...(this.#reasoningTokens === 0 ? {} : { reasoningTokens: this.#reasoningTokens }),
    };
  }

  #grow(length: number): void {
    this.#length += length;
    if (this.#length > MAX_REPLY_LENGTH) throw new RangeError('The reply is longer than 64 million characters');
  }
}

function tokenUsage(usage: NonNullable<CompletionChunk['usage']>): TokenUsage {
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  const cached = usage.prompt_tokens_details?.cached_tokens;
  return { prompt, completion, total: usage.total_tokens ?? prompt + completion, ...(cached && { cached }) };
}
