import { messageOf } from '#core/app-error';
import { onAbort, raceAbort } from '#core/async/abort';
import type { Semaphore } from '#core/async/semaphore';
import type { ModelClient, ModelEvent, ModelFailure, ModelRequest, ProfileClient } from '../model-client.ts';
import type { ClientProfile, KeyPort } from '../profile-ports.ts';
import type { BytesPerToken } from '../stream/bytes-per-token.ts';

/** Longest time that a turn waits for the server to say how much its model takes, in milliseconds. */
const CONTEXT_MS = 5000;

export interface LimitedClientOptions {
  readonly profile: ClientProfile;
  readonly keys: KeyPort;
  readonly semaphore: Semaphore;
  readonly tokens: BytesPerToken;
  /** The connection with this key; the same as long as the key is. */
  readonly connect: (key: string) => ModelClient;
  /** Asks the server how much the model takes at once: `once` in passing after its first reply, `anew` where it matters. Never fails. */
  readonly askContext: (key: string, when: 'once' | 'anew') => Promise<void>;
}

/** The client of one profile: a request waits for its place and for a key, and is sent again once with another after a 401. */
export class LimitedClient implements ProfileClient {
  readonly name: string;
  readonly model: string;
  readonly #options: LimitedClientOptions;

  constructor(options: LimitedClientOptions) {
    this.#options = options;
    this.name = options.profile.protocol ?? 'openai';
    this.model = options.profile.model;
  }

  get bytesPerToken(): number {
    return this.#options.tokens.mean;
  }

  async learnContext(signal: AbortSignal): Promise<void> {
    const { keys, profile, askContext } = this.#options;
    // The turn needs it in any case, and the person may be typing it: their question is not withdrawn.
    const key = await raceAbort(
      keys.keyFor(profile, signal).then((answer) => answer.key),
      signal,
      () => undefined,
    );
    if (key === undefined) return;
    // A server that does not answer keeps neither the turn nor its end waiting.
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CONTEXT_MS)]);
    await raceAbort(askContext(key, 'anew'), limit, () => undefined);
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const { semaphore, profile } = this.#options;
    let release = () => {};
    let stopped: Disposable | undefined;
    try {
      const before = semaphore.queue;
      if (before !== undefined) yield { type: 'waiting', reason: inQueue(before, profile.name) };
      release = await semaphore.acquire(signal);
      // A request that does not end when it is stopped keeps nobody else waiting.
      stopped = onAbort(signal, release);
      yield* this.#withKey(request, signal);
    } catch (error) {
      yield { type: 'failed', failure: modelFailure(error, signal) };
    } finally {
      stopped?.[Symbol.dispose]();
      release();
    }
  }

  async *#withKey(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const { keys, profile } = this.#options;
    const answer = await keys.keyFor(profile, signal);
    if (answer.key === undefined) {
      signal.throwIfAborted();
      yield { type: 'failed', failure: { code: 'unauthorized', message: answer.why, retryable: true } };
      return;
    }
    const refused = yield* this.#ask(answer.key, request, signal);
    if (!refused) return;
    yield { type: 'waiting', reason: `The server refused the key of profile ${profile.name}` };
    const next = await keys.unauthorized(profile, answer.key, signal);
    const again = next === undefined ? refused : yield* this.#ask(next, request, signal);
    if (again) yield again;
  }

  /** Hands on what comes, but a 401: that is returned. */
  async *#ask(
    key: string,
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, Extract<ModelEvent, { type: 'failed' }> | undefined> {
    const { connect, tokens, askContext } = this.#options;
    for await (const event of connect(key).stream(request, signal)) {
      if (event.type === 'failed' && event.failure.status === 401) return event;
      if (event.type === 'done') {
        tokens.learnFrom(event.reply);
        void askContext(key, 'once');
      }
      yield event;
    }
    return undefined;
  }
}

function inQueue(before: number, profile: string): string {
  const others = before === 1 ? 'One other request uses' : `${before} other requests use`;
  return `${others} profile ${profile}; waiting for a place`;
}

function modelFailure(error: unknown, signal: AbortSignal): ModelFailure {
  if (signal.aborted) return { code: 'cancelled', message: 'Stopped', retryable: true };
  return { code: 'server', message: messageOf(error), retryable: true };
}
