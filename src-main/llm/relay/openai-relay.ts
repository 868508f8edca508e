import { isPlainObject } from '#contract/plain-object';
import { callIdsOf, FreshIds, RefusedParameters, withServiceIds } from '#protocols';
import { failureInStream, RequestFailure } from '../failures/request-failure.ts';
import { OpenAiServer } from '../servers/openai-server.ts';
import { type CompletionBody, fillOpenMembers, modelOf, type Relay, type RelayOptions } from './relay.ts';
import { type RelayRequest, readPatiently } from './relay-request.ts';
import { documentsOf, replyText } from './reply-bytes.ts';

const COMPLETIONS = '/chat/completions';

/** Hands on to a service of OpenAI's protocol. Members that are not known here go along. */
export class OpenAiRelay implements Relay {
  readonly model: string;
  readonly #options: RelayOptions;
  readonly #server: OpenAiServer;
  readonly #refused = new Map<string, RefusedParameters>();

  constructor(options: RelayOptions) {
    this.model = options.model;
    this.#options = options;
    this.#server = new OpenAiServer(options);
  }

  stream(body: CompletionBody, signal: AbortSignal): AsyncGenerator<string, void> {
    return readPatiently(this.#request({ ...body, stream: true }, signal), (response) =>
      /application\/json/i.test(response.headers.get('content-type') ?? '')
        ? this.#chunk(response, body, signal)
        : this.#documents(response, body, signal),
    );
  }

  /** The one chunk of a stream that a whole reply is. */
  async *#chunk(response: Response, body: CompletionBody, signal: AbortSignal): AsyncGenerator<string, void> {
    const chunk = asChunk(await this.#text(response, signal));
    yield withFreshIds(chunk, new FreshIds(callIdsOf(body.messages))) ?? JSON.stringify(chunk);
  }

  async *#documents(response: Response, body: CompletionBody, signal: AbortSignal): AsyncGenerator<string, void> {
    const ids = new FreshIds(callIdsOf(body.messages));
    const finished = new Set<unknown>();
    const hasAll = () => finished.size >= choicesAsked(body);
    for await (const { name, data } of documentsOf(response, this.#reading(signal), hasAll)) {
      if (data.startsWith('[DONE]')) return;
      const value = this.#document(data);
      if (name === 'error' || (isPlainObject(value) && value.error)) throw failureInStream(value, this.#address);
      for (const choice of finishedChoices(value)) finished.add(choice);
      yield withFreshIds(value, ids) ?? inOneLine(data, value);
    }
    if (finished.size > 0) return;
    throw new RequestFailure('broken-off', `${this.#address} closed the connection before the reply was complete`);
  }

  async whole(body: CompletionBody, signal: AbortSignal): Promise<string> {
    const texts = readPatiently(this.#request({ ...body, stream: false }, signal), (response) =>
      this.#texts(response, signal),
    );
    let whole = '';
    for await (const text of texts) whole = text;
    return withFreshIds(parseJson(whole), new FreshIds(callIdsOf(body.messages))) ?? whole;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }

  get #address(): string {
    return this.#server.address(COMPLETIONS);
  }

  #reading(signal: AbortSignal) {
    return { address: this.#address, signal, options: this.#options };
  }

  #request(given: CompletionBody, signal: AbortSignal): RelayRequest {
    const { thinking, reasoningEffort, maxTokens } = this.#options;
    const model = modelOf(given, this.model);
    const body = {
      ...fillOpenMembers(given, {
        thinking: thinking === undefined ? undefined : { type: thinking },
        reasoning_effort: reasoningEffort,
        max_tokens: maxTokens,
      }),
      model,
      ...(Array.isArray(given.messages) && { messages: withServiceIds(given.messages) }),
    };
    const refused = this.#refused.get(model) ?? new RefusedParameters();
    this.#refused.set(model, refused);
    const send = (asked: CompletionBody) =>
      this.#server.ask(COMPLETIONS, (sdk) => sdk.post(COMPLETIONS, { body: asked, signal }).asResponse());
    return { ...this.#reading(signal), refused, body, send };
  }

  async *#texts(response: Response, signal: AbortSignal): AsyncGenerator<string, void> {
    yield await this.#text(response, signal);
  }

  async #text(response: Response, signal: AbortSignal): Promise<string> {
    const text = await replyText(response, this.#reading(signal));
    const value = parseJson(text);
    // Some services answer so with the status of a reply.
    if (isPlainObject(value) && value.error) throw failureInStream(value, this.#address);
    if (isPlainObject(value)) return text;
    throw new RequestFailure('server', `${this.#address} answered with something that is no model's reply`);
  }

  #document(data: string): unknown {
    const value = parseJson(data);
    if (value !== undefined) return value;
    const message = `${this.#address} sent something that is not JSON in the middle of its reply`;
    throw new RequestFailure('broken-off', message, { retryable: true });
  }
}

/** A whole reply as the one chunk of a stream. */
function asChunk(text: string): object {
  const reply = parseJson(text) as Readonly<Record<string, unknown>>;
  const choices = (Array.isArray(reply.choices) ? reply.choices : []).map((choice: unknown) => {
    if (!isPlainObject(choice) || !isPlainObject(choice.message)) return choice;
    const { message, ...rest } = choice;
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
    const toolCalls = calls.map((call: object, index) => ({ index, ...call }));
    return { ...rest, delta: { ...message, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) } };
  });
  return { ...reply, object: 'chat.completion.chunk', choices };
}

function replyChoices(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return isPlainObject(value) && Array.isArray(value.choices) ? value.choices.filter(isPlainObject) : [];
}

function finishedChoices(value: unknown): unknown[] {
  return replyChoices(value).flatMap(({ index, finish_reason: reason }) => (reason ? [index] : []));
}

/** A document as it came; an event has but one line of ours. */
function inOneLine(data: string, value: unknown): string {
  return /[\r\n]/.test(data) ? JSON.stringify(value) : data;
}

/** Number of replies that a request asks for, side by side. */
function choicesAsked({ n }: CompletionBody): number {
  return typeof n === 'number' && n > 1 ? n : 1;
}

/** The chunk, or the whole reply, with other ids for calls whose own were used before; undefined if nothing changes. */
function withFreshIds(value: unknown, ids: FreshIds): string | undefined {
  let isChanged = false;
  for (const { index: choice, delta, message } of replyChoices(value)) {
    for (const { call, place } of delta === undefined ? wholeCalls(message) : callPieces(delta)) {
      const id = ids.of(`${choice}:${place}`, call.id, Boolean(call.function?.name));
      isChanged ||= id !== call.id;
      call.id = id;
    }
  }
  return isChanged ? JSON.stringify(value) : undefined;
}

interface NamedCall {
  id: string;
  readonly index?: unknown;
  readonly function?: { readonly name?: unknown } | null;
}

/** The calls of a whole message, each of which is one by its place. */
function wholeCalls(message: unknown) {
  return namedCalls(message).map((call, place) => ({ call, place }));
}

function callPieces(delta: unknown) {
  return namedCalls(delta).map((call) => ({ call, place: call.index ?? call.id }));
}

/** Calls, or pieces of them, that have an id. */
function namedCalls(message: unknown): readonly NamedCall[] {
  const calls = isPlainObject(message) && Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return (calls as readonly (Partial<NamedCall> | null)[]).filter(
    (call): call is NamedCall => typeof call?.id === 'string' && call.id !== '',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
