import { messageOf } from '#core/app-error';
import { abortableDelay, onAbort } from '#core/async/abort';
import type { Logger } from '#core/logger';
import type { ReplyTranslator } from '#protocols';
import { tellingOfImages } from '../failures/refused-images.ts';
import { RequestFailure } from '../failures/request-failure.ts';
import { type Backoff, backoffMs, DEFAULT_BACKOFF } from '../failures/retry-delay.ts';
import type { ModelClient, ModelEvent, ModelFailure, ModelRequest } from '../model-client.ts';
import type { ServerOptions } from '../servers/sdk-server.ts';
import { ServerHabits } from '../servers/server-habits.ts';
import { readReply } from '../stream/completion-stream.ts';
import { StalledError, StallWatch } from '../stream/stall-watch.ts';

export interface ServerClientOptions extends ServerOptions {
  readonly model: string;
  readonly topP: number;
  /** Longest time without an event before a reply is given up, in milliseconds. */
  readonly stallMs: number;
  readonly log: Logger;
  /** Blanks secrets in a server's words. */
  readonly redact: (text: string) => string;
  readonly backoff?: Backoff;
  readonly random?: () => number;
  /** Knowledge about the server from earlier clients. */
  readonly habits?: ServerHabits;
}

/** A server that a client asks. */
interface ServerConnection extends AsyncDisposable {
  retire(): void;
}

/** A model behind a server: retries, time limits and failures are the same whatever protocol it speaks. */
export abstract class ServerClient implements ModelClient, AsyncDisposable {
  abstract readonly name: string;
  readonly model: string;
  protected readonly options: ServerClientOptions;
  protected readonly habits: ServerHabits;

  constructor(options: ServerClientOptions) {
    this.model = options.model;
    this.options = options;
    this.habits = options.habits ?? new ServerHabits();
  }

  protected abstract readonly server: ServerConnection;
  /** Address from which replies come, for display. */
  protected abstract readonly address: string;
  /** Asks, leaving out what the server refuses to know. @throws RequestFailure */
  protected abstract ask(request: ModelRequest, signal: AbortSignal): Promise<Response>;
  /** Creates the translator for a protocol other than OpenAI's. */
  protected abstract translator(): ReplyTranslator | undefined;

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    try {
      yield* this.#withRetries(request, signal);
    } catch (error) {
      const failure = tellingOfImages(this.#failure(error, signal), request);
      this.options.log.warn('model.failed', { code: failure.code, message: failure.message });
      yield { type: 'failed', failure };
    }
  }

  /** Lets a reply under way finish, for a client that is replaced. */
  retire(): void {
    this.server.retire();
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.server[Symbol.asyncDispose]();
  }

  async *#withRetries(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const { backoff = DEFAULT_BACKOFF, random = Math.random, log, redact } = this.options;
    for (let attempt = 1; ; attempt++) {
      try {
        yield* this.#attempt(request, signal);
        return;
      } catch (error) {
        const isOver = signal.aborted || attempt > backoff.retries;
        if (isOver || !(error instanceof RequestFailure) || !error.isTransient) throw error;
        const delayMs = error.retryAfterMs ?? backoffMs(backoff, attempt, random);
        log.info('model.retried', { attempt, delayMs, code: error.code, status: error.status });
        yield { type: 'waiting', reason: redact(error.message), delayMs, attempt };
        await abortableDelay(delayMs, signal);
      }
    }
  }

  async *#attempt(request: ModelRequest, outer: AbortSignal): AsyncGenerator<ModelEvent, void> {
    // Its own controller, so that leaving the iteration ends the request as well.
    const controller = new AbortController();
    const { signal } = controller;
    using _ = onAbort(outer, (reason) => controller.abort(reason));
    const stall = new StallWatch(this.options.stallMs);
    try {
      const response = await stall.waitFor(this.ask(request, signal), signal);
      const takenIds = request.messages.flatMap((one) => (one.role === 'assistant' ? one.calls : []));
      yield* readReply(response, {
        askedModel: this.model,
        takenIds: takenIds.map(({ callId }) => callId),
        address: this.address,
        stall,
        signal,
        translator: this.translator(),
      });
    } catch (error) {
      // Thinking was received as well, and paid for.
      throw stall.hasProgressed && error instanceof RequestFailure ? error.afterReceiving() : error;
    } finally {
      controller.abort();
    }
  }

  #failure(error: unknown, signal: AbortSignal): ModelFailure {
    if (signal.aborted) return { code: 'cancelled', message: 'Stopped', retryable: true };
    if (error instanceof StalledError) {
      const seconds = Math.round(this.options.stallMs / 1000);
      return { code: 'stalled', message: `${this.address} sent nothing for ${seconds} s`, retryable: true };
    }
    const message = this.options.redact(messageOf(error));
    if (!(error instanceof RequestFailure)) return { code: 'unreachable', message, retryable: false };
    const { code, retryable, status, origin } = error;
    return { code, message, retryable, ...(status !== undefined && { status }), ...(origin && { origin }) };
  }
}
