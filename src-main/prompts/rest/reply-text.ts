import { type SseEvent, SseParser } from '#core/servers/sse-events';
import { cutEnd } from '../render/cut.ts';
import type { ChatReply } from './rest-ports.ts';

/** Most that is gathered of a stream, in bytes; what comes after it is passed on, and not recorded. */
const MAX_GATHERED = 16 * 1024 * 1024;
/** Most that is recorded of an error, in UTF-16 units. */
const MAX_ERROR = 300;

type ReplyContent = Pick<ChatReply, 'text' | 'reasoning' | 'finish' | 'usage' | 'error'>;

/** Extracts the text of a chat completion, its choices one below the other. */
export function replyContent(json: string): ReplyContent {
  const { choices, usage, error } = (parseJson(json) ?? {}) as ReplyPart;
  const list = Array.isArray(choices) ? (choices as unknown[]) : [];
  const said = list.map((choice) => (choice ?? {}) as { message?: ReplyMessage; finish_reason?: unknown });
  return {
    text: said.map(({ message }) => textIn(message?.content)).join('\n\n'),
    reasoning: said.map(({ message }) => textIn(message?.reasoning_content)).join('\n\n'),
    finish: finishReason(said.at(0)?.finish_reason),
    usage: usageIn(usage),
    ...failureIn(error),
  };
}

/** A whole reply, or a chunk of one. */
interface ReplyPart {
  readonly choices?: unknown;
  readonly usage?: unknown;
  /** Some servers tell a failure with the status of a reply, or in the middle of one. */
  readonly error?: unknown;
}

interface ReplyMessage {
  readonly content?: unknown;
  readonly reasoning_content?: unknown;
}

/** Combined text of a stream's server-sent events, as far as they came. */
export class StreamedText {
  readonly #parser = new SseParser();
  #gathered = 0;
  readonly #texts = new Map<number, string>();
  #reasoning = '';
  #finish: unknown;
  #usage: unknown;
  #error: unknown;
  /** Whether the server said that it had ended; a connection that is closed says nothing. */
  #hasEnded = false;

  take(chunk: Uint8Array): void {
    this.#gathered += chunk.length;
    if (this.#gathered > MAX_GATHERED) return;
    this.#takeEvents(this.#parser.push(chunk));
  }

  /** `isWhole`: the connection was closed in order. */
  end(isWhole: boolean): ReplyContent {
    this.#takeEvents(this.#parser.end());
    const isComplete = isWhole && (this.#hasEnded || this.#gathered > MAX_GATHERED);
    const text = [...this.#texts].sort(([a], [b]) => a - b).map(([, one]) => one);
    return {
      text: text.join('\n\n'),
      reasoning: this.#reasoning,
      finish: isComplete ? finishReason(this.#finish) : 'interrupted',
      usage: usageIn(this.#usage),
      ...failureIn(this.#error),
    };
  }

  /** Some servers leave out the empty line between two events, each of which is then a line. */
  #takeEvents(events: readonly SseEvent[]): void {
    for (const { data } of events) {
      const isOne = parseJson(data) !== undefined || !data.includes('\n');
      for (const text of isOne ? [data] : data.split('\n')) this.#part(text.trim());
    }
  }

  #part(data: string): void {
    if (data === '[DONE]') this.#hasEnded = true;
    const chunk = parseJson(data) as ReplyPart | undefined;
    if (typeof chunk !== 'object' || chunk === null) return;
    this.#usage = chunk.usage ?? this.#usage;
    this.#error ??= chunk.error;
    const choices = Array.isArray(chunk.choices) ? (chunk.choices as unknown[]) : [];
    for (const choice of choices) this.#choice((choice ?? {}) as Record<string, unknown>);
  }

  #choice({ index, delta, finish_reason: finish }: Readonly<Record<string, unknown>>): void {
    const { content, reasoning_content: reasoning } = (delta ?? {}) as ReplyMessage;
    const at = typeof index === 'number' ? index : 0;
    this.#texts.set(at, (this.#texts.get(at) ?? '') + textIn(content));
    this.#reasoning += textIn(reasoning);
    if (!finish) return;
    this.#hasEnded = true;
    if (at === 0 || this.#finish === undefined) this.#finish = finish;
  }
}

/** The failure that a server told of; empty where it told of none. */
function failureIn(error: unknown): Pick<ReplyContent, 'error'> & { readonly finish?: 'failed' } {
  if (!error) return {};
  const message = typeof error === 'string' ? error : (error as { readonly message?: unknown }).message;
  return { finish: 'failed', error: cutEnd(typeof message === 'string' ? message : JSON.stringify(error), MAX_ERROR) };
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function finishReason(reason: unknown): ChatReply['finish'] {
  if (reason === 'length') return 'length';
  return reason === 'content_filter' ? 'content-filter' : 'stop';
}

function usageIn(value: unknown): ChatReply['usage'] {
  const { prompt_tokens: prompt, completion_tokens: completion } = (value ?? {}) as Record<string, unknown>;
  if (!isCount(prompt) || !isCount(completion)) return undefined;
  return { prompt, completion, total: prompt + completion };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
