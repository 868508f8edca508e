import { isAboutImages, withoutEarlierImages } from '../failures/refused-images.ts';
import { RequestFailure } from '../failures/request-failure.ts';
import type { ModelRequest } from '../model-client.ts';
import { OpenAiServer } from '../servers/openai-server.ts';
import { completionRequest, OPTIONAL_PARAMETERS, refusedParameter } from './completion-request.ts';
import { ServerClient, type ServerClientOptions } from './server-client.ts';

export type OpenAiClientOptions = ServerClientOptions;

const COMPLETIONS = '/chat/completions';

/** A model behind any OpenAI-compatible server. */
export class OpenAiClient extends ServerClient {
  readonly name = 'openai';
  protected readonly server: OpenAiServer;

  constructor(options: OpenAiClientOptions) {
    super(options);
    this.server = new OpenAiServer(options);
  }

  protected get address(): string {
    return this.server.address(COMPLETIONS);
  }

  protected translator(): undefined {
    return undefined;
  }

  protected async ask(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    for (;;) {
      const { echo, leftOut, withoutImages } = this.habits;
      const asked = (withoutImages.has(this.model) && withoutEarlierImages(request)) || request;
      const options = { model: this.model, topP: this.options.topP, echoesReasoning: echo.isOn };
      const body = completionRequest(asked, options, leftOut);
      const without = OPTIONAL_PARAMETERS.filter((name) => !(name in body));
      try {
        const response = await this.server.ask(COMPLETIONS, (sdk) =>
          sdk.chat.completions.create(body, { signal }).asResponse(),
        );
        withoutImages.answered(this.model);
        leftOut.answered(...without);
        return response;
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        if (this.#learnOfImages(asked, error) || this.#learnFrom(error)) continue;
        withoutImages.failed(this.model);
        leftOut.failed(...without);
        throw error;
      }
    }
  }

  /** Whether the server's refusal says how to ask it better. */
  #learnFrom({ status, message: said }: RequestFailure): boolean {
    if (status !== 400 && status !== 422) return false;
    const { echo, leftOut } = this.habits;
    if (echo.learnFrom(said)) {
      this.options.log.info('model.reasoning.echo', { isOn: echo.isOn });
      return true;
    }
    const refused = refusedParameter(said, leftOut);
    if (refused === undefined) return false;
    leftOut.add(refused);
    this.options.log.info('model.parameter.left-out', { parameter: refused });
    return true;
  }

  /** Whether the model refuses images, of which only earlier messages have any. */
  #learnOfImages(request: ModelRequest, refusal: RequestFailure): boolean {
    if (!isAboutImages(refusal) || withoutEarlierImages(request) === undefined) return false;
    this.habits.withoutImages.add(this.model);
    this.options.log.info('model.images.left-out', { model: this.model });
    return true;
  }
}
