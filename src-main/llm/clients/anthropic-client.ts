import { type AnthropicRequest, ReplyTranslator, translateRequest, withCacheMarks, withServiceIds } from '#protocols';
import { isAboutImages, withoutEarlierImages } from '../failures/refused-images.ts';
import { RequestFailure } from '../failures/request-failure.ts';
import type { ModelMessage, ModelRequest, ModelTool } from '../model-client.ts';
import { AnthropicServer, MESSAGES } from '../servers/anthropic-server.ts';
import { completionRequest } from './completion-request.ts';
import { ServerClient, type ServerClientOptions } from './server-client.ts';
import { withWholeCharacters } from './whole-characters.ts';

/** Tokens of one reply, which Anthropic wants to be told; a model that gives less says how many. */
const MAX_TOKENS = 32_000;
/** Anthropic refuses a conversation that begins with its model. */
const BEGINNING: ModelMessage = { role: 'user', text: '(The beginning of the conversation was left out.)' };

/** A model behind a server that speaks Anthropic's protocol. */
export class AnthropicClient extends ServerClient {
  readonly name = 'anthropic';
  protected readonly server: AnthropicServer;

  constructor(options: ServerClientOptions) {
    super(options);
    this.server = new AnthropicServer(options);
  }

  protected get address(): string {
    return this.server.address(MESSAGES);
  }

  protected translator(): ReplyTranslator {
    return new ReplyTranslator({ id: '', created: 0, model: this.model });
  }

  protected async ask(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    for (;;) {
      const { withoutImages, refused } = this.habits;
      const asked = (withoutImages.has(this.model) && withoutEarlierImages(request)) || request;
      const without = refused.leftOut;
      const body = refused.apply({ ...this.#body(asked) });
      try {
        const response = await this.server.ask(MESSAGES, (sdk) => sdk.post(MESSAGES, { body, signal }).asResponse());
        withoutImages.answered(this.model);
        refused.answered(without);
        return response;
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        if (this.#learnOfImages(asked, error) || this.#learnFrom(error, body)) continue;
        withoutImages.failed(this.model);
        refused.failed(without);
        throw error;
      }
    }
  }

  /** @throws RequestFailure for a conversation that cannot be put to Anthropic */
  #body(request: ModelRequest): AnthropicRequest {
    const { leftOut } = this.habits.refused;
    const options = {
      model: this.model,
      topP: this.options.topP,
      echoesThinking: !leftOut.has('thinking_blocks'),
    };
    const given = request.tools;
    const tools = given.length > 0 ? given : toolsCalledIn(request.messages);
    const body = completionRequest({ tools, messages: begunByUser(request.messages) }, options, new Set());
    const messages = withServiceIds(body.messages);
    const translated = translateRequest({
      ...body,
      messages,
      max_tokens: MAX_TOKENS,
      ...(given.length === 0 && { tool_choice: 'none' }),
    });
    if ('problem' in translated) throw new RequestFailure('bad-request', translated.problem.message);
    // Arguments of calls are values here, in which escapes have become characters.
    const asked = withWholeCharacters(translated.request);
    return leftOut.has('cache_control') ? asked : withCacheMarks(asked);
  }

  /** Whether the server's refusal says how to ask it better; a member stands for what is within messages. */
  #learnFrom({ status, message: said }: RequestFailure, body: Readonly<Record<string, unknown>>): boolean {
    if (status !== 400 && status !== 422) return false;
    const parameter = this.habits.refused.learnFrom(said, { ...body, thinking_blocks: true, cache_control: true });
    if (parameter === undefined) return false;
    this.options.log.info('model.parameter.left-out', { parameter });
    return true;
  }

  #learnOfImages(request: ModelRequest, refusal: RequestFailure): boolean {
    if (!isAboutImages(refusal) || withoutEarlierImages(request) === undefined) return false;
    this.habits.withoutImages.add(this.model);
    this.options.log.info('model.images.left-out', { model: this.model });
    return true;
  }
}

/** Anthropic refuses earlier calls in a request that declares no tools, as one for a summary. */
function toolsCalledIn(messages: readonly ModelMessage[]): ModelTool[] {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const names = new Set(calls.map(({ tool }) => tool));
  return [...names].map((name) => ({ name, description: '', parameters: {} }));
}

function begunByUser(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const at = messages.findIndex(({ role }) => role !== 'system');
  if (at < 0 || messages[at]?.role !== 'assistant') return messages;
  return [...messages.slice(0, at), BEGINNING, ...messages.slice(at)];
}
