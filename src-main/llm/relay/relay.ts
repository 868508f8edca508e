import type { Logger } from '#core/logger';
import type { Backoff } from '../failures/retry-delay.ts';
import type { ServerOptions } from '../servers/sdk-server.ts';

/** A request body of OpenAI's chat completions. */
export type CompletionBody = Readonly<Record<string, unknown>>;

/** Hands requests of OpenAI's protocol on to a model service, whatever that speaks. */
export interface Relay extends AsyncDisposable {
  readonly model: string;
  /**
   * The JSON documents of a streamed reply, the last usage among them, without `[DONE]`.
   *
   * @throws RequestFailure, before the first document or between two; the signal's reason when it aborts
   */
  stream(body: CompletionBody, signal: AbortSignal): AsyncIterable<string>;
  /** The JSON document of a whole reply. @throws as `stream` */
  whole(body: CompletionBody, signal: AbortSignal): Promise<string>;
}

export interface RelayOptions extends ServerOptions {
  /** Model for requests that name none, or `session`. */
  readonly model: string;
  /** Added to requests that do not say it themselves. */
  readonly thinking?: string | undefined;
  readonly reasoningEffort?: string | undefined;
  readonly maxTokens?: number | undefined;
  /** Longest time without a byte of the reply before it is given up, in milliseconds. */
  readonly stallMs: number;
  readonly backoff?: Backoff;
  readonly log: Logger;
}

/** The model of a request: its own, unless it leaves the choice to us. */
export function modelOf(body: CompletionBody, usual: string): string {
  const { model } = body;
  return typeof model === 'string' && model.trim() !== '' && model !== 'session' ? model : usual;
}

/** A request with members that it leaves open; `null` leaves one open, too. */
export function fillOpenMembers(body: CompletionBody, members: CompletionBody): CompletionBody {
  const isLimited = (body.max_completion_tokens ?? null) !== null;
  const unsaid = Object.entries(members).filter(([name, value]) => {
    return value !== undefined && (body[name] ?? null) === null && !(isLimited && name === 'max_tokens');
  });
  return { ...body, ...Object.fromEntries(unsaid) };
}
