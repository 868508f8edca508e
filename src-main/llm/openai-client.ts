import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { completionRequest, refusedParameter } from './completion-request.ts';
import { readReply } from './completion-stream.ts';
import type { ModelClient, ModelEvent, ModelFailure, ModelRequest } from './model-client.ts';
import { OpenAiServer, type ServerOptions } from './openai-server.ts';
import { isAboutImages, tellingOfImages, withoutEarlierImages } from './refused-images.ts';
import { RequestFailure } from './request-failure.ts';
import { abortableDelay, type Backoff, backoffMs, DEFAULT_BACKOFF } from './retry-delay.ts';
import { ServerHabits } from './server-habits.ts';
import { StalledError, StallWatch } from './stall-watch.ts';

export interface OpenAiClientOptions extends ServerOptions {
  readonly model: string;
  readonly topP: number;
  /** Without an event for this long a reply is given up, in milliseconds. */
  readonly stallMs: number;
  readonly log: Logger;
  /** Blanks secrets in a server's words. */
  readonly redact: (text: string) => string;
  readonly backoff?: Backoff;
  readonly random?: () => number;
  /** What is known of the server from clients before this one. */
  readonly habits?: ServerHabits;
}

const COMPLETIONS = '/chat/completions';

/** A model behind any OpenAI-compatible server. */
export class OpenAiClient implements ModelClient, AsyncDisposable {
  readonly name = 'openai';
  readonly model: string;
  readonly #options: OpenAiClientOptions;
  readonly #server: OpenAiServer;
  readonly #habits: ServerHabits;

  constructor(options: OpenAiClientOptions) {
    this.model = options.model;
    this.#options = options;
    this.#habits = options.habits ?? new ServerHabits();
    this.#server = new OpenAiServer(options);
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    try {
      yield* this.#withRetries(request, signal);
    } catch (error) {
      const failure = tellingOfImages(this.#failure(error, signal), request);
      this.#options.log.warn('model.failed', { code: failure.code, message: failure.message });
      yield { type: 'failed', failure };
    }
  }

  /** Lets a reply under way finish, for a client that is replaced. */
  retire(): void {
    this.#server.retire();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server[Symbol.asyncDispose]();
  }

  async *#withRetries(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const { backoff = DEFAULT_BACKOFF, random = Math.random } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        yield* this.#attempt(request, signal);
        return;
      } catch (error) {
        const isOver = signal.aborted || attempt > backoff.retries;
        if (isOver || !(error instanceof RequestFailure) || !error.isTransient) throw error;
        const delayMs = error.retryAfterMs ?? backoffMs(backoff, attempt, random);
        this.#options.log.info('model.retried', { attempt, delayMs, code: error.code, status: error.status });
        yield { type: 'waiting', reason: this.#options.redact(error.message), delayMs, attempt };
        await abortableDelay(delayMs, signal);
      }
    }
  }

  async *#attempt(request: ModelRequest, outer: AbortSignal): AsyncGenerator<ModelEvent, void> {
    // Its own controller, so that leaving the iteration ends the request as well.
    const controller = new AbortController();
    const { signal } = controller;
    const stop = () => controller.abort(outer.reason);
    outer.addEventListener('abort', stop, { once: true });
    if (outer.aborted) stop();
    const stall = new StallWatch(this.#options.stallMs);
    try {
      const response = await stall.waitFor(this.#ask(request, signal), signal);
      const address = this.#server.address(COMPLETIONS);
      const takenIds = request.messages.flatMap((one) => (one.role === 'assistant' ? one.calls : []));
      yield* readReply(response, {
        askedModel: this.model,
        takenIds: takenIds.map(({ callId }) => callId),
        address,
        stall,
        signal,
      });
    } catch (error) {
      // Thinking was received as well, and paid for.
      throw stall.hasProgressed && error instanceof RequestFailure ? error.afterReceiving() : error;
    } finally {
      outer.removeEventListener('abort', stop);
      controller.abort();
    }
  }

  /** Asks, leaving out what the server refuses to know. */
  async #ask(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    for (;;) {
      const { echo, leftOut, withoutImages } = this.#habits;
      const asked = (withoutImages.has(this.model) && withoutEarlierImages(request)) || request;
      const options = { model: this.model, topP: this.#options.topP, echoesReasoning: echo.isOn };
      const body = completionRequest(asked, options, leftOut);
      try {
        return await this.#server.ask(COMPLETIONS, (sdk) => sdk.chat.completions.create(body, { signal }).asResponse());
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        if (!this.#learnOfImages(asked, error) && !this.#learnFrom(error)) throw error;
      }
    }
  }

  /** Whether the server's refusal says how to ask it better. */
  #learnFrom({ status, message: said }: RequestFailure): boolean {
    if (status !== 400 && status !== 422) return false;
    const { echo, leftOut } = this.#habits;
    if (echo.learnFrom(said)) {
      this.#options.log.info('model.reasoning.echo', { isOn: echo.isOn });
      return true;
    }
    const refused = refusedParameter(said, leftOut);
    if (refused === undefined) return false;
    leftOut.add(refused);
    this.#options.log.info('model.parameter.left-out', { parameter: refused });
    return true;
  }

  /** Whether the model refuses images, of which only earlier messages have any. */
  #learnOfImages(request: ModelRequest, refusal: RequestFailure): boolean {
    if (!isAboutImages(refusal) || withoutEarlierImages(request) === undefined) return false;
    this.#habits.withoutImages.add(this.model);
    this.#options.log.info('model.images.left-out', { model: this.model });
    return true;
  }

  #failure(error: unknown, signal: AbortSignal): ModelFailure {
    if (signal.aborted) return { code: 'cancelled', message: 'Stopped', retryable: true };
    if (error instanceof StalledError) {
      const seconds = Math.round(this.#options.stallMs / 1000);
      const message = `${this.#server.address(COMPLETIONS)} sent nothing for ${seconds} s`;
      return { code: 'stalled', message, retryable: true };
    }
    const message = this.#options.redact(messageOf(error));
    if (!(error instanceof RequestFailure)) return { code: 'unreachable', message, retryable: false };
    const { code, retryable, status, origin } = error;
    return { code, message, retryable, ...(status !== undefined && { status }), ...(origin && { origin }) };
  }
}
