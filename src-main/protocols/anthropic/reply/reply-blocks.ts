import type { ThinkingBlock } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import type { ChunkDelta } from './openai-chunk.ts';
import { type ThinkingInProgress, ThinkingQueue } from './thinking-queue.ts';

type Json = Readonly<Record<string, unknown>>;

type OpenBlock =
  | { readonly kind: 'text' }
  | { readonly kind: 'thinking'; readonly thinking: ThinkingInProgress }
  | { readonly kind: 'call'; readonly index: number; readonly input: string; hasArguments: boolean }
  /** Tools of the service and blocks that are not known: what comes of them is not ours. */
  | { readonly kind: 'other' };

/** The blocks of a reply, as what a client of OpenAI's protocol is told of them. Calls are numbered among themselves. */
export class ReplyBlocks {
  readonly #open = new Map<unknown, OpenBlock>();
  readonly #thinking = new ThinkingQueue();
  #calls = 0;

  *start(index: unknown, block: unknown): Generator<ChunkDelta, void> {
    if (!isPlainObject(block)) return;
    yield* this.stop(index);
    switch (block.type) {
      case 'text':
        this.#open.set(index, { kind: 'text' });
        yield* textDelta(block.text);
        return;
      case 'thinking':
      case 'redacted_thinking':
        this.#open.set(index, { kind: 'thinking', thinking: this.#thinking.start(block as ThinkingBlock) });
        if (block.type === 'thinking') yield* reasoningDelta(block.thinking);
        return;
      case 'tool_use':
        yield this.#startCall(index, block);
        return;
      default:
        this.#open.set(index, { kind: 'other' });
    }
  }

  *add(index: unknown, delta: unknown): Generator<ChunkDelta, void> {
    if (!isPlainObject(delta)) return;
    // A text whose beginning got lost is a text all the same.
    const open = this.#open.get(index) ?? { kind: 'text' };
    if (open.kind === 'text' && delta.type === 'text_delta') yield* textDelta(delta.text);
    if (open.kind === 'call' && delta.type === 'input_json_delta') yield* argumentsDelta(open, delta.partial_json);
    if (open.kind !== 'thinking') return;
    if (delta.type === 'signature_delta' && typeof delta.signature === 'string') open.thinking.sign(delta.signature);
    if (delta.type !== 'thinking_delta' || typeof delta.thinking !== 'string') return;
    open.thinking.think(delta.thinking);
    yield* reasoningDelta(delta.thinking);
  }

  *stop(index: unknown): Generator<ChunkDelta, void> {
    const open = this.#open.get(index);
    this.#open.delete(index);
    if (open?.kind === 'call' && !open.hasArguments) yield callDelta(open.index, open.input);
    if (open?.kind !== 'thinking') return;
    open.thinking.hasEnded = true;
    for (const thinking of this.#thinking.ended()) yield thinkingDelta(thinking);
  }

  /** Closes the blocks that are still open when the whole reply has ended. */
  *end(): Generator<ChunkDelta, void> {
    for (const index of [...this.#open.keys()]) yield* this.stop(index);
    yield* this.breakOff();
  }

  /** Yields what is useful of a reply that broke off. */
  *breakOff(): Generator<ChunkDelta, void> {
    for (const thinking of this.#thinking.rest()) yield thinkingDelta(thinking);
  }

  #startCall(at: unknown, { id, name, input }: Json): ChunkDelta {
    const index = this.#calls++;
    const given = isPlainObject(input) ? JSON.stringify(input) : '{}';
    this.#open.set(at, { kind: 'call', index, input: given, hasArguments: false });
    const called = { name: typeof name === 'string' ? name : '', arguments: '' };
    return {
      tool_calls: [{ index, ...(typeof id === 'string' && { id }), type: 'function', function: called }],
    };
  }
}

function* textDelta(text: unknown): Generator<ChunkDelta, void> {
  if (typeof text === 'string' && text !== '') yield { content: text };
}

function* reasoningDelta(text: unknown): Generator<ChunkDelta, void> {
  if (typeof text === 'string' && text !== '') yield { reasoning_content: text };
}

function* argumentsDelta(open: Extract<OpenBlock, { kind: 'call' }>, piece: unknown): Generator<ChunkDelta, void> {
  if (typeof piece !== 'string' || piece === '') return;
  open.hasArguments = true;
  yield callDelta(open.index, piece);
}

function callDelta(index: number, piece: string): ChunkDelta {
  return { tool_calls: [{ index, function: { arguments: piece } }] };
}

function thinkingDelta({ block, signature }: ThinkingInProgress): ChunkDelta {
  return { ...(signature !== undefined && { reasoning_signature: signature }), thinking_blocks: [block] };
}
