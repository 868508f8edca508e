import { randomUUID } from 'node:crypto';
import {
  callIdsOf,
  FreshIds,
  type OpenAiChunk,
  RefusedParameters,
  type ReplyPart,
  ReplyTranslator,
  type ThinkingChoice,
  translateRequest,
  WholeCompletion,
  withServiceIds,
  withThinking,
} from '#protocols';
import { failureOfReply, RequestFailure } from '../failures/request-failure.ts';
import { AnthropicServer, MESSAGES } from '../servers/anthropic-server.ts';
import { type CompletionBody, fillOpenMembers, modelOf, type Relay, type RelayOptions } from './relay.ts';
import { type RelayRequest, readPatiently } from './relay-request.ts';
import { eventsOf, replyText } from './reply-bytes.ts';

/** Hands on to a service of Anthropic's protocol; replies are always asked for as streams, so that a silent one is noticed. */
export class AnthropicRelay implements Relay {
  readonly model: string;
  readonly #options: RelayOptions;
  readonly #server: AnthropicServer;
  readonly #refused = new Map<string, RefusedParameters>();

  constructor(options: RelayOptions) {
    this.model = options.model;
    this.#options = options;
    this.#server = new AnthropicServer(options);
  }

  async *stream(body: CompletionBody, signal: AbortSignal): AsyncGenerator<string, void> {
    for await (const chunk of this.#chunks(body, signal)) yield JSON.stringify(chunk);
  }

  async whole(body: CompletionBody, signal: AbortSignal): Promise<string> {
    const whole = new WholeCompletion();
    for await (const chunk of this.#chunks(body, signal)) whole.add(chunk);
    return JSON.stringify(whole.body);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }

  #chunks(body: CompletionBody, signal: AbortSignal): AsyncGenerator<OpenAiChunk, void> {
    const model = modelOf(body, this.model);
    const ids = callIdsOf(body.messages);
    return readPatiently(this.#request(body, model, signal), (response) =>
      this.#chunksOf(response, { model, ids, signal }),
    );
  }

  async *#chunksOf(
    response: Response,
    { model, ids, signal }: { readonly model: string; readonly ids: Iterable<string>; readonly signal: AbortSignal },
  ): AsyncGenerator<OpenAiChunk, void> {
    const created = Math.floor(Date.now() / 1000);
    const translator = new ReplyTranslator({ id: `chatcmpl-${randomUUID()}`, created, model });
    const fresh = new FreshIds(ids);
    for await (const part of this.#parts(response, translator, signal)) {
      if ('error' in part) throw failureOfReply(part.error, this.#address);
      yield withFreshIds(part, fresh);
    }
  }

  async *#parts(response: Response, translator: ReplyTranslator, signal: AbortSignal): AsyncGenerator<ReplyPart, void> {
    const reading = { address: this.#address, signal, options: this.#options };
    if (/application\/json/i.test(response.headers.get('content-type') ?? '')) {
      yield* translator.whole(await replyText(response, reading));
      return;
    }
    for await (const event of eventsOf(response, reading)) {
      yield* translator.event(event);
      if (translator.isOver) return;
    }
    yield* translator.end();
  }

  #request(given: CompletionBody, model: string, signal: AbortSignal): RelayRequest {
    const refused = this.#refused.get(model) ?? new RefusedParameters();
    this.#refused.set(model, refused);
    const send = (body: CompletionBody) =>
      this.#server.ask(MESSAGES, (sdk) => sdk.post(MESSAGES, { body, signal }).asResponse());
    const body = { ...this.#translated(given, model) };
    return { address: this.#address, options: this.#options, refused, body, send, signal };
  }

  get #address(): string {
    return this.#server.address(MESSAGES);
  }

  /** @throws RequestFailure with status 400 for a request that cannot be put to Anthropic */
  #translated(given: CompletionBody, model: string) {
    const { thinking, reasoningEffort, maxTokens } = this.#options;
    const translated = translateRequest({
      ...fillOpenMembers(given, { reasoning_effort: reasoningEffort, max_tokens: maxTokens }),
      ...(Array.isArray(given.messages) && { messages: withServiceIds(given.messages) }),
      model,
      stream: true,
    });
    if ('problem' in translated) {
      throw new RequestFailure('bad-request', translated.problem.message, { status: 400 });
    }
    return thinking === undefined ? translated.request : withThinking(translated.request, thinkingChoice(thinking));
  }
}

function thinkingChoice(text: string): ThinkingChoice {
  if (text === 'adaptive' || text === 'disabled' || text === 'enabled') return text;
  return Number(text);
}

function withFreshIds(chunk: OpenAiChunk, ids: FreshIds): OpenAiChunk {
  const [choice] = chunk.choices;
  const calls = choice?.delta.tool_calls;
  if (!choice || !calls?.some(({ id }) => id !== undefined)) return chunk;
  const renamed = calls.map((call) => (call.id === undefined ? call : { ...call, id: ids.of(call.index, call.id) }));
  return { ...chunk, choices: [{ ...choice, delta: { ...choice.delta, tool_calls: renamed } }] };
}
